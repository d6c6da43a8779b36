import type { ConsensusStatus } from "../rpc/getConsensusStatus";
import type { SyncStatus } from "../rpc/getSyncStatus";

/** How a group fares, as the asked node sees it. */
export interface GroupHealth {
  /** Weight of the sealers that the node reaches, itself included. */
  readonly reachableWeight: number;
  /** Weight that a block needs: with less no block is made. */
  readonly neededWeight: number;
  readonly totalWeight: number;
  /** Sealers that the node reaches, itself included, and all of them: the same numbers only while each weighs 1. */
  readonly reachableSealers: number;
  readonly totalSealers: number;
  /** Node IDs of sealers and observers that the node does not reach. */
  readonly unreachable: readonly string[];
  /** Members whose height stays behind the chain's by more than the usual. */
  readonly behind: readonly { readonly nodeId: string; readonly blocks: number }[];
  /** Blocks that the asked node itself still lacks. */
  readonly ownLag: number;
  /** The leader is being changed. */
  readonly changingView: boolean;
  /** Leader changes in a row without a block. */
  readonly changes: number;
  readonly view: number;
  /** How long the node took to answer, in milliseconds. */
  readonly answerMs: number;
}

/** A member that is this many blocks behind counts as lagging: a few are usual under load. */
export const lagLimit = 10;

interface HealthAnswers {
  readonly consensus: ConsensusStatus;
  readonly sync: SyncStatus;
  readonly groupPeers: readonly string[];
  readonly observers: readonly string[];
  readonly answerMs: number;
}

/**
 * What a node's own answers say about its group. Reachability is judged by `getGroupPeers`: the sealer list keeps members that
 * are down (docs/protocol/json-rpc.md, "Health").
 */
export function judgeHealth({ consensus, sync, groupPeers, observers, answerMs }: HealthAnswers): GroupHealth {
  const reachable = new Set([...groupPeers, consensus.nodeID]);
  const sealers = consensus.consensusNodeList;
  const weight = (nodes: typeof sealers): number => nodes.reduce((sum, each) => sum + Number(each.weight), 0);
  const height = Math.max(Number(sync.blockNumber), Number(sync.knownHighestNumber));
  const members = new Set([...sealers.map(({ nodeID }) => nodeID), ...observers]);
  return {
    reachableWeight: weight(sealers.filter(({ nodeID }) => reachable.has(nodeID))),
    neededWeight: Number(consensus.minRequiredQuorum),
    totalWeight: weight(sealers),
    reachableSealers: sealers.filter(({ nodeID }) => reachable.has(nodeID)).length,
    totalSealers: sealers.length,
    unreachable: [...members].filter((nodeId) => !reachable.has(nodeId)),
    behind: sync.peers
      .map(({ nodeID, blockNumber }) => ({ nodeId: nodeID, blocks: height - Number(blockNumber) }))
      .filter(({ nodeId, blocks }) => members.has(nodeId) && reachable.has(nodeId) && blocks >= lagLimit),
    ownLag: Math.max(0, Number(sync.knownHighestNumber) - Number(sync.blockNumber)),
    // A node that was started again says `timeout` until the next block, which an idle group does not make: only the count tells of
    // changes.
    changingView: Number(consensus.changeCycle) > 0,
    changes: Number(consensus.changeCycle),
    view: Number(consensus.view),
    answerMs,
  };
}

/** No block is made: too little of the weight takes part. */
export function isStopped({ reachableWeight, neededWeight }: GroupHealth): boolean {
  return reachableWeight < neededWeight;
}
