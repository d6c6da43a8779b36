import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { type ClientContract, generateClients } from "../../src/applications/java/generateClients";
import { clientContracts } from "../../src/cli/applications/clientContracts";
import type { CryptoSuiteName } from "../../src/crypto/cryptoSuite";
import { startDevChain } from "../../src/devchain/startDevChain";
import { clientCases, tortureAbi } from "./clientCases";
import { fromNetwork } from "./fromNetwork";
import { shortLived, shortLivedCompiler } from "./javaOptions";
import type { SuiteResult } from "./process";

const folder = resolve(import.meta.dirname, "../../test/java");
export const target = join(folder, "target");
const fixtures = ["javaCases", "javaShapes"].map((name) => resolve(import.meta.dirname, "../../test/fixtures", name));

export function run(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: target, encoding: "utf8", maxBuffer: 1 << 28 });
  if (status === 0) return stdout;
  throw new Error(`${program} ended with ${status}\n${(stdout + stderr).slice(0, 4000)}`);
}

/** Jars of one release of the SDK. */
export async function jarsOf(release: string): Promise<string> {
  const list = join(target, `classpath-${release}.txt`);
  mkdirSync(target, { recursive: true });
  if (!existsSync(list)) {
    const pom = join(target, `pom-${release}.xml`);
    const own = readFileSync(join(folder, "pom.xml"), "utf8");
    writeFileSync(pom, own.replace("<version>3.6.0</version>", `<version>${release}</version>`));
    const args = ["-q", "-B", "-f", pom, "dependency:build-classpath", `-Dmdep.outputFile=${list}`];
    const fetchJars = (): boolean => spawnSync("mvn", args, { cwd: target, stdio: ["ignore", 2, 2] }).status === 0;
    if (!(await fromNetwork("mvn", fetchJars))) throw new Error("mvn failed");
  }
  return readFileSync(list, "utf8").trim();
}

/** Contracts of the fixtures, and those that are made up. */
async function contractsToGenerate(paths: readonly string[]): Promise<ClientContract[]> {
  const { contracts, complete } = await clientContracts({
    paths,
    folder: target,
    bytecode: false,
    solc: undefined,
    evm: undefined,
  });
  if (!complete) throw new Error("a fixture doesn't compile");
  const torture = [1, 2].map((seed): ClientContract => {
    const artifact = { name: `Torture${seed}`, abi: tortureAbi(250, 7919 * seed), libraryNames: {} };
    return { artifact, origin: { source: "made up", files: [] } };
  });
  return [...contracts, ...torture];
}

/** Compiles Java sources of a folder. */
export function compileJava(sources: readonly string[], classes: string, jars: string, release: number): void {
  mkdirSync(classes, { recursive: true });
  const list = join(classes, "sources.txt");
  writeFileSync(list, sources.map((path) => `"${path}"`).join("\n"));
  const options = ["--release", String(release), "-encoding", "UTF-8", "-proc:none", "-nowarn", "-Xlint:none"];
  run("javac", [...shortLivedCompiler, ...options, "-cp", jars, "-d", classes, `@${list}`]);
}

const harnesses = new Map<string, string>();

/** The program that calls classes, compiled once for each release of the SDK. */
function harnessFor(jars: string): string {
  const known = harnesses.get(jars);
  if (known !== undefined) return known;
  const harness = join(target, `harness-${harnesses.size}`);
  rmSync(harness, { recursive: true, force: true });
  compileJava([join(folder, "src/main/java/chainside/Clients.java")], harness, jars, 11);
  harnesses.set(jars, harness);
  return harness;
}

/** Calls the methods of classes with the cases; gives the lines, which begin with `ok` or `FAIL`. */
export async function callClients(
  suite: CryptoSuiteName,
  jars: string,
  classes: string,
  cases: readonly object[],
): Promise<string[]> {
  const scratch = mkdtempSync(join(tmpdir(), "chainside-clients-"));
  const harness = harnessFor(jars);
  const file = join(scratch, "cases.json");
  writeFileSync(file, JSON.stringify(cases));
  const chain = await startDevChain({ suite });
  try {
    const args = [
      "-cp",
      [harness, jars].join(delimiter),
      "chainside.Clients",
      `127.0.0.1:${chain.port}`,
      suite,
      classes,
      file,
    ];
    return await runProgram(args, scratch);
  } finally {
    await chain.close();
    rmSync(scratch, { recursive: true });
  }
}

/** Runs a program of Java that says `ok` or `FAIL`; gives these lines. One that ends without the last of them has failed. */
export async function runProgram(args: readonly string[], cwd: string): Promise<string[]> {
  const child = spawn("java", [...shortLived, ...args], { cwd, stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  let trouble = "";
  child.stdout.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    trouble += chunk.toString();
  });
  return new Promise((done) => {
    const limit = setTimeout(() => child.kill("SIGKILL"), 600_000);
    child.once("close", (code) => {
      clearTimeout(limit);
      const lines = text.split("\n").filter((line) => /^(ok|FAIL) /.test(line));
      const hasFailed = lines.some((line) => line.startsWith("FAIL"));
      const ended =
        code === 0 || (code === 1 && hasFailed) ? [] : [`FAIL ended with ${code} ${trouble.slice(0, 1000)}`];
      done([...lines, ...ended]);
    });
  });
}

/**
 * Classes of every fixture and of contracts that are made up: they compile with the oldest and the newest SDK, and every call, result,
 * event and error is encoded and decoded as our own coder has it, on both suites.
 */
export async function runGeneratedClients(): Promise<SuiteResult> {
  const scratch = mkdtempSync(join(tmpdir(), "chainside-generated-"));
  const total = { passed: 0, failed: 0 };
  try {
    const contracts = await contractsToGenerate(fixtures);
    for (const { release, java } of [
      { release: "3.2.0", java: 8 },
      { release: "3.6.0", java: 17 },
    ]) {
      const packageName = `generated${release.replaceAll(".", "")}`;
      const sources = join(scratch, packageName);
      mkdirSync(sources);
      const files = generateClients(contracts, { packageName, sdk: release.slice(0, 3), bytecode: false });
      for (const { name, text } of files) writeFileSync(join(sources, name), text);
      const classes = join(scratch, `${packageName}-classes`);
      const jars = await jarsOf(release);
      compileJava(
        files.map(({ name }) => join(sources, name)),
        classes,
        jars,
        java,
      );
      for (const suite of ["standard", "sm"] as const) {
        const lines = await callClients(suite, jars, classes, clientCases(contracts, packageName, "", suite, 1));
        const failures = lines.filter((line) => line.startsWith("FAIL"));
        for (const line of failures.slice(0, 20)) console.log(`${release} ${suite}: ${line}`);
        console.log(`classes with SDK ${release}, ${suite}: ${lines.length - failures.length} of ${lines.length}`);
        total.passed += lines.length - failures.length;
        total.failed += failures.length;
      }
    }
  } finally {
    rmSync(scratch, { recursive: true });
  }
  return total;
}
