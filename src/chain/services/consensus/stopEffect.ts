import { neededWeight, type Voter } from "./membershipEffects";

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
