import { committeeAddress } from "../precompiled/host/addresses";
import type { PrecompiledHost } from "../precompiled/host/host";
import { hasPermissionContracts } from "../precompiled/host/versions";
import { governanceCreation } from "./creationCode";

/** A contract that block 0 makes at a fixed address. */
export interface FoundingContract {
  /** 40 hex digits. */
  readonly address: string;
  readonly creationCode: Uint8Array;
}

/**
 * The governance contracts that block 0 makes, with one governor: on chains with permissions, and on all since data version
 * 3.3 (docs/protocol/governance.md, "Set-up"). It is the second message of block 0, so that the committee and the others get
 * the addresses they have on a node.
 */
export function foundGovernance({ block, suite }: PrecompiledHost, governor: string): FoundingContract | undefined {
  if (!hasPermissionContracts(block)) return undefined;
  return { address: committeeAddress, creationCode: governanceCreation(suite.name, governor) };
}
