import { describe, expect, it } from "vitest";
import { getTransactionReceiptMethod } from "../../../../src/chain/rpc/transactions";
import { decodeResult } from "../../../../src/chain/rpc/wireMethod";

const hash = `0x${"ab".repeat(32)}`;
const receipt = {
  version: 0,
  contractAddress: "",
  gasUsed: "1",
  status: 0,
  blockNumber: 13,
  output: "0x",
  transactionHash: hash,
  hash,
  logEntries: [],
};
const read = (more: object) => decodeResult(getTransactionReceiptMethod, { ...receipt, ...more });

describe("receipts of releases that aren't known yet", () => {
  it.each<[string, object, string[]]>([
    ["gas as a number", { gasUsed: 21000 }, ["gasUsed"]],
    ["gas as an object", { gasUsed: { total: "0x1" }, effectiveGasPrice: 7 }, ["gasUsed", "effectiveGasPrice"]],
    ["an address as null", { contractAddress: null }, ["contractAddress"]],
    ["logs of another form", { logEntries: { items: [] } }, ["logEntries"]],
    ["one log without data", { logEntries: [{ address: "ab", topics: [] }] }, ["logEntries"]],
    ["output without prefix", { output: "0g", input: 3, message: null }, ["output", "message", "input"]],
    ["no version", { version: undefined }, ["version"]],
  ])("tell status and block with %s", (_, more, unread) => {
    expect(read(more)).toMatchObject({ status: 0, blockNumber: 13, transactionHash: hash, unread });
  });

  it("are whole where only members were added", () => {
    expect(read({ blobGas: { a: [1] } })).toEqual({ ...receipt, message: "", blobGas: { a: [1] } });
    expect(read({ unread: "a node's own" }).unread).toEqual([]);
  });

  it.each([{ status: "0x0" }, { blockNumber: null }, { transactionHash: "0x" }])("are errors with %j", (more) => {
    expect(() => read(more)).toThrow(Object.keys(more)[0]);
  });
});
