import type { Signer } from "../../../crypto/cryptoSuite";
import type { ChainSession } from "../../session";
import { type WriteOptions, type WriteOutcome, writePrecompiled } from "../../transaction/precompiledCall";
import { requireVersion } from "../compatibility";
import {
  checkedNodeId,
  type NodeCheckOptions,
  requireNodeId,
  requireWeight,
  whyLastSealer,
  whyNotObserver,
  whyNotSealer,
} from "./nodeChecks";

/**
 * Makes a node an observer, or a sealer one again, from the next block on.
 * @throws ChainError usage `invalidNodeId`, `nodeNotInGroup`, `nodeAlreadyObserver`, `lastSealer`, `oneSealerWorks` before signing;
 * `precompiled` −51101, −50000.
 */
export async function addObserver(
  session: ChainSession,
  signer: Signer,
  request: { readonly nodeId: string } & NodeCheckOptions,
  options?: WriteOptions,
): Promise<WriteOutcome> {
  const nodeId = await checkedNodeId(session, request, whyNotObserver, options?.signal);
  return writePrecompiled(session, signer, { contract: "Consensus", function: "addObserver", args: [nodeId] }, options);
}

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

/**
 * Takes a node out of the group, from the next block on. It stays connected and may be added as observer again.
 * @throws ChainError usage `invalidNodeId`, `lastSealer` before signing; `precompiled` −51103 (not of the group), −51101, −50000.
 */
export async function removeNode(
  session: ChainSession,
  signer: Signer,
  request: { readonly nodeId: string } & NodeCheckOptions,
  options?: WriteOptions,
): Promise<WriteOutcome> {
  const nodeId = await checkedNodeId(session, request, whyLastSealer, options?.signal);
  return writePrecompiled(session, signer, { contract: "Consensus", function: "remove", args: [nodeId] }, options);
}

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
