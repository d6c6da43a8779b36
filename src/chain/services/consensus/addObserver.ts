import type { Signer } from "../../../crypto/cryptoSuite";
import type { ChainSession } from "../../session";
import { type WriteOptions, type WriteOutcome, writeBuiltin } from "../builtinCall";
import { type NodeCheckOptions, requireNodeId, whyNotObserver } from "./nodeChecks";

/**
 * Makes a node an observer, or a sealer one again, from the next block on.
 * @throws ChainError usage `invalidNodeId`, `nodeNotInGroup`, `nodeAlreadyObserver`, `lastSealer` before signing; `precompiled` −51101, −50000.
 */
export async function addObserver(
  session: ChainSession,
  signer: Signer,
  request: { readonly nodeId: string } & NodeCheckOptions,
  options?: WriteOptions,
): Promise<WriteOutcome> {
  const nodeId = requireNodeId(request.nodeId);
  const problem = request.skipChecks
    ? undefined
    : await whyNotObserver(session, nodeId, options?.signal ? { signal: options.signal } : undefined);
  if (problem) throw problem;
  return writeBuiltin(session, signer, { contract: "Consensus", function: "addObserver", args: [nodeId] }, options);
}
