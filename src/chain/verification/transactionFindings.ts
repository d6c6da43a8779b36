import type { TransactionData } from "../transaction/transactionData";
import type { Link } from "./link";

/** What a transaction's own members prove, before anybody asks where it stands. */
export interface TransactionFindings {
  /** Of `hash`, `members` and `sender`. */
  readonly links: readonly Link[];
  /** The hash that its members give; undefined when they cannot be read or do not give the hash it carries. */
  readonly digest?: Uint8Array;
  readonly data?: TransactionData;
  /** Recovered from the signature, lower case. */
  readonly sender?: string;
  readonly uncovered: readonly string[];
}
