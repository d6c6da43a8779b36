import type { Signer } from "../../../crypto/cryptoSuite";
import type { ChainSession } from "../../session";
import { type WriteOptions, type WriteOutcome, writePrecompiled } from "../../transaction/precompiledCall";
import { requireVersion } from "../compatibility";
import { checkedNodeId, type NodeCheckOptions, requireWeight, whyNotSealer } from "./nodeChecks";

/** Which node, and its weight in the consensus. */
export interface AddSealerRequest extends NodeCheckOptions {
  readonly nodeId: string;
  /** From 1. */
  readonly weight: number | bigint;
  /** Since 3.12, for chains whose sealers change by term. */
  readonly termWeight?: number | bigint;
}

/**
 * Makes an observer a sealer, from the next block on. Without permission management every account may; with it, only by proposal.
 * @throws ChainError usage `invalidNodeId`, `invalidWeight`, `nodeNotInGroup`, `nodeAlreadySealer`, `nodeIsCandidate`,
 * `nodeNotObserver`, `nodeNotSynced` before signing; `precompiled` −51104, −51102, −50000.
 */
export async function addSealer(
  session: ChainSession,
  signer: Signer,
  request: AddSealerRequest,
  options?: WriteOptions,
): Promise<WriteOutcome> {
  const weight = requireWeight(request.weight);
  const termWeight = request.termWeight === undefined ? [] : [requireWeight(request.termWeight, 0)];
  if (termWeight.length > 0) requireVersion(session, "addSealer with a term weight", "3.12.0");
  const nodeId = await checkedNodeId(session, request, whyNotSealer, options?.signal);
  const form = termWeight.length > 0 ? "addSealer(string,uint256,uint256)" : "addSealer(string,uint256)";
  return writePrecompiled(
    session,
    signer,
    { contract: "Consensus", function: form, args: [nodeId, weight, ...termWeight] },
    options,
  );
}
