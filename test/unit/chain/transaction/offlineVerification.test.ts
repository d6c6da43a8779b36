import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { receiptHash } from "../../../../src/chain/transaction/receiptHash";
import type { RpcBlockHeader, RpcReceipt, RpcTransaction } from "../../../../src/chain/transaction/rpcObjects";
import { verifyBlockHeader } from "../../../../src/chain/transaction/verifyBlockHeader";
import { verifyReceiptProof, verifyTransactionProof } from "../../../../src/chain/transaction/verifyInclusion";
import { bytesToHex } from "../../../../src/crypto/bytes/hex";
import { smSuite, standardSuite } from "../../../../src/crypto/suites";

interface Fixture {
  blocks: (RpcBlockHeader & { transactions: string[] })[];
  receipts: RpcReceipt[];
  transactions: RpcTransaction[];
}

const flip = (hex: string): string => hex.replace(/.$/, (digit) => (digit === "0" ? "1" : "0"));

describe.each([
  ["standard", standardSuite],
  ["sm", smSuite],
  ["old", standardSuite],
] as const)("answers of a real chain (%s)", (name, suite) => {
  const file = join(import.meta.dirname, `../../../fixtures/proofs/${name}.json`);
  const { blocks, receipts, transactions }: Fixture = JSON.parse(readFileSync(file, "utf8"));
  const blockOf = (matches: (block: Fixture["blocks"][number]) => boolean): RpcBlockHeader => {
    const block = blocks.find(matches);
    if (!block) throw new Error("the fixture lacks a block");
    return block;
  };
  const mined = blocks.filter((block) => Number(block.number) > 0);

  it("blocks verify, the genesis block with its own rule", () => {
    expect(blocks.some((block) => Number(block.number) === 0)).toBe(true);
    expect(mined.length).toBeGreaterThan(0);
    for (const block of blocks) {
      const verdict = verifyBlockHeader(suite, block);
      expect(verdict.valid, String(block.number)).toBe(true);
      expect(verdict.signatures.every((each) => each.valid)).toBe(true);
      expect(verdict.signedWeight).toBeGreaterThanOrEqual(verdict.requiredWeight);
    }
  });

  it.each(["txsRoot", "receiptsRoot", "stateRoot", "hash"] as const)("a block with another %s does not", (member) => {
    for (const block of mined) {
      expect(verifyBlockHeader(suite, { ...block, [member]: flip(block[member]) }).hashMatches).toBe(false);
    }
  });

  it("a block without enough good signatures is not final", () => {
    for (const block of mined) {
      const signatureList = (block.signatureList ?? []).map((each) => ({
        ...each,
        signature: each.signature.replace(/^0x../, "0x11"),
      }));
      expect(verifyBlockHeader(suite, { ...block, signatureList })).toMatchObject({ hashMatches: true, valid: false });
      expect(verifyBlockHeader(suite, { ...block, signatureList: [] }).valid).toBe(false);
      const repeated = Array(9).fill({ sealerIndex: 77, signature: "0x11" });
      expect(verifyBlockHeader(suite, { ...block, signatureList: repeated }).valid).toBe(false);
    }
  });

  it("receipts stand in their blocks, and changed ones do not", () => {
    expect(receipts.length).toBeGreaterThan(2);
    for (const receipt of receipts) {
      const block = blockOf((each) => each.number === receipt.blockNumber);
      expect(verifyReceiptProof(suite, receipt, block)).toEqual({
        kind: "included",
        hash: receipt.hash,
        recomputed: true,
      });
      expect(verifyReceiptProof(suite, { ...receipt, gasUsed: "1" }, block).kind).toBe("hashDiffers");
      expect(verifyReceiptProof(suite, receipt, { receiptsRoot: flip(block.receiptsRoot) }).kind).toBe("proofFails");
      expect(verifyReceiptProof(suite, { ...receipt, txReceiptProof: [] }, block).kind).toBe("noProof");
    }
  });

  it("transactions stand in their blocks, and changed ones do not", () => {
    expect(transactions.length).toBeGreaterThan(1);
    for (const transaction of transactions) {
      const block = blockOf((each) => each.transactions.includes(transaction.hash));
      const native = transaction.groupID !== "";
      expect(verifyTransactionProof(suite, transaction, block)).toEqual({
        kind: "included",
        hash: transaction.hash,
        recomputed: native,
      });
      if (native) {
        const changed = { ...transaction, input: `${transaction.input}00` };
        expect(verifyTransactionProof(suite, changed, block).kind).toBe("hashDiffers");
      }
      expect(verifyTransactionProof(suite, transaction, { txsRoot: flip(block.txsRoot) }).kind).toBe("proofFails");
      expect(verifyTransactionProof(suite, { ...transaction, txProof: null }, block).kind).toBe("noProof");
    }
  });

  it("what cannot be read is a decode error", () => {
    const [block] = blocks;
    const [receipt] = receipts;
    const malformed = { name: "ChainError", kind: "decode", code: "malformedRpcObject" };
    expect(() => verifyBlockHeader(suite, { ...block, txsRoot: "0xzz", number: 1 } as RpcBlockHeader)).toThrow(
      expect.objectContaining(malformed),
    );
    expect(() =>
      verifyReceiptProof(suite, { ...receipt, output: undefined } as unknown as RpcReceipt, { receiptsRoot: "0x" }),
    ).toThrow(expect.objectContaining(malformed));
  });
});

it("a transaction of a node before 3.3 prints its nonce as the number itself", () => {
  const file = join(import.meta.dirname, "../../../fixtures/proofs/standard.json");
  const { transactions, blocks }: Fixture = JSON.parse(readFileSync(file, "utf8"));
  const [modern] = transactions.filter((each) => each.groupID !== "");
  if (!modern) throw new Error("the fixture lacks a native transaction");
  const old = { ...modern, nonce: Buffer.from(modern.nonce, "hex").toString() };
  const block = blocks.find((each) => each.transactions.includes(old.hash));
  expect(verifyTransactionProof(standardSuite, old, { txsRoot: block?.txsRoot ?? "" }).kind).toBe("included");
});

it("of an Ethereum transaction only the hash it carries is proven", () => {
  const hash = `0x${"ab".repeat(32)}`;
  const wrapped = { chainID: "20200", groupID: "", blockLimit: 0, nonce: "307830", to: "", input: "0x", hash };
  const verdict = verifyTransactionProof(standardSuite, { ...wrapped, txProof: [hash.slice(2)] }, { txsRoot: hash });
  expect(verdict).toEqual({ kind: "included", hash, recomputed: false });
});

it("a receipt whose addresses are stored with 0x verifies too", () => {
  const contractAddress = `0x${"5a".repeat(20)}`;
  const stored = { version: 0, gasUsed: "1", contractAddress, status: 0, output: new Uint8Array(0), logEntries: [] };
  const hash = bytesToHex(receiptHash(standardSuite, { ...stored, blockNumber: 1n, effectiveGasPrice: "" }));
  const printed = { ...stored, output: "0x", blockNumber: 1, hash, txReceiptProof: [hash.slice(2)] };
  expect(verifyReceiptProof(standardSuite, printed, { receiptsRoot: hash }).kind).toBe("included");
});
