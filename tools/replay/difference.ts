import type { Reason } from "./reasons";

/** An answer of ours that is not the node's. */
export interface Difference {
  readonly name: string;
  readonly node: string;
  readonly ours: string;
  /** Why it cannot be otherwise; absent for an unexplained difference. */
  readonly reason?: Reason | undefined;
}
