import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import { encodeValues } from "../precompiled/host/abiBytes";
import { committeeAddress } from "../precompiled/host/addresses";
import type { PrecompiledHost } from "../precompiled/host/host";
import { hasPermissionContracts } from "../precompiled/host/versions";
import committeeManager from "./committeeManager.json";

/**
 * Creation code of the committee manager with its arguments: one governor of weight 1, both rates 0
 * (docs/protocol/governance.md, "Set-up"). Compiled from contracts/ for the chain's hash.
 */
export function governanceCreation(suite: CryptoSuiteName, governor: string): Uint8Array {
  const code = Buffer.from(committeeManager[suite], "hex");
  const args = encodeValues("address[],uint32[],uint8,uint8", [[governor], [1n], 0n, 0n]);
  const creation = new Uint8Array(code.length + args.length);
  creation.set(code);
  creation.set(args, code.length);
  return creation;
}

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
