import type { Signer } from "../../../crypto/cryptoSuite";
import type { ChainSession } from "../../session";
import { type WriteOptions, type WriteOutcome, writePrecompiled } from "../../transaction/precompiledCall";
import { requireVersion } from "../compatibility";

/** The one version that the repair exists for, as the node numbers it: 3.3.0. */
const repairedVersion = 0x0303_0000;

/** Repairs directories that a chain brought along from before 3.3. Needed once, after such an upgrade. */
export async function fixBfs(session: ChainSession, signer: Signer, options?: WriteOptions): Promise<WriteOutcome> {
  requireVersion(session, "fixBfs", "3.3.0");
  return writePrecompiled(session, signer, { contract: "BFS", function: "fixBfs", args: [repairedVersion] }, options);
}
