import { clientError } from "../errors/clientError";
import type { ChainSession } from "../session";

/** `3.16.4` as one comparable number; a part left out is 0, a suffix such as `-rc1` is ignored. */
export function versionNumber(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version
    .replace(/^v/i, "")
    .split(/[.-]/)
    .slice(0, 3)
    .map((part) => Number.parseInt(part, 10) || 0);
  return major * 1_000_000 + minor * 1000 + patch;
}

/** Whether the chain's data version is at least this one: it decides what is available, not the program's version. */
export function isAtLeast(session: ChainSession, version: string): boolean {
  return versionNumber(session.compatibilityVersion) >= versionNumber(version);
}

/** @throws ChainError usage `needsCompatibility` when the chain's data version is older. */
export function requireVersion(session: ChainSession, operation: string, since: string): void {
  if (isAtLeast(session, since)) return;
  throw clientError("needsCompatibility", { operation, since, current: session.compatibilityVersion });
}

/** Whether the node takes a signature with a call, so that the contract sees its sender (docs/protocol/json-rpc.md, "call"). */
export function takesSignedCalls({ nodeVersion }: Pick<ChainSession, "nodeVersion">): boolean {
  return versionNumber(nodeVersion) >= versionNumber("3.4.0");
}
