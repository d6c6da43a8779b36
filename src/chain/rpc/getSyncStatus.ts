import * as v from "valibot";
import type { ChainClient, RequestOptions } from "../client/client";
import { callMethod, wireMethod } from "./wireMethod";
import { count, exactInteger, jsonText, nodeId } from "./wireSchemas";

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
