/**
 * How much an act weighs, from light to heavy. `ordinary`: another act takes it back. `grave`: it needs a second look, so nothing is
 * preselected and its consequence is the first line. `irreversible`: nothing takes it back, it stops the chain, or it locks people out, so
 * a person types the name of the thing.
 */
export const weights = ["ordinary", "grave", "irreversible"] as const;

export type Weight = (typeof weights)[number];

/** The heaviest of several; what says nothing is ordinary. */
export const heaviest = (...given: readonly (Weight | undefined)[]): Weight =>
  weights.findLast((weight) => given.includes(weight)) ?? "ordinary";
