import { describe, expect, it } from "vitest";
import { bytesToHexDigits, hexToBytes } from "../../../../src/crypto/bytes/hex";
import { type AbiItem, decodeArguments } from "../../../../src/devchain/precompiled/host/abiBytes";
import { encodeCall } from "../../../../src/devchain/precompiled/host/contract";
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

describe("the node's contracts for load tests", () => {
  const sort = ["sort(uint256,uint256)", [1000n, 0n]] as const;
  const pay = ["sendPayment(string,string,uint256)", ["a", "b", 5n]] as const;
  const run = (chain: ExecutedChain, to: string, [signature, values]: typeof sort | typeof pay) =>
    chain.run(to.padStart(40, "0"), encodeCall(chain.suite, signature, values), stranger);

  it("answer with nothing under the classic executor", async () => {
    const chain = await ExecutedChain.start({ executorVersion: 0 });
    expect(await run(chain, "5200", sort)).toMatchObject({ status: 0, gasUsed: 0n, output: new Uint8Array(0) });
    expect(await run(chain, "627f", pay)).toMatchObject({ status: 0, gasUsed: 200n, output: new Uint8Array(0) });
    expect((await run(chain, "6280", pay)).status).toBe(19);
  });

  it("are not there under the baseline executor", async () => {
    const chain = await ExecutedChain.start({ executorVersion: 1 });
    expect((await run(chain, "5200", sort)).status).toBe(16);
    expect((await run(chain, "6200", pay)).status).toBe(16);
  });
});

describe("contracts that contracts make", () => {
  const sharding = "1010".padStart(40, "0");
  /** Makes a contract whose code is one STOP, and gives its address. */
  const maker = "6b6001600c60003960016000f3600052600d60146000f060005260206000f3";

  it.each([
    [0, "there"],
    [1, ""],
  ] as const)("are in the shard of their creator under executor %d: '%s'", async (executorVersion, shard) => {
    const chain = await ExecutedChain.start({ executorVersion, features: ["feature_sharding"] });
    const length = (maker.length / 2).toString(16).padStart(2, "0");
    chain.number++;
    const { contractAddress } = await chain.run(
      "",
      hexToBytes(`60${length}600c60003960${length}6000f3${maker}`),
      stranger,
    );
    chain.number++;
    const made = bytesToHexDigits((await chain.run(contractAddress, hexToBytes("01"), stranger)).output).slice(24);
    expect(made).not.toBe("0".repeat(40));
    expect(
      await chain.send(sharding, "linkShard(string,string)", ["there", contractAddress], stranger, "int32"),
    ).toEqual([0n]);
    expect(await chain.read(sharding, "getContractShard(string)", [made], "int256,string")).toEqual([0n, shard]);
  });
});
