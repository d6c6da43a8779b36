import { atLeast } from "../chainVersion";
import { clientError } from "../errors/clientError";
import type { ChainSession } from "../session";

/** Whether the chain's data version is at least this one: it decides what is available, not the program's version. */
export function isAtLeast(session: ChainSession, version: string): boolean {
  return atLeast(session.compatibilityVersion, version);
}

/** @throws ChainError usage `needsCompatibility` when the chain's data version is older. */
export function requireVersion(session: ChainSession, operation: string, since: string): void {
  if (isAtLeast(session, since)) return;
  throw clientError("needsCompatibility", { operation, since, current: session.compatibilityVersion });
}

/** Whether the node takes a signature with a call, so that the contract sees its sender (docs/protocol/json-rpc.md, "call"). */
export function takesSignedCalls({ nodeVersion }: Pick<ChainSession, "nodeVersion">): boolean {
  return atLeast(nodeVersion, "3.4.0");
}
