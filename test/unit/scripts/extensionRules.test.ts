import { describe, expect, it } from "vitest";
import { extensionProblems } from "../../../scripts/lint/extensionRules";
import { parseSource } from "../../../scripts/lint/sources";

const problems = (path: string, text: string): string[] => extensionProblems(parseSource(path, text));
const feature = "src/extension/features/chains/lines.ts";

describe("the rules of the extension's shelves", () => {
  it.each(["const shown = new Map<string, number>();", "export const seen = new Set();", "let last = 0;"])(
    "refuse what changes in a module: %s",
    (text) => {
      expect(problems(feature, text)).toEqual([expect.stringContaining(`${feature}:1: what changes`)]);
    },
  );

  it.each([
    "const names = new Set(['a']);",
    "const kept = new WeakMap<object, number>();",
    "class Memory { readonly #shown = new Map<string, number>(); }",
    "function f() { let at = 0; const seen = new Set(); return [at, seen]; }",
  ])("leave alone what does not, or ends with its owner: %s", (text) => {
    expect(problems(feature, text)).toEqual([]);
  });

  it("want each command with what it needs", () => {
    const says = [expect.stringContaining("a command says what it needs")];
    expect(problems(feature, 'import { registerCommands } from "../../kit/commands/registerCommands";')).toEqual(says);
    expect(problems(feature, 'vscode.commands.registerCommand("x", () => 1);')).toEqual(says);
    expect(problems("src/extension/kit/tree/registerTrees.ts", 'import "../commands/registerCommands";')).toEqual([]);
  });

  it("let nobody guess what a command was run on", () => {
    expect(problems(feature, 'const at = "group" in target ? 1 : 2;')).toEqual([expect.stringContaining("targetOf")]);
    expect(problems(feature, 'const at = "code" in error ? 1 : 2;')).toEqual([]);
  });
});
