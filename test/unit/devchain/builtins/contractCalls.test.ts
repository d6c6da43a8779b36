import { describe, expect, it } from "vitest";
import { bytesToHexDigits, hexToBytes } from "../../../../src/crypto/hex";
import { type AbiItem, decodeArguments } from "../../../../src/devchain/builtins/abiBytes";
import { encodeCall } from "../../../../src/devchain/builtins/contract";
import { ExecutedChain, stranger } from "../governance/executedChain";

const tableManager = "1002".padStart(40, "0");
const crypto = "100a".padStart(40, "0");

/** A contract that passes on what follows the first word of its input to the address there, and fails when asked to. */
const forwarder =
  "602036038060206000376000600082600060006000355af13d600060003e60003560f81c1516602d573d6000fd5b3d6000f3";

async function withForwarder(executorVersion: 0 | 1, compatibilityVersion = "3.16.0") {
  const chain = await ExecutedChain.start({ executorVersion, compatibilityVersion });
  const length = (forwarder.length / 2).toString(16);
  chain.number++;
  const { contractAddress } = await chain.run(
    "",
    hexToBytes(`60${length}600c60003960${length}6000f3${forwarder}`),
    stranger,
  );
  const through = async (to: string, signature: string, values: readonly AbiItem[], returns: string, fail = false) => {
    chain.number++;
    const call = bytesToHexDigits(encodeCall(chain.suite, signature, values));
    const input = hexToBytes((fail ? "ff" : "00") + to.padStart(62, "0") + call);
    const result = await chain.run(contractAddress, input, stranger);
    return result.status === 0 ? decodeArguments(returns, result.output) : result.status;
  };
  return { chain, through };
}

describe.each([0, 1] as const)("a contract under executor %d", (executorVersion) => {
  it("makes a table, writes to it and reads it", async () => {
    const { chain, through } = await withForwarder(executorVersion);
    expect(await through(tableManager, "createKVTable(string,string,string)", ["t", "id", "v"], "int32")).toEqual([0n]);
    const [table] = (await through(tableManager, "openTable(string)", ["t"], "address")) as [string];
    expect(await through(table, "set(string,string)", ["k", "v"], "int32")).toEqual([1n]);
    expect(await chain.read(table, "get(string)", ["k"], "bool,string")).toEqual([true, "v"]);
  });

  it("takes back what a built-in contract did when it fails", async () => {
    const { chain, through } = await withForwarder(executorVersion);
    const create = "createKVTable(string,string,string)";
    expect(await through(tableManager, create, ["t", "id", "v"], "int32", true)).toBe(16);
    expect(await chain.read(tableManager, "openTable(string)", ["t"], "address")).toEqual(["0".repeat(40)]);
    expect(await through(tableManager, create, ["t", "id", "v"], "int32")).toEqual([0n]);
    const [table] = (await through(tableManager, "openTable(string)", ["t"], "address")) as [string];
    expect(await through(table, "set(string,string)", ["k", "v"], "int32", true)).toBe(16);
    expect(await chain.read(table, "get(string)", ["k"], "bool,string")).toEqual([false, ""]);
  });

  it("fails when a built-in contract refuses", async () => {
    const { through } = await withForwarder(executorVersion);
    expect(await through(tableManager, "createKVTable(string,string,string)", ["t!", "id", "v"], "int32")).toBe(16);
    expect(await through(crypto, "unheardOf()", [], "int32")).toBe(16);
  });
});

describe("a contract of a chain before data version 3.6", () => {
  it("is told of a refusal as of a success", async () => {
    const { through } = await withForwarder(0, "3.5.0");
    const answer = await through(tableManager, "createKVTable(string,string,string)", ["t!", "id", "v"], "bytes4");
    expect(answer).toEqual(["\x08\xc3\x79\xa0"]);
  });
});
