import type { Signer } from "../../../crypto/cryptoSuite";
import type { ChainSession } from "../../session";
import { type WriteOptions, type WriteOutcome, writePrecompiled } from "../../transaction/precompiledCall";
import { checkedNodeId, type NodeCheckOptions, whyNotObserver } from "./nodeChecks";

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
