import { describe, expect, it } from "vitest";
import { nodeIdsOf } from "../../../../../src/extension/features/chains/dragNodes";
import { fits } from "../../../../../src/extension/kit/tree/pages";

const id = (digit: string): string => digit.repeat(128);

describe("what is dropped on a folder of nodes", () => {
  it("holds node IDs wherever they stand, each once, in lower case", () => {
    const text = `cal.0=${id("a")}\ncal.1=${id("B")} ; node1\n"${id("a")}"`;
    expect(nodeIdsOf(text)).toEqual([id("a"), id("b")]);
  });

  it("holds none in longer or shorter digits: a TLS identity is no node ID", () => {
    expect(nodeIdsOf(`${"a".repeat(512)} ${"a".repeat(127)} 0x12`)).toEqual([]);
  });
});

describe("the filter of a folder", () => {
  it("wants every word, in any case", () => {
    expect(fits("10.0 group0", "10.0.0.1:30300 Group0 ab")).toBe(true);
    expect(fits("10.0 group1", "10.0.0.1:30300 group0 ab")).toBe(false);
  });
});
