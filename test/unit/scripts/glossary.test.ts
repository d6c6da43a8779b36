import { expect, it } from "vitest";
import { outWordsIn } from "../../../scripts/lint/glossary";
import { parseSource } from "../../../scripts/lint/sources";

const out = (path: string, text: string): string[] => outWordsIn(parseSource(path, text));

it.each([
  ["interface EditorGround {}", "EditorGround: say context"],
  ["function followFate() {}", "followFate: say outcome, settlement"],
  ["const builtinNames = [];", "builtinNames: say precompiled contract"],
  ["class Journey {}", "Journey: say execution control"],
  ["interface Limits { readonly mostBytes: number }", "mostBytes: say max…"],
  ["const wait = (patienceMs: number) => patienceMs;", "patienceMs: say timeout"],
  ["class Tree { #longestName = 1; }", "longestName: say max…Length"],
  ["const allTold = (isSeen: boolean) => isSeen;", "allTold: say reported, report"],
  ["interface Page { readonly historyDoor: string }", "historyDoor: say access"],
])("a word that is out is found in a name: %s", (text, message) => {
  expect(out("src/debugger/a.ts", text)[0]).toContain(message);
});

it("longer words, texts and what the field calls so are left alone", () => {
  expect(
    out("src/debugger/a.ts", 'const background = "the ground"; const haltingPoints = 1; const atMost = 2;'),
  ).toEqual([]);
  expect(out("src/chain/verification/a.ts", "const leaf = 1;")).toEqual([]);
});
