import { isNodeId, type NodeId } from "../../../crypto/bytes/hex";
import type { ChainError } from "../../../errors/chainError";
import { clientError } from "../../../errors/clientError";
import { atLeast } from "../../../text/versions";
import type { RequestOptions } from "../../client/client";
import { getGroupPeers } from "../../rpc/groups";
import { getObserverList, getSealerList } from "../../rpc/members";
import { getSyncStatus } from "../../rpc/nodeStatus";
import type { ChainSession } from "../../session";
import { getCandidateSealers } from "./groupMembers";

/** The largest weight of a sealer or a governor that this client sets: what is added up stays exact everywhere. */
export const maxWeight = 2_147_483_647;

/** How many blocks a node may be behind when it becomes a sealer, as the official SDK has it. */
const syncThreshold = 10;

/** @throws ChainError usage `invalidNodeId` unless it is 128 hex digits. Gives it in lower case, as the node keeps it. */
export function requireNodeId(text: string): NodeId {
  const nodeId = text.trim().toLowerCase();
  if (!isNodeId(nodeId)) throw clientError("invalidNodeId", { nodeId: text.slice(0, 140), length: text.trim().length });
  return nodeId;
}

/** @throws ChainError usage `invalidWeight` unless it is a whole number from 1 (or from `min`) to `maxWeight`. */
export function requireWeight(weight: number | bigint, min: 0 | 1 = 1): bigint {
  const whole = typeof weight === "bigint" || Number.isSafeInteger(weight);
  if (!whole || weight < min || weight > maxWeight) throw clientError("invalidWeight", { weight: String(weight), min });
  return BigInt(weight);
}

function sameId(one: string, other: string): boolean {
  return one.toLowerCase() === other;
}

async function blockNumberOf(
  session: ChainSession,
  nodeId: NodeId,
  options?: RequestOptions,
): Promise<{ height: bigint; highest: bigint } | undefined> {
  const status = await getSyncStatus(session.client, options);
  const peer = sameId(status.nodeID, nodeId) ? status : status.peers.find((other) => sameId(other.nodeID, nodeId));
  return peer && { height: BigInt(peer.blockNumber), highest: BigInt(status.knownHighestNumber) };
}

async function isConnected(session: ChainSession, nodeId: NodeId, options?: RequestOptions): Promise<boolean> {
  return (await getGroupPeers(session.client, options)).some((peer) => sameId(peer, nodeId));
}

/**
 * Why the node cannot become a sealer now; undefined when it can. The chain itself checks only that it is an observer: a sealer
 * that is not connected or not synchronised weakens the consensus at once.
 */
export async function whyNotSealer(
  session: ChainSession,
  nodeId: NodeId,
  options?: RequestOptions,
): Promise<ChainError | undefined> {
  if (!(await isConnected(session, nodeId, options))) return clientError("nodeNotInGroup", { nodeId });
  const sealers = await getSealerList(session.client, options);
  if (sealers.some((sealer) => sameId(sealer.nodeID, nodeId))) return clientError("nodeAlreadySealer", { nodeId });
  const observers = await getObserverList(session.client, options);
  if (!observers.some((observer) => sameId(observer, nodeId)) && atLeast(session.compatibilityVersion, "3.1.0")) {
    const candidates = await getCandidateSealers(session, options);
    const waits = candidates.some((candidate) => sameId(candidate.nodeID, nodeId));
    return clientError(waits ? "nodeIsCandidate" : "nodeNotObserver", { nodeId });
  }
  const sync = await blockNumberOf(session, nodeId, options);
  if (!sync) return clientError("nodeSyncUnknown", { nodeId });
  const { height, highest } = sync;
  if (height < highest - BigInt(syncThreshold)) {
    return clientError("nodeNotSynced", {
      nodeId,
      height: String(height),
      highest: String(highest),
      threshold: syncThreshold,
    });
  }
  return undefined;
}

/** Why the node cannot become an observer; undefined when it can. */
export async function whyNotObserver(
  session: ChainSession,
  nodeId: NodeId,
  options?: RequestOptions,
): Promise<ChainError | undefined> {
  if (!(await isConnected(session, nodeId, options))) return clientError("nodeNotInGroup", { nodeId });
  const observers = await getObserverList(session.client, options);
  if (observers.some((observer) => sameId(observer, nodeId))) return clientError("nodeAlreadyObserver", { nodeId });
  const last = await whyLastSealer(session, nodeId, options);
  if (last) return last;
  // While one sealer works, the chain refuses it for every node that it lists; a stranger is appended.
  const candidates = await getCandidateSealers(session, options);
  if (!candidates.some((candidate) => sameId(candidate.nodeID, nodeId))) return undefined;
  const working = await getSealerList(session.client, options);
  return working.length === 1 ? clientError("oneSealerWorks", { nodeId }) : undefined;
}

/** The last sealer can neither leave nor become an observer. */
export async function whyLastSealer(
  session: ChainSession,
  nodeId: NodeId,
  options?: RequestOptions,
): Promise<ChainError | undefined> {
  const sealers = await getSealerList(session.client, options);
  const [only] = sealers;
  return sealers.length === 1 && only && sameId(only.nodeID, nodeId)
    ? clientError("lastSealer", { nodeId })
    : undefined;
}

/** What is checked before a change of the consensus is sent. */
export interface NodeCheckOptions {
  /** Leave out the checks against the node's peers and its state. The chain's own rules hold in any case. */
  readonly skipChecks?: boolean;
}

/**
 * The node ID of a request as the node keeps it, once nothing speaks against the change.
 * @throws ChainError usage `invalidNodeId`, and what the check finds.
 */
export async function checkedNodeId(
  session: ChainSession,
  request: { readonly nodeId: string } & NodeCheckOptions,
  whyNot: typeof whyNotSealer,
  signal?: AbortSignal,
): Promise<NodeId> {
  const nodeId = requireNodeId(request.nodeId);
  const problem = request.skipChecks ? undefined : await whyNot(session, nodeId, signal ? { signal } : undefined);
  if (problem) throw problem;
  return nodeId;
}
