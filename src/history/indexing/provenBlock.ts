import type { RequestOptions } from "../../chain/client/client";
import type { Block } from "../../chain/rpc/blocks";
import type { TransactionReceipt } from "../../chain/rpc/receiptSchema";
import type { ChainTransaction } from "../../chain/rpc/transactions";
import type { ChainSession } from "../../chain/session";
import { merkleRoot } from "../../chain/transaction/merkle";
import type { ChainTrust } from "../../chain/verification/chainTrust";
import { judgeBlock } from "../../chain/verification/checkBlock";
import type { Verdict } from "../../chain/verification/link";
import { readReceipt } from "../../chain/verification/receiptMembers";
import { UnreadableMember } from "../../chain/verification/strictReading";
import type { TransactionFindings } from "../../chain/verification/transactionFindings";
import { bytesToHex } from "../../crypto/bytes/hex";
import { clientError } from "../../errors/clientError";

/**
 * What proves a transaction's sender. `hash`: the hash that the chain commits to covers the signature (Ethereum transactions).
 * `signature`: the account's key signed that hash, but the chain commits to no signature, so that the node that answers could have put one
 * of another key there.
 */
type SenderProof = "hash" | "signature";

/** What is proven of a block. */
export interface ProvenParts {
  readonly block: boolean;
  readonly transactions: boolean;
  readonly receipts: boolean;
  /** In the block's order; none where its transactions aren't proven. */
  readonly senders: readonly (SenderProof | undefined)[];
}

export const nothingProven: ProvenParts = { block: false, transactions: false, receipts: false, senders: [] };

function senderProof({ links, apart = [], sender }: TransactionFindings): SenderProof | undefined {
  if (sender === undefined) return undefined;
  const isSender = ({ name }: { readonly name: string }): boolean => name === "sender";
  if (links.some((link) => isSender(link) && link.state === "proven")) return "hash";
  return apart.some(isSender) ? "signature" : undefined;
}

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
): Promise<ProvenParts> {
  const isWhole = transactions.every((transaction) => transaction !== undefined);
  const { transactions: _, ...header } = block;
  const asked = { asked: block.number };
  const own = await judgeBlock(session, { ...asked, block: header }, { ...options, trust });
  requireConsistent(block.number, own);
  if (!own.verified) return nothingProven;
  if (!isWhole) return { ...nothingProven, block: true };
  const whole = await judgeBlock(session, { ...asked, block: { ...block, transactions } }, { ...options, trust });
  requireConsistent(block.number, whole);
  const receiptsProven = receiptsHold(session, block, receipts);
  if (!whole.verified) return { ...nothingProven, block: true };
  return { block: true, transactions: true, receipts: receiptsProven, senders: whole.transactions.map(senderProof) };
}
