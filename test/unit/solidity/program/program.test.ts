import { expect, test } from "vitest";
import { jumpKinds, readSourceMap } from "../../../../src/solidity/program/sourceMap";
import { SourceText } from "../../../../src/solidity/program/sourceText";
import {
  allNodes,
  basesOf,
  isNode,
  nameStartOf,
  rangeOf,
  type SyntaxNode,
  walkTree,
} from "../../../../src/solidity/program/syntaxTree";

const node = (nodeType: string, members: object = {}): SyntaxNode => ({ nodeType, src: "0:1:0", ...members });

test("places are read as the compiler writes them, and anything else is nowhere", () => {
  expect(rangeOf("12:30:2")).toEqual({ source: 2, start: 12, end: 42 });
  expect(rangeOf("12:30:-1")).toEqual({ source: -1, start: 12, end: 42 });
  const nowhere = { source: -1, start: -1, end: -1 };
  for (const odd of ["-1:-1:-1", "", "1:2", "1:2:x", "1e3:1:0", "1:2:3:4", "99999999999:1:0", undefined, 7, {}])
    expect(rangeOf(odd), String(odd)).toEqual(nowhere);
  expect(nameStartOf(node("FunctionDefinition", { src: "5:9:0", nameLocation: "14:1:0" }))).toBe(14);
  expect(nameStartOf(node("FunctionDefinition", { src: "5:9:0", nameLocation: "-1:-1:-1" }))).toBe(5);
});

test("a tree is walked in its order, through lists and objects, and not into types", () => {
  const tree = node("SourceUnit", {
    nodes: [
      node("ImportDirective", { symbolAliases: [{ foreign: node("Identifier", { name: "A" }), local: "B" }] }),
      node("ContractDefinition", { name: "C", nodes: [[node("Block")], null, 3] }),
    ],
    typeDescriptions: { inside: node("Never") },
  });
  expect(allNodes(tree).map(({ nodeType }) => nodeType)).toEqual([
    "SourceUnit",
    "ImportDirective",
    "Identifier",
    "ContractDefinition",
    "Block",
  ]);
  const seen: string[] = [];
  walkTree(tree, "", (each, path) => {
    seen.push(`${path}/${each.nodeType}`);
    return each.nodeType === "ContractDefinition" ? undefined : `${path}/${each.nodeType}`;
  });
  expect(seen.at(-1)).toBe("/SourceUnit/ContractDefinition");
  expect(allNodes({ nodes: [tree] })).toEqual([]);
});

test("what only looks like a node is none", () => {
  expect(isNode(node("Block", { id: 3, name: "" }))).toBe(true);
  for (const odd of [
    null,
    "Block",
    { nodeType: "Block" },
    { ...node("Block"), id: "3" },
    { ...node("Block"), name: 3 },
  ])
    expect(isNode(odd)).toBe(false);
  expect(basesOf(node("ContractDefinition", { id: 4, linearizedBaseContracts: [4, 2, "x"] }))).toEqual([4, 2]);
  expect(basesOf(node("ContractDefinition", { id: 4 }))).toEqual([4]);
  expect(basesOf(undefined)).toEqual([]);
});

test("bytes, UTF-16 units and lines of a source are told from each other; all ends of lines count", () => {
  const text = new SourceText("// 合约\r// 😀 a\r\nb\nc");
  expect(text.placeOfByte(3)).toEqual({ line: 1, column: 4 });
  expect(text.placeOfByte(6)).toEqual({ line: 1, column: 5 });
  // a carriage return alone ends a line for an editor, so for a stop and for coverage too
  expect(text.lineOfByte(10)).toBe(2);
  expect(text.placeOfByte(18)).toEqual({ line: 2, column: 7 });
  expect([text.lineOfByte(21), text.lineOfByte(23), text.lineOfByte(1000)]).toEqual([3, 4, 4]);
  expect(text.sliceOfBytes(3, 9)).toBe("合约");
  expect(text.rangeOfBytes(13, 17)).toEqual({ start: { line: 1, character: 3 }, end: { line: 1, character: 5 } });
});

test("a source map goes by program counter, as long as there is code", () => {
  const code = Uint8Array.of(0x60, 0x5b, 0x56, 0x5b, 0x00);
  const map = readSourceMap("5:7:0:-;:2::i;;1:::o;9:9:9", code);
  expect([...map.startOf]).toEqual([5, -1, 5, 5, 1]);
  expect([...map.endOf]).toEqual([12, -1, 7, 7, 3]);
  expect([...map.sourceOf]).toEqual([0, -1, 0, 0, 0]);
  expect([...map.jumpOf]).toEqual([jumpKinds.none, 0, jumpKinds.into, jumpKinds.into, jumpKinds.out]);
});

test("a source map that is short, empty or nonsense says what it can", () => {
  const code = new Uint8Array(3);
  expect([...readSourceMap("", code).sourceOf]).toEqual([-1, -1, -1]);
  expect([...readSourceMap("1:2:3", code).sourceOf]).toEqual([3, -1, -1]);
  const odd = readSourceMap("1e9:x:4;99999999999::0;:3", code);
  expect([...odd.sourceOf, ...odd.startOf, ...odd.endOf]).toEqual([4, 0, 0, -1, -1, -1, -1, -1, 2]);
});

test("what lies behind the end of a line is its end, however the line ends", () => {
  const text = new SourceText("ab\r\ncd\ref\ngh");
  const ends = [0, 1, 2, 3].map((line) => text.offsetOf({ line, character: 1000 }));
  expect(ends).toEqual([2, 6, 9, 12]);
  expect(text.offsetOf({ line: 1, character: 1 })).toBe(5);
});
