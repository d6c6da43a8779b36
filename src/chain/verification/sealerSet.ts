import type { NodeId } from "../../crypto/bytes/hex";

/** Weight that may be faulty among so much (docs/protocol/precompiled-contracts.md, "Consensus"). */
export const faultyWeight = (total: bigint): bigint => (total > 0n ? (total - 1n) / 3n : 0n);

/** Weight that makes a block final: all but what may be faulty (docs/protocol/transaction-encoding.md, "Block header"). */
export const quorumWeight = (total: bigint): bigint => total - faultyWeight(total);

/** Who decides blocks together, and with what weight. */
interface SealerWeight {
  readonly nodeId: NodeId;
  readonly weight: bigint;
}

/** Ordered by node ID, as a header has them; every ID once, every weight above 0. */
export type SealerSet = readonly SealerWeight[];

/** Most sealers that are taken for real: far beyond any PBFT group. */
export const maxSealers = 300;

/**
 * The set in a header's order.
 * @throws RangeError for an ID twice or not of 128 lower-case hex digits, a weight below 1, no sealer or too many.
 */
export function sealerSet(sealers: readonly SealerWeight[]): SealerSet {
  if (sealers.length === 0 || sealers.length > maxSealers) throw new RangeError(`${sealers.length} sealers`);
  const sorted = [...sealers].sort((a, b) => (a.nodeId < b.nodeId ? -1 : a.nodeId > b.nodeId ? 1 : 0));
  sorted.forEach(({ nodeId, weight }, index) => {
    if (!/^[0-9a-f]{128}$/.test(nodeId)) throw new RangeError("a node ID has 128 hex digits");
    if (weight < 1n) throw new RangeError(`the weight ${weight}`);
    if (sorted[index + 1]?.nodeId === nodeId) throw new RangeError(`${nodeId} stands there twice`);
  });
  return sorted;
}

export const totalWeight = (set: SealerSet): bigint => set.reduce((sum, { weight }) => sum + weight, 0n);

/** Weight that makes a block final. */
export const quorumOf = (set: SealerSet): bigint => quorumWeight(totalWeight(set));

/**
 * Weight that contains an honest sealer, as long as PBFT holds at all: one more than may be faulty. An honest sealer signs a header only
 * after having executed the block itself, with the list of sealers that was in force.
 */
export const honestWeight = (set: SealerSet): bigint => faultyWeight(totalWeight(set)) + 1n;

export function sameSealers(one: SealerSet, other: SealerSet): boolean {
  return (
    one.length === other.length &&
    one.every(({ nodeId, weight }, index) => nodeId === other[index]?.nodeId && weight === other[index]?.weight)
  );
}

/** Weight of those of the set who are among the signers, each counted once. */
export function weightOf(set: SealerSet, signers: ReadonlySet<NodeId>): bigint {
  return set.reduce((sum, { nodeId, weight }) => (signers.has(nodeId) ? sum + weight : sum), 0n);
}
