import { clientError } from "../../errors/clientError";
import { atLeast } from "../../text/versions";
import type { ChainSession } from "../session";

/**
 * The chain's data version decides what is available, not the program's version.
 * @throws ChainError usage `needsCompatibility` when the data version is older.
 */
export function requireVersion(session: ChainSession, operation: string, since: string): void {
  if (atLeast(session.compatibilityVersion, since)) return;
  throw clientError("needsCompatibility", { operation, since, current: session.compatibilityVersion });
}

const signedCallsSince = "3.4.0";

/** Whether the node takes a signature with a call, so that the contract sees its sender (docs/protocol/json-rpc.md, "Calls"). */
export function takesSignedCalls({ nodeVersion }: Pick<ChainSession, "nodeVersion">): boolean {
  return atLeast(nodeVersion, signedCallsSince);
}

/** @throws ChainError usage `needsCompatibility` where the node takes no signed calls, before anything is signed or asked for. */
export function requireSignedCalls({ nodeVersion }: Pick<ChainSession, "nodeVersion">): void {
  if (takesSignedCalls({ nodeVersion })) return;
  throw clientError("needsCompatibility", {
    operation: "a signed call",
    since: signedCallsSince,
    current: nodeVersion,
  });
}

/** Whether transactions of the chain carry an amount. */
export const takesAmounts = ({ compatibilityVersion }: Pick<ChainSession, "compatibilityVersion">): boolean =>
  atLeast(compatibilityVersion, "3.6.0");
