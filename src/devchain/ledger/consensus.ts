import { faultyWeight, quorumWeight } from "../../chain/verification/quorum";
import type { NodeId } from "../../crypto/bytes/hex";
import type { ConsensusNode } from "../state/systemTables";

/** The sealers of one block: sorted by node ID, as the header lists them. */
export interface SealerSet {
  readonly sealers: readonly ConsensusNode[];
  readonly totalWeight: bigint;
  readonly maxFaulty: bigint;
  readonly required: bigint;
}

/** Members that count in the block, sorted. Where the last of them has become a candidate, the first candidate stands in. */
export function sealerSet(nodes: readonly ConsensusNode[], blockNumber: number): SealerSet {
  const ofType = (type: ConsensusNode["type"]): ConsensusNode[] =>
    nodes.filter((node) => node.type === type && node.enableNumber <= blockNumber);
  const working = ofType("consensus_sealer");
  const sealers = (working.length > 0 ? working : ofType("consensus_candidate_sealer").slice(0, 1)).sort((a, b) =>
    a.nodeId < b.nodeId ? -1 : 1,
  );
  const totalWeight = sealers.reduce((sum, { weight }) => sum + BigInt(weight), 0n);
  // sealers without any weight agree on nothing
  const required = totalWeight > 0n ? quorumWeight(totalWeight) : 1n;
  return { sealers, totalWeight, maxFaulty: faultyWeight(totalWeight), required };
}

/** Leader of a block. */
export function leaderIndex(set: SealerSet, blockNumber: number, period: number, view: number): number {
  return (Math.floor(blockNumber / period) + view) % set.sealers.length;
}

/**
 * The sealers that sign, from the leader on, until their weights reach the quorum; undefined when the nodes that are up
 * do not suffice, in which case no block can be made.
 */
export function signingSealers(
  set: SealerSet,
  leader: number,
  isUp: (nodeId: NodeId) => boolean,
): number[] | undefined {
  const signers: number[] = [];
  let weight = 0n;
  for (let step = 0; step < set.sealers.length && weight < set.required; step++) {
    const index = (leader + step) % set.sealers.length;
    const sealer = set.sealers[index];
    if (!sealer || !isUp(sealer.nodeId)) continue;
    signers.push(index);
    weight += BigInt(sealer.weight);
  }
  return weight >= set.required ? signers.sort((a, b) => a - b) : undefined;
}
