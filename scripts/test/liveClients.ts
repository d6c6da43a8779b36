import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { type ClientContract, generateClients } from "../../src/applications/java/generateClients";
import { clientContracts } from "../../src/cli/applications/clientContracts";
import type { CryptoSuiteName } from "../../src/crypto/cryptoSuite";
import { startDevChain } from "../../src/devchain/startDevChain";
import { compileJava, jarsOf, runProgram, target } from "./generatedClients";
import type { SuiteResult } from "./process";

const fixtures = resolve(import.meta.dirname, "../../test/fixtures/javaLive");
const program = resolve(import.meta.dirname, "../../test/java/src/main/java/chainside/LiveClients.java");

/** Chains on which values move. */
const features = ["feature_balance", "feature_balance_precompiled"];

/** Calls classes of one release on a chain; gives the lines, which begin with `ok` or `FAIL`. */
async function callOnChain(suite: CryptoSuiteName, jars: string, classes: string, scratch: string, values: boolean) {
  const chain = await startDevChain({ suite, features, fund: 10, accounts: 1 });
  try {
    const key = chain.accounts[0]?.privateKey ?? "";
    const classpath = ["-cp", [classes, jars].join(delimiter), "chainside.LiveClients"];
    const words = [`127.0.0.1:${chain.port}`, suite, key.replace(/^0x/, ""), values ? "values" : "plain"];
    return await runProgram([...classpath, ...words], scratch);
  } finally {
    await chain.close();
  }
}

async function runRelease(release: string, java: number, contracts: readonly ClientContract[]): Promise<SuiteResult> {
  const scratch = mkdtempSync(join(tmpdir(), "chainside-live-"));
  const total = { passed: 0, failed: 0 };
  try {
    const sources = join(scratch, "live");
    mkdirSync(sources);
    const sdk = release.slice(0, 3);
    const files = generateClients(contracts, { packageName: "live", sdk, bytecode: true });
    for (const { name, text } of files) writeFileSync(join(sources, name), text);
    const jars = await jarsOf(release);
    const classes = join(scratch, "classes");
    const paths = files.map(({ name }) => join(sources, name));
    compileJava(paths, classes, jars, java);
    compileJava([program], classes, [classes, jars].join(delimiter), 11);
    for (const suite of ["standard", "sm"] as const) {
      const lines = await callOnChain(suite, jars, classes, scratch, sdk === "3.6");
      const failures = lines.filter((line) => line.startsWith("FAIL"));
      for (const line of failures) console.log(`${release} ${suite}: ${line}`);
      console.log(
        `classes on a chain with SDK ${release}, ${suite}: ${lines.length - failures.length} of ${lines.length}`,
      );
      total.passed += lines.length - failures.length;
      total.failed += failures.length;
    }
  } finally {
    rmSync(scratch, { recursive: true });
  }
  return total;
}

/**
 * What generated classes do on a chain, written as an application would: deploy with libraries and links, transactions in every form, dry
 * runs, errors, events, subscriptions, values; with the oldest and the newest SDK, on both kinds of chain.
 */
export async function runLiveClients(): Promise<SuiteResult> {
  mkdirSync(target, { recursive: true });
  const asked = { paths: [fixtures], folder: target, bytecode: true, solc: undefined, evm: "paris" };
  const { contracts, complete } = await clientContracts(asked);
  if (!complete) throw new Error("a fixture doesn't compile");
  const total = { passed: 0, failed: 0 };
  for (const [release, java] of [
    ["3.2.0", 8],
    ["3.6.0", 17],
  ] as const) {
    const { passed, failed } = await runRelease(release, java, contracts);
    total.passed += passed;
    total.failed += failed;
  }
  return total;
}
