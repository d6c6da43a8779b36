import { describe, expect, it } from "vitest";
import { circlesOf } from "../../../scripts/lint/circles";

const graph = (edges: Readonly<Record<string, string>>): Map<string, readonly string[]> =>
  new Map(Object.entries(edges).map(([file, imports]) => [file, imports.split(" ").filter(Boolean)]));

describe("circles between files", () => {
  it("finds none where every import goes down", () => {
    expect(circlesOf(graph({ a: "b c", b: "c d", c: "d", d: "" }))).toEqual([]);
  });

  it("finds each circle once, whole, wherever the search begins", () => {
    const edges = { a: "b", b: "c", c: "b d", d: "e", e: "f", f: "d", g: "a f" };
    const found = [
      ["b", "c"],
      ["d", "e", "f"],
    ];
    expect(circlesOf(graph(edges)).sort()).toEqual(found);
    const reversed = Object.fromEntries(Object.entries(edges).reverse());
    expect(circlesOf(graph(reversed)).sort()).toEqual(found);
  });

  it("takes circles that share a file as one, and a file that imports itself as one", () => {
    expect(circlesOf(graph({ a: "b c", b: "a", c: "a", d: "d" }))).toEqual([["a", "b", "c"], ["d"]]);
  });

  it("does not mistake two ways to one file for a circle", () => {
    expect(circlesOf(graph({ a: "b c", b: "d", c: "d", d: "e", e: "" }))).toEqual([]);
  });
});
