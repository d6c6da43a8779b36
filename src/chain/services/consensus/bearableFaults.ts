/**
 * How many sealers may fail, whichever they are, so that blocks are still agreed on: those that fail may have a third of the voting
 * weight between them, less one (docs/protocol/precompiled-contracts.md, "Consensus").
 */
export function bearableFaults(weights: readonly (number | bigint)[]): number {
  const heaviestFirst = weights.map(BigInt).sort((one, other) => (one < other ? 1 : one > other ? -1 : 0));
  const total = heaviestFirst.reduce((sum, weight) => sum + weight, 0n);
  let left = total > 0n ? (total - 1n) / 3n : 0n;
  let faults = 0;
  for (const weight of heaviestFirst) {
    left -= weight;
    if (left < 0n) break;
    faults += 1;
  }
  return faults;
}
