import type { NodeBlock } from "../tracking/blockStages";

/** Nodes store a block within moments of each other; who is always so far off has another clock, or another time zone. */
const skewMs = 5000;

/** So much the difference may vary among the quickest blocks: more is a node that lags. */
const steadyMs = 1500;

/** Fewer blocks in common prove nothing. */
const minBlocks = 5;

/** A node whose clock isn't that of the others. */
export interface ClockSkew {
  readonly node: string;
  /** How far it is ahead; negative where it is behind. */
  readonly aheadMs: number;
}

/** The middle one, of two in the middle the lower: a time that some node wrote. */
function lowerMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

/**
 * Nodes whose clocks differ from those of most others, by when they stored the blocks that all agreed on. Blocks that a node fetched from
 * others, because it was behind, don't count.
 */
export function clockSkews(
  nodes: readonly { readonly name: string; readonly blocks: readonly NodeBlock[] }[],
): readonly ClockSkew[] {
  const stored = new Map<number, number[]>();
  for (const { blocks } of nodes)
    for (const { height, storedMs, synced } of blocks) {
      if (!synced) stored.set(height, [...(stored.get(height) ?? []), storedMs]);
    }
  return nodes.flatMap(({ name, blocks }) => {
    const offsets = blocks.flatMap(({ height, storedMs, synced }) => {
      const all = stored.get(height) ?? [];
      return synced || all.length < 2 ? [] : [storedMs - lowerMedian(all)];
    });
    if (offsets.length < minBlocks) return [];
    // who lags is late, never early: the quickest fifth of the blocks shows the clock
    const sorted = offsets.toSorted((a, b) => a - b);
    const [first = 0, ahead = 0] = [sorted[0], sorted[Math.floor(sorted.length / 5)]];
    return Math.abs(ahead) >= skewMs && ahead - first <= steadyMs ? [{ node: name, aheadMs: Math.round(ahead) }] : [];
  });
}
