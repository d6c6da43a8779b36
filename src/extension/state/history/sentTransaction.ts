import type { Address, Hex } from "../../../crypto/bytes/hex";

/** What came of a transaction as far as this window knows. */
export type SentOutcome =
  /** Sent, and nothing was heard since: a broken connection, a closed window. */
  | { readonly kind: "open" }
  | {
      readonly kind: "done";
      readonly status: number;
      readonly block: number;
      readonly contractAddress?: string;
      /** Decimal; missing in what was sent before it was kept. */
      readonly gasUsed?: string;
    }
  /** The node did not take it; `code` as in the error dictionary. */
  | { readonly kind: "refused"; readonly code: string | number };

/** A transaction that was signed here. Nothing in it is secret: all of it was sent to the chain. */
export interface SentTransaction {
  readonly hash: Hex;
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly from: Address;
  /** Empty for a deployment. */
  readonly to: string;
  /** Left out when it is long: the chain has it. */
  readonly data?: Hex;
  /** In wei. */
  readonly value?: string;
  /** URI of the compiled contract that was deployed. */
  readonly artifact?: string;
  /** What was asked of the chain, as a person reads it: `set("hello")`. */
  readonly call?: string;
  /** What came of it: the result, or why it failed. */
  readonly answer?: string;
  readonly outcome: SentOutcome;
}
