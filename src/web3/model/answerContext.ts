/**
 * What of an answer isn't the node's, by a word each: it stands in the header `Chainside-Made-Up` and in the log
 * (docs/ethereum-tools.md, "What is made up").
 */
export type MadeUp =
  | "network-id"
  | "chunked-logs"
  | "index"
  | "log-index"
  | "filter"
  | "fee-history"
  | "base-fee"
  | "revert"
  | "error-words"
  | "signature-v"
  | "access-list"
  | "nonce"
  | "extra-data"
  | "bloom"
  | "cumulative-gas"
  | "transaction-index"
  | "estimate-room"
  | "re-executed"
  | "held"
  | "pending"
  | "confirmations"
  | "block-receipts"
  | "fixed";

/** One request on its way: who asked, and what was made up for it. */
export interface AnswerContext {
  /** The `User-Agent` of who asks; empty where there is none. */
  readonly agent: string;
  readonly signal: AbortSignal;
  /** What of the answer isn't the node's. */
  readonly madeUp: Set<MadeUp>;
}
