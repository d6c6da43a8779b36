import type { Exchange } from "./recording";

/** Why an answer cannot be the node's, in the words of docs/devchain.md. */
export const reasons = {
  keptElsewhere:
    "it reads what recordings made that are kept elsewhere (a contract, a transaction, a block, a total, a term weight, a directory)",
  foreignClientCertificate:
    "a client certificate of another chain: Node.js ends the connection, but cannot send TLS alert 48 (no certificate at all: alert 40, as a node)",
} as const;

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
  /** Whether such a block made the contract at the address, or there is none where the node has one. */
  readonly isStrange: (address: string) => boolean;
}

/** Directories are made by all recordings. */
const fileSystem = "000000000000000000000000000000000000100e";

/** The answers without the members that count what happened before. */
const withoutCounts = (text: string): string =>
  text.replace(/(\\?"(?:termWeight|transactionCount|failedTransactionCount)\\?":)\d+/g, "$1…");

/**
 * Why an answer cannot be the node's; undefined for a difference that nobody has explained. Every explanation wants blocks that were
 * made elsewhere: on a chain whose recordings are all there nothing is explained.
 */
export function reasonOf({ exchange, node, ours, strangeBlocks, sent, isStrange }: Found): Reason | undefined {
  if (strangeBlocks.size === 0) return undefined;
  if (withoutCounts(node) === withoutCounts(ours)) return "keptElsewhere";
  const method = /"method":"(?:eth_)?(\w+)"/.exec(exchange.body)?.[1] ?? "";
  const number = Number(/"number":(\d+)/.exec(node)?.[1] ?? Number.NaN);
  if (method.startsWith("getBlock") && strangeBlocks.has(number)) return "keptElsewhere";
  const hash = /"(?:0x)?([0-9a-f]{64})"/i.exec(exchange.body)?.[1]?.toLowerCase();
  if (method.startsWith("getTransaction") && hash !== undefined && !sent(hash)) return "keptElsewhere";
  const to = /"params":\["\w*","\w*","(?:0x)?([0-9a-f]{40})"/i.exec(exchange.body)?.[1]?.toLowerCase();
  if (method === "call" && to !== undefined && (to === fileSystem || isStrange(to))) return "keptElsewhere";
  return undefined;
}
