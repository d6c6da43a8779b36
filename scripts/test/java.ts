import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../lint/sources";
import { type SuiteResult, spawnInherit } from "./process";

const project = join(root, "test/java");

/** Whether the suite with the official Java SDK can run here: the project, Maven and a JDK. */
export function hasMaven(): boolean {
  const answers = (command: string): boolean => spawnSync(command, ["-version"], { stdio: "ignore" }).status === 0;
  return existsSync(join(project, "pom.xml")) && answers("mvn") && answers("javac");
}

function surefireCounts(): SuiteResult {
  const folder = join(project, "target/surefire-reports");
  const total = { passed: 0, failed: 0, skipped: 0 };
  if (!existsSync(folder)) return total;
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".xml"))) {
    const head = readFileSync(join(folder, file), "utf8").match(/<testsuite\b[^>]*>/)?.[0] ?? "";
    const count = (name: string): number => Number(head.match(new RegExp(`\\b${name}="(\\d+)"`))?.[1] ?? 0);
    const failed = count("failures") + count("errors");
    total.failed += failed;
    total.skipped += count("skipped");
    total.passed += count("tests") - failed - count("skipped");
  }
  return total;
}

/** The official Java SDK, from Maven Central, against the embedded chain. */
export async function runJavaSuite(): Promise<SuiteResult> {
  const code = await spawnInherit("mvn", ["-q", "-B", "-f", join(project, "pom.xml"), "clean", "test"]);
  const counts = surefireCounts();
  return { ...counts, failed: Math.max(counts.failed, code === 0 ? 0 : 1) };
}
