import type { Signer } from "../../../crypto/cryptoSuite";
import type { ChainSession } from "../../session";
import { type WriteOptions, type WriteOutcome, writePrecompiled } from "../../transaction/precompiledCall";
import { requireVersion } from "../compatibility";
import { requireNodeId, requireWeight } from "./nodeChecks";

/**
 * Sets how often a sealer gets its turn on a chain whose sealers change by term (since 3.12; 0 is allowed). With permission management
 * a governor may do it directly.
 */
export async function setTermWeight(
  session: ChainSession,
  signer: Signer,
  request: { readonly nodeId: string; readonly termWeight: number | bigint },
  options?: WriteOptions,
): Promise<WriteOutcome> {
  requireVersion(session, "setTermWeight", "3.12.0");
  const args = [requireNodeId(request.nodeId), requireWeight(request.termWeight, 0)];
  return writePrecompiled(session, signer, { contract: "Consensus", function: "setTermWeight", args }, options);
}
