import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ClientContract } from "../../src/applications/java/generateClients";
import type { ApplicationKind, ApplicationRequest } from "../../src/applications/newApplication/base/application";
import { springRelease } from "../../src/applications/newApplication/java/buildText";
import { newApplication } from "../../src/applications/newApplication/newApplication";
import { readJsonArtifact } from "../../src/chain/artifact/readArtifact";
import { root } from "../lint/sources";
import { fromNetwork } from "./fromNetwork";
import { mavenEnvironment } from "./javaOptions";
import type { SuiteResult } from "./process";
import { askServices, type BuiltService } from "./springServices";

const kioskFile = join(root, "test/fixtures/artifacts/contracts/Kiosk.sol/Kiosk.json");

/** Code that stops at once, whatever it is called with. */
const stopping = "600160005260016000f3";

/** Names that Java has, types within each other. */
function hardContract(): ClientContract {
  const pair = {
    name: "pair",
    type: "tuple[2][]",
    components: [
      { name: "class", type: "int48" },
      { name: "", type: "bytes3[]" },
      { name: "inner", type: "tuple[]", components: [{ name: "this", type: "bool" }] },
    ],
  };
  const flag = { name: "", type: "bool" };
  const abi = [
    { type: "constructor", inputs: [pair], stateMutability: "nonpayable" },
    { type: "function", name: "at", inputs: [pair, flag], outputs: [pair, flag], stateMutability: "view" },
    { type: "function", name: "new", inputs: [flag], outputs: [], stateMutability: "view" },
    { type: "function", name: "chain", inputs: [], outputs: [pair], stateMutability: "payable" },
    { type: "function", name: "contract", inputs: [pair], outputs: [], stateMutability: "nonpayable" },
  ];
  const artifact = { name: "List", abi, bytecode: stopping, libraryNames: {} };
  return { artifact, origin: { source: "made up", files: [] } };
}

function contracts(): ClientContract[] {
  const kiosk = readJsonArtifact(readFileSync(kioskFile, "utf8"), "Kiosk.json");
  if (!kiosk) throw new Error("Kiosk.json is no artifact");
  return [{ artifact: kiosk, origin: { source: "Kiosk.sol", files: [] } }, hardContract()];
}

/** Counts of the last line that sums up the tests. */
function resultOf(output: string): SuiteResult | undefined {
  const sums = [...output.matchAll(/Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)\s*$/gm)];
  const [run = 0, failures = 0, errors = 0, skipped = 0] = (sums.at(-1) ?? []).slice(1).map(Number);
  return sums.length === 0
    ? undefined
    : { passed: run - failures - errors - skipped, failed: failures + errors + skipped };
}

/** Writes an application, builds it with Maven, and runs its own tests. */
async function buildApplication(
  kind: ApplicationKind,
  folder: string,
): Promise<SuiteResult & { request: ApplicationRequest }> {
  const request: ApplicationRequest = {
    ...{
      kind,
      build: "maven",
      name: "shop-app",
      packageName: "org.example.shop",
      contracts: contracts(),
      addresses: {},
    },
    chain: { urls: ["http://127.0.0.1:20200"], group: undefined, tls: undefined },
    chainside: "0.0.0-test",
  };
  for (const { path, text } of newApplication(request)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const env = { ...mavenEnvironment(), CHAINSIDE: join(root, "dist/cli.js") };
  const options = { cwd: folder, env, encoding: "utf8", maxBuffer: 1 << 26 } as const;
  let output = "";
  const build = (...args: readonly string[]): boolean => {
    const { status, stdout, stderr } = spawnSync("mvn", ["-B", ...machine(kind), ...args], options);
    output = stdout + stderr;
    return status === 0;
  };
  let built = false;
  // What failed before a test ran may be the network; tests aren't run again.
  await fromNetwork("mvn", () => {
    built = build("package");
    return built || resultOf(output) !== undefined;
  });
  const result = resultOf(output);
  if (!built || !result) console.log(output.slice(-6000));
  const { passed = 0, failed = 0 } = result ?? {};
  return { passed, failed: built || failed > 0 ? failed : 1, request };
}

/** Java 8's own library alone, though a newer compiler compiles: what isn't in it isn't found. */
const machine = (kind: ApplicationKind): readonly string[] =>
  springRelease(kind)?.java === 8 ? ["-Dmaven.compiler.release=8"] : [];

/**
 * Java applications as `chainside new application` writes them: built with Maven, and tested by their own tests on embedded chains.
 * Services are then asked over HTTP.
 */
export async function runNewApplications(
  kinds: readonly ApplicationKind[] = ["java", "spring-boot-3", "spring-boot-2"],
): Promise<SuiteResult> {
  const total = { passed: 0, failed: 0 };
  if (!existsSync(join(root, "dist/cli.js"))) throw new Error("npm run build makes dist/cli.js");
  const scratch = mkdtempSync(join(tmpdir(), "chainside-application-"));
  const services: BuiltService[] = [];
  const count = ({ passed, failed }: SuiteResult): void => {
    total.passed += passed;
    total.failed += failed;
  };
  try {
    for (const kind of kinds) {
      const folder = join(scratch, kind);
      mkdirSync(folder);
      const built = await buildApplication(kind, folder);
      console.log(`new application ${kind}: ${built.passed} of ${built.passed + built.failed}`);
      count(built);
      const jar = join(folder, "target/shop-app.jar");
      if (springRelease(kind) && existsSync(jar)) services.push({ kind, jar, request: built.request });
    }
    count(await askServices(services, scratch));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return total;
}
