import type { TransactionReceipt } from "../chain/rpc/receiptSchema";
import { merkleRoot } from "../chain/transaction/merkle";
import { addressDigits, bytesToHex } from "../crypto/bytes/hex";
import type { CryptoSuite } from "../crypto/cryptoSuite";
import type { ChainRules } from "../devchain/execution/chainRules";
import type { ExecutionResult } from "../devchain/execution/executionResult";
import { receiptOf } from "../devchain/ledger/blockMaker";
import type { ReplayBlock } from "./chainBlocks";

/** Whether results give the root over the receipts that a block has. */
export function isAsOnChain(
  suite: CryptoSuite,
  { facts, receiptsRoot, transactions }: ReplayBlock,
  results: readonly ExecutionResult[],
  rules: ChainRules,
): boolean {
  const hashes = results.map(
    (result, i) => receiptOf(suite, transactions[i]?.version ?? 0, result, rules, facts.number).hash,
  );
  return bytesToHex(merkleRoot(suite, hashes)) === receiptsRoot;
}

/** A member of a receipt that came out otherwise. */
export interface ReceiptDifference {
  readonly member: "status" | "output" | "gasUsed" | "contractAddress" | "events";
  /** As the chain's receipt has it, and as it came out here. */
  readonly receipt: string;
  readonly here: string;
}

interface PlainLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** What differs first of two lists of events, in a few words; undefined where they are the same. */
function eventDifference(chain: readonly PlainLog[], here: readonly PlainLog[]): [string, string] | undefined {
  if (chain.length !== here.length) return [String(chain.length), String(here.length)];
  for (const [index, log] of chain.entries()) {
    const other = here[index];
    if (JSON.stringify(log) !== JSON.stringify(other)) {
      return [`#${index} ${JSON.stringify(log)}`, `#${index} ${JSON.stringify(other)}`];
    }
  }
  return undefined;
}

/** What is compared of a receipt. */
type ComparedReceipt = Pick<TransactionReceipt, "status" | "output" | "gasUsed" | "contractAddress" | "logEntries">;

/** An execution as a receipt shows it. */
export const shownResult = ({ status, output, gasUsed, contractAddress, logs }: ExecutionResult): ComparedReceipt => ({
  status,
  output: bytesToHex(output),
  gasUsed: String(gasUsed),
  contractAddress: contractAddress as ComparedReceipt["contractAddress"],
  logEntries: logs.map(({ address, topics, data }) => ({
    address: address as ComparedReceipt["logEntries"][number]["address"],
    topics: topics.map(bytesToHex) as ComparedReceipt["logEntries"][number]["topics"],
    data: bytesToHex(data),
  })),
});

/** What a re-execution came to beside the receipt of the chain: nothing, or every member that differs. */
export function receiptDifferences(receipt: ComparedReceipt, result: ExecutionResult): ReceiptDifference[] {
  const differences: ReceiptDifference[] = [];
  const compare = (member: ReceiptDifference["member"], chain: string, here: string): void => {
    if (chain !== here) differences.push({ member, receipt: chain, here });
  };
  compare("status", String(receipt.status), String(result.status));
  compare("output", receipt.output.toLowerCase(), bytesToHex(result.output));
  compare("gasUsed", receipt.gasUsed, String(result.gasUsed));
  const [made, madeHere] = [addressDigits(receipt.contractAddress), addressDigits(result.contractAddress)];
  // a node may name the zero address where nothing was made
  if (/[1-9a-f]/.test(made) || /[1-9a-f]/.test(madeHere)) compare("contractAddress", made, madeHere);
  const events = eventDifference(
    receipt.logEntries.map(({ address, topics, data }) => ({
      address: addressDigits(address),
      topics: topics.map((topic) => topic.toLowerCase()),
      data: data.toLowerCase(),
    })),
    result.logs.map(({ address, topics, data }) => ({
      address: addressDigits(address),
      topics: topics.map(bytesToHex),
      data: bytesToHex(data),
    })),
  );
  if (events) differences.push({ member: "events", receipt: events[0], here: events[1] });
  return differences;
}
