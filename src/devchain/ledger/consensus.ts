import type { NodeId } from "../../crypto/bytes/hex";
import type { ConsensusNode } from "../state/systemTables";

/** The sealers of one block: sorted by node ID, as the header lists them. */
export interface SealerSet {
  readonly sealers: readonly ConsensusNode[];
  readonly totalWeight: number;
  readonly maxFaulty: number;
  readonly required: number;
}

/** Members that count in the block, sorted. Where the last of them has become a candidate, the first candidate stands in. */
export function sealerSet(nodes: readonly ConsensusNode[], blockNumber: number): SealerSet {
  const ofType = (type: ConsensusNode["type"]): ConsensusNode[] =>
    nodes.filter((node) => node.type === type && node.enableNumber <= blockNumber);
  const working = ofType("consensus_sealer");
  const sealers = (working.length > 0 ? working : ofType("consensus_candidate_sealer").slice(0, 1)).sort((a, b) =>
    a.nodeId < b.nodeId ? -1 : 1,
  );
  const totalWeight = sealers.reduce((sum, sealer) => sum + sealer.weight, 0);
  const maxFaulty = Math.floor((totalWeight - 1) / 3);
  return { sealers, totalWeight, maxFaulty, required: totalWeight - maxFaulty };
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
  let weight = 0;
  for (let step = 0; step < set.sealers.length && weight < set.required; step++) {
    const index = (leader + step) % set.sealers.length;
    const sealer = set.sealers[index];
    if (!sealer || !isUp(sealer.nodeId)) continue;
    signers.push(index);
    weight += sealer.weight;
  }
  return weight >= set.required ? signers.sort((a, b) => a - b) : undefined;
}
