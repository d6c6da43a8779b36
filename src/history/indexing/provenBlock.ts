import type { RequestOptions } from "../../chain/client/client";
import { clientError } from "../../chain/errors/clientError";
import type { Block } from "../../chain/rpc/blockSchema";
import type { TransactionReceipt } from "../../chain/rpc/receiptSchema";
import type { ChainTransaction } from "../../chain/rpc/transactionSchema";
import type { ChainSession } from "../../chain/session";
import { merkleRoot } from "../../chain/transaction/merkle";
import type { ChainTrust } from "../../chain/verification/chainTrust";
import { judgeBlock } from "../../chain/verification/checkBlock";
import type { Verdict } from "../../chain/verification/link";
import { readReceipt } from "../../chain/verification/receiptMembers";
import { UnreadableMember } from "../../chain/verification/strictReading";
import { bytesToHex } from "../../crypto/bytes/hex";

export const nothingProven = { block: false, transactions: false, receipts: false } as const;

/** @throws ChainError usage `historyContradiction` where an answer contradicts itself or what is believed */
function requireConsistent(number: number, { links }: Verdict): void {
  const wrong = links.find(({ state }) => state === "false");
  if (wrong) throw clientError("historyContradiction", { number, link: wrong.name });
}

/**
 * The receipts give the root of the header, and each hash can mean one receipt only.
 * @throws ChainError usage `historyContradiction`
 */
function receiptsHold(
  { suite }: ChainSession,
  block: Block<"hashes">,
  receipts: readonly (TransactionReceipt | undefined)[],
): boolean {
  if (block.number === 0) return receipts.length === 0;
  const read = receipts.map((receipt) => {
    if (!receipt) return undefined;
    try {
      return readReceipt(suite, receipt, undefined);
    } catch (error) {
      if (error instanceof UnreadableMember) return undefined;
      throw error;
    }
  });
  const digests = read.flatMap((each) => (each ? [each.digest] : []));
  if (digests.length < receipts.length) return false;
  if (bytesToHex(merkleRoot(suite, digests)) !== block.receiptsRoot.toLowerCase())
    throw clientError("historyContradiction", { number: block.number, link: "receiptsRoot" });
  return read.every((each) => each?.division === "one");
}

/**
 * What is proven of a block: its header by signatures of sealers that are believed or followed from them, its transactions and receipts by
 * its roots (docs/security.md).
 * @throws ChainError usage `historyContradiction`; what a request throws
 */
export async function provenBlock(
  session: ChainSession,
  trust: ChainTrust,
  {
    block,
    transactions,
    receipts,
  }: {
    readonly block: Block<"hashes">;
    readonly transactions: readonly (ChainTransaction | undefined)[];
    readonly receipts: readonly (TransactionReceipt | undefined)[];
  },
  options: RequestOptions,
): Promise<{ readonly block: boolean; readonly transactions: boolean; readonly receipts: boolean }> {
  const isWhole = transactions.every((transaction) => transaction !== undefined);
  const { transactions: _, ...header } = block;
  const asked = { asked: block.number };
  const own = await judgeBlock(session, { ...asked, block: header }, { ...options, trust });
  requireConsistent(block.number, own);
  if (!own.verified) return nothingProven;
  if (!isWhole) return { block: true, transactions: false, receipts: false };
  const whole = await judgeBlock(session, { ...asked, block: { ...block, transactions } }, { ...options, trust });
  requireConsistent(block.number, whole);
  const receiptsProven = receiptsHold(session, block, receipts);
  return { block: true, transactions: whole.verified, receipts: whole.verified && receiptsProven };
}
