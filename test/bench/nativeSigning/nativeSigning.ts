import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const folder = resolve(import.meta.dirname);
const classPathFile = join(resolve(folder, "../../.."), "out/bench/native-class-path.txt");

/**
 * Signed transactions per processor second of the official native library, by suite; undefined without Java and Maven.
 * The library comes from Maven Central.
 */
export function nativeRates(count: number): Record<string, number> | undefined {
  try {
    if (!existsSync(classPathFile)) {
      mkdirSync(resolve(classPathFile, ".."), { recursive: true });
      const find = ["-q", "-B", "-f", join(folder, "pom.xml"), "dependency:build-classpath"];
      execFileSync("mvn", [...find, `-Dmdep.outputFile=${classPathFile}`], { stdio: ["ignore", "ignore", "pipe"] });
    }
    const classPath = readFileSync(classPathFile, "utf8").trim();
    const source = join(folder, "NativeSigning.java");
    const output = execFileSync("java", ["-cp", classPath, source, String(count)], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
    return Object.fromEntries(
      [...output.matchAll(/^(standard|sm) (\d+)$/gm)].map(([, suite, rate]) => [suite, Number(rate)]),
    );
  } catch {
    return undefined;
  }
}
