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
