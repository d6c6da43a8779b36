import type { Signer } from "../../../crypto/cryptoSuite";
import type { ChainSession } from "../../session";
import { type WriteOptions, type WriteOutcome, writePrecompiled } from "../../transaction/precompiledCall";
import { requireNodeId, requireWeight } from "./nodeChecks";

/**
 * Sets the voting weight of a sealer, from the next block on.
 * @throws ChainError usage `invalidNodeId`, `invalidWeight` before signing; `precompiled` −51103, −50000; `execution` 15 for an observer.
 */
export async function setWeight(
  session: ChainSession,
  signer: Signer,
  request: { readonly nodeId: string; readonly weight: number | bigint },
  options?: WriteOptions,
): Promise<WriteOutcome> {
  const args = [requireNodeId(request.nodeId), requireWeight(request.weight)];
  return writePrecompiled(session, signer, { contract: "Consensus", function: "setWeight", args }, options);
}
