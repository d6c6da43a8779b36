/** Weight that may be faulty among so much (docs/protocol/precompiled-contracts.md, "Consensus"). */
export const faultyWeight = (total: bigint): bigint => (total > 0n ? (total - 1n) / 3n : 0n);

/** Weight that makes a block final: all but what may be faulty (docs/protocol/transaction-encoding.md, "Block header"). */
export const quorumWeight = (total: bigint): bigint => total - faultyWeight(total);
