import * as v from "valibot";
import type { ChainClient, RequestOptions } from "../client/client";
import { callMethod, wireMethod } from "./wireMethod";
import { count, exactInteger, jsonText, nodeId } from "./wireSchemas";

const consensusStatusSchema = v.looseObject({
  nodeID: nodeId,
  /** Own index among the sealers; 2^64 − 1 (a `bigint`) for a node that is none: ask `isConsensusNode`. */
  index: exactInteger,
  leaderIndex: exactInteger,
  /** The next three count weights, not nodes. */
  consensusNodesNum: exactInteger,
  maxFaultyQuorum: exactInteger,
  minRequiredQuorum: exactInteger,
  isConsensusNode: v.boolean(),
  blockNumber: count,
  /** Hash of the last committed proposal, without `0x`. */
  hash: v.string(),
  /** The node is changing its view. */
  timeout: v.boolean(),
  /** Above 0: leaders changed again and again. */
  changeCycle: exactInteger,
  view: exactInteger,
  /** A count in spite of its name. */
  connectedNodeList: v.optional(exactInteger),
  consensusNodeList: v.array(
    v.looseObject({ index: exactInteger, nodeID: nodeId, weight: exactInteger, termWeight: v.optional(exactInteger) }),
  ),
});

export type ConsensusStatus = v.InferOutput<typeof consensusStatusSchema>;

export const getConsensusStatusMethod = wireMethod("getConsensusStatus", {}, jsonText(consensusStatusSchema));

/** State of PBFT as the node sees it. JSON text on the wire. */
export function getConsensusStatus(client: ChainClient, options?: RequestOptions): Promise<ConsensusStatus> {
  return callMethod(client, getConsensusStatusMethod, [], options);
}

export const getPbftViewMethod = wireMethod("getPbftView", {}, exactInteger);

/** Number of the present PBFT view; it grows when leaders change. */
export function getPbftView(client: ChainClient, options?: RequestOptions): Promise<number | bigint> {
  return callMethod(client, getPbftViewMethod, [], options);
}

const syncPeerSchema = v.looseObject({
  nodeID: nodeId,
  blockNumber: exactInteger,
  /** Without `0x`, as all hashes here. Another one than the node's own means another chain. */
  genesisHash: v.string(),
  latestHash: v.string(),
  /** Since 3.2. */
  archivedBlockNumber: v.optional(exactInteger),
});

const syncStatusSchema = v.looseObject({
  nodeID: nodeId,
  blockNumber: count,
  genesisHash: v.string(),
  latestHash: v.string(),
  isSyncing: v.boolean(),
  knownHighestNumber: exactInteger,
  knownLatestHash: v.string(),
  /** Since 3.2: blocks below have no bodies any more. */
  archivedBlockNumber: v.optional(exactInteger),
  peers: v.array(syncPeerSchema),
});

export type SyncStatus = v.InferOutput<typeof syncStatusSchema>;

export const getSyncStatusMethod = wireMethod("getSyncStatus", {}, jsonText(syncStatusSchema));

/** How far the node and its peers are. JSON text on the wire. */
export function getSyncStatus(client: ChainClient, options?: RequestOptions): Promise<SyncStatus> {
  return callMethod(client, getSyncStatusMethod, [], options);
}
