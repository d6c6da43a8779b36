import { describe, expect, it } from "vitest";
import { circlesOf, folderGraph } from "../../../scripts/lint/circles";

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

describe("circles between folders", () => {
  it("finds one whose files import each other in none", () => {
    const files = graph({
      "src/a/one.ts": "src/b/two.ts",
      "src/b/two.ts": "",
      "src/b/three.ts": "src/a/four.ts",
      "src/a/four.ts": "",
    });
    expect(circlesOf(files)).toEqual([]);
    expect(circlesOf(folderGraph(files))).toEqual([["src/a", "src/b"]]);
  });

  it("takes a folder and the one that holds it as two", () => {
    const files = graph({
      "src/a/one.ts": "src/a/part/two.ts",
      "src/a/part/three.ts": "src/a/four.ts",
      "src/a/part/two.ts": "",
      "src/a/four.ts": "",
    });
    expect(circlesOf(folderGraph(files))).toEqual([["src/a", "src/a/part"]]);
  });

  it("finds none within a folder, nor where every import goes down", () => {
    const files = graph({
      "src/a/one.ts": "src/a/two.ts src/b/three.ts",
      "src/a/two.ts": "src/a/one.ts src/c/four.ts",
      "src/b/three.ts": "src/c/four.ts",
      "src/c/four.ts": "",
    });
    expect(circlesOf(folderGraph(files))).toEqual([]);
  });
});
