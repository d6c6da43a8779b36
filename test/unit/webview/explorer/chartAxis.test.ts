import { describe, expect, it } from "vitest";
import { axisLabels, clockText } from "../../../../src/webview/explorer/chartAxis";
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

describe("clockText", () => {
  const now = new Date(2026, 10, 21, 15, 0, 0).getTime();
  it.each([
    [now - 60_000, now - 120_000, "14:59:00"],
    [now - 60_000, now - 2 * 3_600_000, "14:59"],
    [now - 60_000, now - 48 * 3_600_000, "11/21, 14:59"],
  ])("%d with the oldest %d reads %s", (at, oldest, text) => {
    expect(clockText(at, oldest, now, "en")).toBe(text);
  });
});
