import { faultyWeight, quorumWeight } from "../../verification/sealerSet";

/**
 * How many sealers may fail, whichever they are, so that blocks are still agreed on: those that fail may have a third of the voting
 * weight between them, less one (docs/protocol/precompiled-contracts.md, "Consensus").
 */
export function maxFaultyNodes(weights: readonly (number | bigint)[]): number {
  const heaviestFirst = weights.map(BigInt).sort((one, other) => (one < other ? 1 : one > other ? -1 : 0));
  let left = faultyWeight(heaviestFirst.reduce((sum, weight) => sum + weight, 0n));
  let faults = 0;
  for (const weight of heaviestFirst) {
    left -= weight;
    if (left < 0n) break;
    faults += 1;
  }
  return faults;
}

/** A sealer as the group counts it. */
export interface Voter {
  readonly nodeId: string;
  readonly weight: bigint | number;
}

/** What a change of sealers does to the consensus. */
export interface MembershipEffect {
  /** Sealers afterwards. */
  readonly sealers: number;
  /** How many of them may fail, before and after. */
  readonly faultsBefore: number;
  readonly faultsAfter: number;
  /** No block is made afterwards: the sealers that are reached now have too little weight among those that count then. */
  readonly stops: boolean;
  /** Sealers that are not reached now and still count afterwards. */
  readonly missing: number;
  /** The heaviest sealer afterwards, when its failure alone stops the chain and no sealer's failure did before, or of another. */
  readonly heaviest?: { readonly nodeId: string; readonly weight: bigint; readonly total: bigint } | undefined;
}

/** The weight that a block needs among these. */
const neededWeight = (voters: readonly Voter[]): bigint =>
  quorumWeight(voters.reduce((sum, { weight }) => sum + BigInt(weight), 0n));

/** The heaviest sealer without whose weight no block can be agreed on; undefined while any one of them may fail. */
function indispensable(voters: readonly Voter[]): MembershipEffect["heaviest"] {
  const total = voters.reduce((sum, { weight }) => sum + BigInt(weight), 0n);
  const [first, ...others] = voters;
  if (!first) return undefined;
  const heaviest = others.reduce((max, voter) => (BigInt(voter.weight) > BigInt(max.weight) ? voter : max), first);
  const weight = BigInt(heaviest.weight);
  return total - weight < neededWeight(voters) ? { nodeId: heaviest.nodeId, weight, total } : undefined;
}

/** Whether one sealer has more weight than another: among equals all are alike, and the number of faults says it. */
const uneven = (voters: readonly Voter[]): boolean => new Set(voters.map(({ weight }) => BigInt(weight))).size > 1;

/** Compares the sealers before and after a change. `unreachable`: node IDs that the asked node does not reach now. */
export function membershipEffect(
  before: readonly Voter[],
  after: readonly Voter[],
  unreachable: readonly string[],
): MembershipEffect {
  const gone = new Set(unreachable);
  const reached = after.filter(({ nodeId }) => !gone.has(nodeId));
  const [was, is] = [indispensable(before), indispensable(after)];
  const weight = reached.reduce((sum, voter) => sum + BigInt(voter.weight), 0n);
  return {
    sealers: after.length,
    faultsBefore: maxFaultyNodes(before.map((voter) => voter.weight)),
    faultsAfter: maxFaultyNodes(after.map((voter) => voter.weight)),
    stops: after.length === 0 || weight < neededWeight(after),
    missing: after.length - reached.length,
    heaviest: is && uneven(after) && !(was && uneven(before) && was.nodeId === is.nodeId) ? is : undefined,
  };
}

/** What is left of a group's sealers when some of its nodes are stopped, by weight. */
export interface StopEffect {
  /** How many of the stopped are sealers. */
  readonly sealers: number;
  /** Weight of the sealers that are reached now and go on. */
  readonly remaining: bigint;
  /** Weight that a block needs. */
  readonly needed: bigint;
  readonly total: bigint;
  /** No block is made any more, and one was before. */
  readonly stops: boolean;
}

/** `unreachable`: node IDs that are not reached already now; `stopping`: those that are to be stopped. */
export function stopEffect(
  voters: readonly Voter[],
  unreachable: readonly string[],
  stopping: readonly string[],
): StopEffect {
  const gone = new Set(unreachable);
  const ending = new Set(stopping.map((nodeId) => nodeId.toLowerCase()));
  const weight = (of: readonly Voter[]): bigint => of.reduce((sum, voter) => sum + BigInt(voter.weight), 0n);
  const reached = voters.filter(({ nodeId }) => !gone.has(nodeId));
  const remaining = weight(reached.filter(({ nodeId }) => !ending.has(nodeId.toLowerCase())));
  const needed = neededWeight(voters);
  return {
    sealers: voters.filter(({ nodeId }) => ending.has(nodeId.toLowerCase())).length,
    remaining,
    needed,
    total: weight(voters),
    stops: remaining < needed && weight(reached) >= needed,
  };
}
