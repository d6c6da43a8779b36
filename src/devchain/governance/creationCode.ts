import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import { encodeValues } from "../precompiled/host/abiBytes";
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
