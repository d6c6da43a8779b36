import type { BlockLine } from "./messages";

/** A chart has room for so many bars, also when the chain has fewer blocks. */
export const fewestBars = 20;

export interface AxisLabel {
  readonly block: BlockLine;
  /** Middle of its bar, in percent of the chart's width. */
  readonly at: number;
  /** What of the label stands at that place: its beginning at the left edge, its end at the right one. */
  readonly side: "start" | "middle" | "end";
  /** Left out where there is little room. */
  readonly spare: boolean;
}

/** Labels stand no closer, in percent of the chart's width. */
const gap = 30;

/** Blocks whose time stands below their bar: the newest, and older ones that leave room between. Newest first. */
export function axisLabels(blocks: readonly BlockLine[]): AxisLabel[] {
  const width = 100 / Math.max(fewestBars, blocks.length);
  const labels: AxisLabel[] = [];
  for (let index = blocks.length - 1; index >= 0; index--) {
    const block = blocks[index];
    if (block === undefined || block.timestampMs === 0) continue;
    const at = (index + 0.5) * width;
    const before = labels.at(-1);
    if (before && before.at - at < gap) continue;
    const side = at < gap / 2 ? "start" : at > 100 - gap / 2 ? "end" : "middle";
    labels.push({ block, at, side, spare: labels.length % 2 === 1 });
  }
  return labels;
}
