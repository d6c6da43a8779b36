import type { Exchange } from "./recording";

/** Why an answer cannot be the node's, in the words of docs/devchain.md. */
export const reasons = {
  unknownTransaction: "the transaction was sent by a recording that nobody has: its nonce, so its hash, is not known",
  unknownBlock: "a block of such transactions: only its transactions, the roots over them and their gas differ",
  unknownState:
    "a call that reads what such transactions wrote (the last of twenty sent at once, a time, a random name): status and length are the node's",
  foreignClientCertificate:
    "a client certificate of another chain: Node.js ends the connection, but cannot send TLS alert 48 (no certificate at all: alert 40, as a node)",
  absentContract: "ring and group signatures, Paillier, discrete ZKP: not in the embedded chain, which says so",
  unknownCount: "a count of all transactions, where recordings are missing",
} as const;

const absentWords = Buffer.from("is not in the embedded chain").toString("hex");

/** Whether an answer holds the words of a built-in contract that the embedded chain lacks. */
export const saysAbsent = (text: string): boolean => text.includes(absentWords);

export type Reason = keyof typeof reasons;

interface Found {
  readonly exchange: Exchange;
  /** Both answers after normalisation. */
  readonly node: string;
  readonly ours: string;
  /** Blocks that were made by recordings which are not there. */
  readonly strangeBlocks: ReadonlySet<number>;
  /** Hashes of all transactions that this replay has sent. */
  readonly sent: (hash: string) => boolean;
  /** Whether such a block has called the contract at the address. */
  readonly isTouched: (address: string) => boolean;
  /** Blocks with transactions to contracts that the embedded chain lacks. */
  readonly absentBlocks: ReadonlySet<number>;
}

/** A block without what its transactions decide. */
const withoutTransactions = (block: string): string =>
  block
    .replace(/"transactions":\[.*\](?=,"(?:txsRoot|version)")/, '"transactions":[…]')
    .replace(/("(?:txsRoot|receiptsRoot)":)"0x[0-9a-f]{64}"/g, '$1"…"')
    .replace(/("gasUsed":)"\d+"/, '$1"…"');

const withoutOutput = (call: string): string =>
  call.replace(/"output":"0x([0-9a-f]*)"/, (_, output: string) => `"output":"(${output.length / 2} bytes)"`);

/**
 * Why an answer cannot be the node's; undefined for an unexplained difference. Every explanation wants a block that was made by
 * recordings which are not there, and that nothing else differs than what those decide: on a chain whose recordings are all there nothing
 * is explained.
 */
export function reasonOf(found: Found): Reason | undefined {
  const { exchange, node, ours, strangeBlocks, sent, isTouched, absentBlocks } = found;
  const method = /"method":"(?:eth_)?(\w+)"/.exec(exchange.body)?.[1] ?? "";
  if (saysAbsent(ours)) return "absentContract";
  const blockNumber = Number(/"number":(\d+)/.exec(node)?.[1] ?? Number.NaN);
  if (absentBlocks.has(blockNumber) && withoutTransactions(node) === withoutTransactions(ours)) return "absentContract";
  if (method === "getTotalTransactionCount" && strangeBlocks.size > 0) return "unknownCount";
  if (method.startsWith("getBlockBy")) {
    const number = Number(/"number":(\d+)/.exec(node)?.[1] ?? Number.NaN);
    const equal = strangeBlocks.has(number) && withoutTransactions(node) === withoutTransactions(ours);
    return equal ? "unknownBlock" : undefined;
  }
  if (method === "getTransaction" || method === "getTransactionReceipt") {
    const hash = /"(?:0x)?([0-9a-f]{64})"/i.exec(exchange.body)?.[1]?.toLowerCase();
    const unknown =
      hash !== undefined && !sent(hash) && strangeBlocks.size > 0 && ours.startsWith('{"error":{"code":3008');
    return unknown && node.includes('"result":{') ? "unknownTransaction" : undefined;
  }
  const to = /"params":\["\w*","\w*","(?:0x)?([0-9a-f]{40})"/i.exec(exchange.body)?.[1]?.toLowerCase();
  if (method !== "call" || to === undefined || !isTouched(to)) return undefined;
  return withoutOutput(node) === withoutOutput(ours) ? "unknownState" : undefined;
}
