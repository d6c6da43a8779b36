import type { Address } from "../../../crypto/bytes/hex";

/** What a user is about to do, with what decides whether they may (docs/protocol/governance-client.md, "Rights"). */
export type Operation =
  /** Open to everybody on every chain. */
  | { readonly kind: "makeDirectory" | "makeLink" | "makeTable" }
  /** Open to everybody while permission management is off; then only the committee by proposal. */
  | { readonly kind: "setSystemConfig" | "addSealer" | "addObserver" | "setWeight" | "removeNode" }
  /** The same, or a governor directly. */
  | { readonly kind: "setTermWeight" | "makeShard" | "linkShard" }
  /** A governor, whether permissions are enforced or not. */
  | { readonly kind: "propose" | "setAccountStatus" | "setBalanceGovernor" }
  | { readonly kind: "vote" | "revoke"; readonly proposal: number }
  | { readonly kind: "changeBalance" }
  | { readonly kind: "deploy" }
  /** The admin of the contract. */
  | { readonly kind: "setMethodAuth" | "setContractStatus"; readonly contract: Address }
  /** A transaction to a contract, tables included. `method`: signature or selector. */
  | { readonly kind: "callMethod"; readonly contract: Address; readonly method: string };
