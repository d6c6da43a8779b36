import { requireStillPinned } from "../../../chain/profile/chainPin";
import { clientError } from "../../../errors/clientError";
import type { ChainGroup } from "./chainGroup";

declare const writable: unique symbol;

/** A group whose connection lets its user write. Whatever signs takes one, so that nothing can sign without having looked. */
export type WritableGroup = ChainGroup & { readonly [writable]: true };

/** @throws ChainError usage `readOnlyConnection`. */
export function requireWriteAccess({ access, name }: Pick<ChainGroup["connection"], "access" | "name">): void {
  if (access === "readOnly") throw clientError("readOnlyConnection", { name });
}

/** The group as one that may be written to. @throws ChainError usage `readOnlyConnection`. */
export function requireWritable(group: ChainGroup): WritableGroup {
  requireWriteAccess(group.connection);
  return group as WritableGroup;
}

declare const permit: unique symbol;

/**
 * Leave to sign on a group's chain now: its access was looked at, and behind its address is still the chain that was pinned. No account
 * gives its signer without one, be it for a transaction or for a call whose caller the node is to believe.
 */
export interface SigningPermit {
  readonly [permit]: true;
  readonly group: WritableGroup;
}

declare const filePermit: unique symbol;

/** Leave to sign a request that came as a file: its bytes name their chain, and no chain is asked. */
export interface FilePermit {
  readonly [filePermit]: true;
}

/**
 * The only maker of such a leave, for what is asked about in any case: no access of a connection says yes to it. The person's connections
 * of that chain have a word against it.
 * @throws ChainError usage `readOnlyConnection` where one of them lets nothing be signed
 */
export function requireFileSigning(groups: readonly ChainGroup[]): FilePermit {
  for (const group of groups) requireWritable(group);
  return {} as FilePermit;
}

/** The only maker of leave. @throws ChainError usage `readOnlyConnection`, `pinMismatch`; what asking the chain for its pin throws. */
export async function requireSigning(group: ChainGroup): Promise<SigningPermit> {
  const writable = requireWritable(group);
  const { name, profile } = group.connection;
  // Behind the same address may stand another chain by now.
  await requireStillPinned(name, profile.pin, group.session);
  return { group: writable } as SigningPermit;
}
