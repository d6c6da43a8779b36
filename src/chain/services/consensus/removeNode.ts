import type { Signer } from "../../../crypto/cryptoSuite";
import type { ChainSession } from "../../session";
import { type WriteOptions, type WriteOutcome, writePrecompiled } from "../../transaction/precompiledCall";
import { checkedNodeId, type NodeCheckOptions, whyLastSealer } from "./nodeChecks";

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
