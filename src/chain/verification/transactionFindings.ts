import type { TransactionData } from "../encoding/transactionData";
import type { Link } from "./link";

/** What a transaction's own members prove, before it is asked where it stands. */
export interface TransactionFindings {
  /** Of `hash` and `members`; of `sender` where the hash covers the signature, or where the signature is wrong. */
  readonly links: readonly Link[];
  /** Of `sender` where only a signature that no hash covers names it. */
  readonly apart?: readonly Link[];
  /** The hash that its members give; undefined when they cannot be read or do not give the hash it carries. */
  readonly digest?: Uint8Array;
  readonly data?: TransactionData;
  /** Recovered from the signature that came with the answer, lower case. */
  readonly sender?: string;
  readonly uncovered: readonly string[];
}
