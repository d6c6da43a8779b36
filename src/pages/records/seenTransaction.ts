/** A transaction as a line of a list shows it; what could not be had is left out. */
export interface SeenTransaction {
  readonly hash: string;
  readonly block?: number;
  readonly from?: string;
  /** Empty for a deployment. */
  readonly to?: string;
  /** `set("hello")`, else the function's selector. */
  readonly call?: string;
  /** 0: it succeeded. */
  readonly status?: number;
  readonly contractAddress?: string;
  /** Milliseconds since 1970. */
  readonly timeMs?: number;
}
