import { faultyWeight, quorumWeight } from "../../chain/verification/sealerSet";
import type { NodeId } from "../../crypto/bytes/hex";
import type { NodeIdentity } from "../keys/seededKeys";
import type { StateReader } from "../state/stateStore";
import { type ConsensusNode, readConsensusNodes, readSystemConfig } from "../state/systemTables";

/** The sealers of one block: sorted by node ID, as the header lists them. */
interface SealerSet {
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
function leaderIndex(set: SealerSet, blockNumber: number, period: number, view: number): number {
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

/** Whose turn it is: the leader and its place among the sealers, and the places of those that sign. */
export interface Turn {
  readonly set: SealerSet;
  readonly leader: NodeIdentity;
  readonly leaderIndex: number;
  readonly signers: readonly number[];
}

/** Who makes the blocks of a group: the members that its state names, the view, and the faults of their nodes. */
export class Members {
  /** Nodes whose keys this chain has. Grows when a node joins the network; shared by all groups. */
  readonly nodes: NodeIdentity[];
  /** PBFT view: rises when a leader is not there. */
  view = 0;
  /** Leader changes since the last block; above 0 the group is in trouble. */
  changeCycle = 0;
  readonly #store: StateReader;
  readonly #down = new Set<NodeId>();
  readonly #lags = new Map<NodeId, number>();

  constructor(store: StateReader, nodes: NodeIdentity[]) {
    this.#store = store;
    this.nodes = nodes;
  }

  /** Whether a node can be reached. One whose key this chain does not have never can. */
  isUp(nodeId: NodeId): boolean {
    return !this.#down.has(nodeId) && this.nodes.some((node) => node.nodeId === nodeId);
  }

  setDown(nodeId: NodeId, down: boolean): void {
    if (down) this.#down.add(nodeId);
    else this.#down.delete(nodeId);
  }

  /** Blocks that a node is behind, as a fault on demand has it. */
  lagOf(nodeId: NodeId): number {
    return this.#lags.get(nodeId) ?? 0;
  }

  setLag(nodeId: NodeId, blocks: number): void {
    this.#lags.set(nodeId, blocks);
  }

  /** The sealers of a block. */
  sealersOf(blockNumber: number): SealerSet {
    return sealerSet(readConsensusNodes(this.#store), blockNumber);
  }

  /** Whether the sealers that are up can make the block. */
  hasQuorum(blockNumber: number): boolean {
    return signingSealers(this.sealersOf(blockNumber), 0, (nodeId) => this.isUp(nodeId)) !== undefined;
  }

  /** Place of the leader of a block among its sealers, in the present view. */
  leaderOf(blockNumber: number, set: SealerSet): number {
    const period = Math.max(1, Number(readSystemConfig(this.#store, "consensus_leader_period")?.value ?? "1"));
    return leaderIndex(set, blockNumber, period, this.view);
  }

  /** Whose turn it is. A leader that is down costs a view change. Undefined when the sealers that are up do not reach the quorum. */
  takeTurn(blockNumber: number): Turn | undefined {
    const set = this.sealersOf(blockNumber);
    for (let step = 0; step < set.sealers.length; step++) {
      const index = this.leaderOf(blockNumber, set);
      const leader = this.nodes.find(({ nodeId }) => nodeId === set.sealers[index]?.nodeId);
      if (leader && this.isUp(leader.nodeId)) {
        const signers = signingSealers(set, index, (nodeId) => this.isUp(nodeId));
        return signers && { set, leader, leaderIndex: index, signers };
      }
      this.view++;
    }
    return undefined;
  }

  /** Leaders that do not come: the view rises, and the group says so until the next block. */
  changeView(times: number): void {
    this.view += times;
    this.changeCycle += times;
  }

  /** Consensus begins anew, in the first view. */
  restart(): void {
    this.view = 0;
    this.changeCycle = 0;
  }

  clearFaults(): void {
    this.#down.clear();
    this.#lags.clear();
    this.changeCycle = 0;
  }
}
