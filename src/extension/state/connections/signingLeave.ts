import { requireStillPinned } from "../../../chain/profile/chainPin";
import type { ChainGroup } from "./chainGroup";
import { requireWritable, type WritableGroup } from "./writableGroup";

declare const leave: unique symbol;

/**
 * Leave to sign on a group's chain now: its access was looked at, and behind its address is still the chain that was pinned. No account
 * gives its signer without one, be it for a transaction or for a call whose caller the node is to believe.
 */
export interface SigningLeave {
  readonly [leave]: true;
  readonly group: WritableGroup;
}

/** The only maker of leave. @throws ChainError usage `readOnlyConnection`, `pinMismatch`; what asking the chain for its pin throws. */
export async function requireSigning(group: ChainGroup): Promise<SigningLeave> {
  const writable = requireWritable(group);
  const { name, profile } = group.connection;
  // Behind the same address may stand another chain by now.
  await requireStillPinned(name, profile.pin, group.session);
  return { group: writable } as SigningLeave;
}
