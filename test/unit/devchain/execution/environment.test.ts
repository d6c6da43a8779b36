import { describe, expect, test } from "vitest";
import { bytesToHexDigits } from "../../../../src/crypto/bytes/hex";
import type { DevChainOptions } from "../../../../src/devchain/settings/options";
import { admin, ExecutedChain } from "../governance/executedChain";

// What code sees of its surroundings (evm-differences.md, "Revision and opcodes").

const give = "60005260206000f3";
const baseline: DevChainOptions = { executorVersion: 1 };
const classic: DevChainOptions = { executorVersion: 0 };

async function seen(options: DevChainOptions, code: string): Promise<string | number> {
  const chain = await ExecutedChain.start(options);
  const result = await chain.sendRaw(await chain.deploy(`${code}${give}`), "00");
  return result.status === 0 ? bytesToHexDigits(result.output).replace(/^0+/, "") : result.status;
}

describe("opcodes of the surroundings", () => {
  test.each([
    ["COINBASE", "41", ""],
    ["PREVRANDAO", "44", ""],
    ["BASEFEE", "48", ""],
    ["GASLIMIT", "45", (3_000_000_000).toString(16)],
    ["GASPRICE", "3a", ""],
    ["ORIGIN", "32", admin],
    ["CALLVALUE", "34", ""],
    ["SELFBALANCE", "47", ""],
    ["NUMBER", "43", "2"],
    ["TIMESTAMP in milliseconds", "42", (2000).toString(16)],
    ["CHAINID", "46", (20_200).toString(16)],
  ])("%s", async (_, code, expected) => {
    for (const options of [baseline, classic]) expect(await seen(options, code)).toBe(expected);
  });

  test("a value has the bits of a word", async () => {
    const chain = await ExecutedChain.start(baseline);
    // whether nothing was paid
    const contract = await chain.deploy(`3415${give}`);
    const { status, output } = await chain.sendRaw(contract, "00", 2n ** 256n);
    expect([status, output.at(-1)]).toEqual([0, 1]);
  });

  test("chain ids are seen since data version 3.9", async () => {
    expect(await seen({ ...classic, compatibilityVersion: "3.8.0" }, "46")).toBe("");
  });

  test("seconds: a feature, and under the baseline executor a correction too", async () => {
    const features = ["feature_evm_timestamp"];
    expect(await seen({ ...classic, features }, "42")).toBe("2");
    expect(await seen({ ...baseline, features }, "42")).toBe("2");
    expect(await seen({ ...baseline, features, compatibilityVersion: "3.15.0" }, "42")).toBe((2000).toString(16));
  });

  test.each([
    ["PUSH0", "5f", ""],
    ["MCOPY", "6000600060005e6001", "1"],
    ["TSTORE and TLOAD", "600760015d60015c", "7"],
    ["BLOBHASH", "600049", ""],
    ["BLOBBASEFEE", "4a", ""],
  ])("%s: Cancun", async (_, code, expected) => {
    expect(await seen(baseline, code)).toBe(expected);
    expect(await seen({ ...classic, features: ["feature_evm_cancun"] }, code)).toBe(expected);
    expect(await seen(classic, code)).toBe(10);
  });

  test("what a transaction keeps for itself is gone in the next", async () => {
    const chain = await ExecutedChain.start(baseline);
    // gives what is kept under 1, then keeps 7 there
    const keeps = await chain.deploy(`60015c600760015d${give}`);
    for (let i = 0; i < 2; i++) expect((await chain.sendRaw(keeps, "00")).output.at(-1)).toBe(0);
  });
});
