import { describe, expect, it } from "vitest";
import { axisLabels } from "../../../../src/webview/explorer/chartAxis";
import type { BlockLine } from "../../../../src/webview/explorer/messages";

const block = (number: number, timestampMs: number): BlockLine => ({
  number,
  hash: "0x",
  timestampMs,
  transactions: 1,
  gasUsed: "0",
  archived: false,
  sealer: "",
});
const blocks = (count: number): BlockLine[] => Array.from({ length: count }, (_, at) => block(at, at * 1000));

describe("axisLabels", () => {
  it("names the newest block and older ones that leave room between", () => {
    const labels = axisLabels(blocks(40));
    expect(labels.map((label) => [label.block.number, label.side, label.spare])).toEqual([
      [39, "end", false],
      [27, "middle", true],
      [15, "middle", false],
      [3, "start", true],
    ]);
  });

  it("keeps the place of the bars on a young chain, and leaves out a genesis block without a time", () => {
    expect(axisLabels(blocks(3)).map(({ block: { number }, at, side }) => [number, at, side])).toEqual([
      [2, 12.5, "start"],
    ]);
    expect(axisLabels(blocks(1))).toEqual([]);
  });
});
