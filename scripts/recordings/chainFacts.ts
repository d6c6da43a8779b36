import type { BlockHeader } from "../../src/chain/rpc/blockSchema";
import type { TransactionReceipt } from "../../src/chain/rpc/receiptSchema";
import type { ChainTransaction } from "../../src/chain/rpc/transactionSchema";
import { verifyBlockHeader } from "../../src/chain/transaction/verifyBlockHeader";
import { verifyReceiptProof, verifyTransactionProof } from "../../src/chain/transaction/verifyInclusion";
import type { CryptoSuite } from "../../src/crypto/cryptoSuite";
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

/** Verifies every block, receipt and transaction offline: hashes, quorum of signatures, Merkle proofs. */
export function verifyFacts(suite: CryptoSuite, facts: ChainFacts, tally: Tally): void {
  for (const block of facts.blocks) {
    const verdict = verifyBlockHeader(suite, block);
    const bad = verdict.signatures.filter(({ valid }) => !valid).length;
    const problem =
      verdict.valid && bad === 0
        ? undefined
        : `block ${block.number}: hash ${verdict.hashMatches}, ${bad} bad signatures`;
    tally.add("(block hash and signatures)", problem);
  }
  const rootsOf = (number: unknown): BlockHeader[] => facts.blocks.filter((block) => block.number === number);
  for (const receipt of facts.receipts) {
    const blocks = rootsOf(receipt.blockNumber);
    const proven = receipt.txReceiptProof && receipt.txReceiptProof.length > 0;
    const kinds = (blocks.length > 0 ? blocks : [{ receiptsRoot: `0x${"00".repeat(32)}` }]).map(
      (block) => verifyReceiptProof(suite, receipt, block).kind,
    );
    tally.add("(receipt hash)", kinds.includes("hashDiffers") ? `receipt of ${receipt.transactionHash}` : undefined);
    if (!proven || blocks.length === 0) continue;
    tally.add("(receipt proof)", kinds.includes("included") ? undefined : `${kinds[0]}: ${receipt.transactionHash}`);
  }
  for (const transaction of facts.transactions) {
    const receipt = facts.receipts.find(({ transactionHash }) => transactionHash === transaction.hash);
    const blocks = rootsOf(receipt?.blockNumber);
    const proven = transaction.txProof && transaction.txProof.length > 0;
    const kinds = (blocks.length > 0 ? blocks : [{ txsRoot: `0x${"00".repeat(32)}` }]).map(
      (block) => verifyTransactionProof(suite, transaction, block).kind,
    );
    tally.add("(transaction hash)", kinds.includes("hashDiffers") ? transaction.hash : undefined);
    if (!proven || blocks.length === 0) continue;
    tally.add("(transaction proof)", kinds.includes("included") ? undefined : `${kinds[0]}: ${transaction.hash}`);
  }
}
