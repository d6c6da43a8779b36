import type { Address } from "../../../crypto/bytes/hex";
import type { Target } from "../../kit/commands/target";

/** The account of a clicked line: of the Accounts view, or a governor of the Governance view. */
export function clickedAccount(target: Target): Address | undefined {
  return target.kind === "account" ? target.address : undefined;
}
