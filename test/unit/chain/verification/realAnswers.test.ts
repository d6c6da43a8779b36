import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { smSuite, standardSuite } from "../../../../src/crypto/suites";
import { headerFaults, receiptFaults, transactionFaults } from "../../../support/offlineProof";
import type { RpcBlockHeader, RpcReceipt, RpcTransaction } from "../../../support/printedObjects";

interface Fixture {
  blocks: (RpcBlockHeader & { transactions: string[] })[];
  receipts: RpcReceipt[];
  transactions: RpcTransaction[];
}

const read = (name: string): Fixture =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../../fixtures/proofs/${name}.json`), "utf8")) as Fixture;
const flip = (hex: string): string => hex.replace(/.$/, (digit) => (digit === "0" ? "1" : "0"));

describe.each([
  ["standard", standardSuite],
  ["sm", smSuite],
  ["old", standardSuite],
] as const)("answers of a real chain (%s)", (name, suite) => {
  const { blocks, receipts, transactions } = read(name);
  const blockOf = (matches: (block: Fixture["blocks"][number]) => boolean): RpcBlockHeader => {
    const block = blocks.find(matches);
    if (!block) throw new Error("the fixture lacks a block");
    return block;
  };
  const mined = blocks.filter((block) => Number(block.number) > 0);

  it("blocks hold, the genesis block by its own rule", () => {
    expect(blocks.length).toBe(mined.length + 1);
    expect(mined.length).toBeGreaterThan(2);
    for (const block of blocks) expect(headerFaults(suite, block), String(block.number)).toEqual([]);
  });

  it.each(["txsRoot", "receiptsRoot", "stateRoot", "hash"] as const)("a block with another %s does not", (member) => {
    for (const block of mined)
      expect(headerFaults(suite, { ...block, [member]: flip(block[member]) })).toContain("headerHashDiffers");
  });

  it("a block without enough good signatures is not final", () => {
    for (const block of mined) {
      const signatureList = (block.signatureList ?? []).map((each) => ({
        ...each,
        signature: each.signature.replace(/^0x../, "0x11"),
      }));
      expect(headerFaults(suite, { ...block, signatureList })).toEqual(["badSignature"]);
      expect(headerFaults(suite, { ...block, signatureList: [] })).toEqual(["tooFewSigned"]);
      const repeated = Array(9).fill(block.signatureList?.[0]);
      expect(headerFaults(suite, { ...block, signatureList: repeated })).toEqual(["badSignature"]);
    }
  });

  it("receipts stand in their blocks, and changed ones do not", () => {
    expect(receipts.length).toBeGreaterThan(2);
    for (const receipt of receipts) {
      const block = blockOf((each) => each.number === receipt.blockNumber);
      expect(receiptFaults(suite, receipt, block)).toEqual([]);
      expect(receiptFaults(suite, { ...receipt, gasUsed: "1" }, block)).toContain("hashDiffers");
      expect(receiptFaults(suite, receipt, { ...block, receiptsRoot: flip(block.receiptsRoot) })).toEqual([
        "rootDiffers",
      ]);
      expect(receiptFaults(suite, { ...receipt, txReceiptProof: [] }, block)).toEqual(["no root"]);
      expect(receiptFaults(suite, { ...receipt, output: undefined }, block)).toContain("unreadable");
    }
  });

  it("transactions stand in their blocks, and changed ones do not", () => {
    expect(transactions.length).toBeGreaterThan(1);
    for (const transaction of transactions) {
      const block = blockOf((each) => each.transactions.includes(transaction.hash));
      expect(transactionFaults(suite, transaction, block)).toEqual([]);
      const changed = { ...transaction, input: `${transaction.input}00` };
      expect(transactionFaults(suite, changed, block)).toContain("hashDiffers");
      expect(transactionFaults(suite, transaction, { ...block, txsRoot: flip(block.txsRoot) })).toEqual([
        "rootDiffers",
      ]);
      expect(transactionFaults(suite, { ...transaction, txProof: null }, block)).toContain("noPath");
    }
  });
});

it("a transaction of a node before 3.3 prints its nonce as the number itself", () => {
  const { transactions, blocks } = read("standard");
  const [modern] = transactions;
  if (!modern) throw new Error("the fixture lacks a transaction");
  const old = { ...modern, nonce: Buffer.from(modern.nonce, "hex").toString() };
  const block = blocks.find((each) => each.transactions.includes(old.hash));
  expect(transactionFaults(standardSuite, old, block)).toEqual([]);
});
