import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { DevChainOptions } from "../../src/devchain/settings/options";
import { startDevChain } from "../../src/devchain/startDevChain";
import { keepText } from "../../test/support/secretEvidence";
import { fromNetwork } from "./fromNetwork";
import { mavenEnvironment, shortLived, shortLivedCompiler } from "./javaOptions";
import type { SuiteResult } from "./process";

const folder = resolve(import.meta.dirname, "../../test/java");
const target = join(folder, "target");

const succeeds = (program: string, args: readonly string[]): boolean =>
  spawnSync(program, [...args], { cwd: folder, stdio: ["ignore", 2, 2], env: mavenEnvironment() }).status === 0;

/** The client's jars, and our program compiled against them. */
async function prepare(): Promise<string> {
  const list = join(target, "classpath.txt");
  const fetchJars = (): boolean =>
    succeeds("mvn", ["-q", "-B", "dependency:build-classpath", `-Dmdep.outputFile=${list}`]);
  if (!existsSync(list) && !(await fromNetwork("mvn", fetchJars))) throw new Error("mvn failed");
  const jars = readFileSync(list, "utf8").trim();
  const sources = ["OfficialClient", "ClientInterface", "Governance"].map((name) =>
    join(folder, `src/main/java/chainside/${name}.java`),
  );
  const options = ["-proc:none", "-nowarn", "-Xlint:none", "-cp", jars, "-d", join(target, "classes")];
  if (!succeeds("javac", [...shortLivedCompiler, ...options, ...sources])) throw new Error("javac failed");
  return [join(target, "classes"), jars].join(delimiter);
}

/** Runs the client's program; its lines start with `ok` or `FAIL`. */
function runClient(classpath: string, args: readonly string[]): Promise<string[]> {
  const child = spawn("java", [...shortLived, "-cp", classpath, "chainside.OfficialClient", ...args], {
    cwd: target, // the client writes a log folder where it runs
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => keepText("java", chunk.toString()));
  return new Promise((done) => {
    const limit = setTimeout(() => child.kill("SIGKILL"), 600_000);
    child.once("close", (code) => {
      clearTimeout(limit);
      keepText("java", text);
      const lines = text.split("\n").filter((line) => /^(ok|FAIL) /.test(line));
      done(code === 0 || lines.some((line) => line.startsWith("FAIL")) ? lines : [...lines, `FAIL ended with ${code}`]);
    });
  });
}

/** What the chains are like. A chain with governance is used in other ways; the SM one under the newer executor. */
const modes = {
  plain: {},
  tls: {},
  sm: { suite: "sm" },
  "sm-tls": { suite: "sm" },
  classic: { executorVersion: 0 },
  auth: { auth: true, executorVersion: 0 },
  "sm-auth": { suite: "sm", auth: true },
} as const satisfies Readonly<Record<string, DevChainOptions>>;

/**
 * The official Java client, from Maven Central, against the embedded chain: plain, with TLS, on an SM chain, with SM TLS, with governance.
 */
export async function runOfficialClient(): Promise<SuiteResult> {
  const classpath = await prepare();
  const diary = JSON.parse(readFileSync(join(folder, "diary.json"), "utf8")) as Record<
    "abi" | "standard" | "sm",
    string
  >;
  const scratch = mkdtempSync(join(tmpdir(), "chainside-java-"));
  writeFileSync(join(scratch, "diary.abi"), diary.abi);
  const total = { passed: 0, failed: 0 };
  for (const mode of Object.keys(modes) as (keyof typeof modes)[]) {
    const folder = join(scratch, mode);
    const secure = mode === "tls" ? { tls: folder } : mode === "sm-tls" ? { smTls: folder } : {};
    const chain = await startDevChain({ ...modes[mode], ...secure });
    const delays = monitorEventLoopDelay();
    delays.enable();
    const lines = await runClient(classpath, [
      `127.0.0.1:${chain.port}`,
      mode,
      mode.endsWith("tls") ? join(folder, "sdk") : scratch,
      mode.startsWith("sm") ? diary.sm : diary.standard,
      join(scratch, "diary.abi"),
      chain.accounts[0]?.privateKey ?? "", // the first governor's, where there is governance
    ]);
    delays.disable();
    await chain.close();
    const failures = lines.filter((line) => line.startsWith("FAIL"));
    for (const line of failures) console.log(`${mode}: ${line}`);
    if (failures.length > 0)
      console.log(`${mode}: the chain stood still for ${Math.round(delays.max / 1e6)} ms at most`);
    console.log(`${mode}: ${lines.length - failures.length} of ${lines.length}`);
    total.passed += lines.length - failures.length;
    total.failed += failures.length + (lines.length === 0 ? 1 : 0);
  }
  rmSync(scratch, { recursive: true });
  return total;
}
