import type { BlockHeader } from "../../src/chain/rpc/blocks";
import type { TransactionReceipt } from "../../src/chain/rpc/receiptSchema";
import type { ChainTransaction } from "../../src/chain/rpc/transactions";
import type { CryptoSuite } from "../../src/crypto/cryptoSuite";
import { headerFaults, receiptFaults, transactionFaults } from "../../test/support/offlineProof";
import { isObject, type Outcome } from "./exchange";
import type { Tally } from "./tally";

/** Blocks, receipts and transactions that the recordings of one chain hold. */
export interface ChainFacts {
  blocks: BlockHeader[];
  receipts: TransactionReceipt[];
  transactions: ChainTransaction[];
}

const blockMethods = new Set(["getBlockByNumber", "getBlockByHash"]);

/** Adds what an answer tells of the chain. */
export function collectFacts(result: Outcome, facts: ChainFacts): void {
  const { method, value } = result;
  if (!isObject(value)) return;
  if (blockMethods.has(method)) {
    facts.blocks.push(value as unknown as BlockHeader);
    const { transactions } = value;
    if (Array.isArray(transactions))
      facts.transactions.push(...(transactions.filter(isObject) as unknown as ChainTransaction[]));
  } else if (method === "getTransactionReceipt" || method === "sendTransaction") {
    facts.receipts.push(value as unknown as TransactionReceipt);
  } else if (method === "getTransaction") facts.transactions.push(value as unknown as ChainTransaction);
}

const ofHash = new Set(["hashDiffers", "unreadable"]);

const isBare = (hash: string | undefined): boolean => hash === undefined || hash === "" || hash === "0x";

const problemOf = (subject: string, faults: readonly string[] | undefined = []): string | undefined =>
  faults.length > 0 ? `${subject}: ${faults.join()}` : undefined;

/** Verifies every block, receipt and transaction offline: hashes, quorum of signatures, Merkle proofs. */
export function verifyFacts(suite: CryptoSuite, facts: ChainFacts, tally: Tally): void {
  for (const block of facts.blocks)
    tally.add("(block hash and signatures)", problemOf(`block ${block.number}`, headerFaults(suite, block)));
  /** Several chains may have been recorded one after the other: one block of the number must hold it. */
  const check = (
    kind: string,
    { hash, blockNumber, proof }: { hash: string; blockNumber: unknown; proof: readonly string[] | null | undefined },
    faultsIn: (block: unknown) => string[],
  ): void => {
    const ownFaults = faultsIn({}).filter((reason) => ofHash.has(reason));
    tally.add(`(${kind} hash)`, problemOf(hash, ownFaults));
    const blocks = facts.blocks.filter((block) => block.number === blockNumber);
    if (!proof?.length || blocks.length === 0) return;
    const found = blocks.map(faultsIn);
    tally.add(`(${kind} proof)`, found.some(({ length }) => length === 0) ? undefined : problemOf(hash, found[0]));
  };
  // A transaction that was refused has a receipt in no block, without a hash.
  for (const receipt of facts.receipts.filter(({ hash }) => !isBare(hash))) {
    const { transactionHash: hash, blockNumber, txReceiptProof: proof } = receipt;
    check("receipt", { hash, blockNumber, proof }, (block) => receiptFaults(suite, receipt, block));
  }
  for (const transaction of facts.transactions) {
    const { hash, txProof: proof } = transaction;
    const receipt = facts.receipts.find(({ transactionHash }) => transactionHash === hash);
    check("transaction", { hash, blockNumber: receipt?.blockNumber, proof }, (block) =>
      transactionFaults(suite, transaction, block),
    );
  }
}
