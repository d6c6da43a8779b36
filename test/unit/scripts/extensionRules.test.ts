import { describe, expect, it } from "vitest";
import { extensionProblems } from "../../../scripts/lint/extensionRules";
import { parseSource } from "../../../scripts/lint/sources";

const problems = (path: string, text: string): string[] => extensionProblems(parseSource(path, text));
const feature = "src/extension/features/chains/lines.ts";

describe("the rules of the extension's shelves", () => {
  it.each([
    "const shown = new Map<string, number>();",
    "export const seen = new Set();",
    "const kept = new WeakMap<object, number>();",
    "const found: string[] = [];",
    "const names = {} as Record<string, string>;",
    "const changed = new vscode.EventEmitter<string>();",
    "const tail = new LogTail(20);",
    "let last = 0;",
  ])("refuse what changes in a module: %s", (text) => {
    for (const path of [feature, "src/extension/state/connections/chainPin.ts"])
      expect(problems(path, text)).toEqual([expect.stringContaining(`${path}:1: what changes`)]);
  });

  it.each([
    "const names = new Set(['a']);",
    "const words = ['a'], sizes = { a: 1 };",
    "class Memory { readonly #shown = new Map<string, number>(); }",
    "function f() { let at = 0; const seen = new Set(); return [at, seen]; }",
  ])("leave alone what does not, or ends with its owner: %s", (text) => {
    expect(problems(feature, text)).toEqual([]);
  });

  it("want each command with what it needs", () => {
    const says = [expect.stringContaining("a command says what it needs")];
    expect(problems(feature, 'import { registerCommands } from "../../kit/registration/registerCommands";')).toEqual(
      says,
    );
    expect(problems(feature, 'vscode.commands.registerCommand("x", () => 1);')).toEqual(says);
    expect(problems("src/extension/kit/tree/nodeTree.ts", 'import "../registration/registerCommands";')).toEqual([]);
  });

  it.each([
    'void vscode.commands.executeCommand("chainside.showLog");',
    "await vscode.commands.executeCommand(command, { group });",
    'const lens = { title: "Log", command: "chainside.showLog" };',
    'item.command = "chainside.chains.focus";',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a file
    "const link = `command:chainside.explain?${query}`;",
  ])("want what a command takes looked at: %s", (text) => {
    expect(problems(feature, text)).toEqual([expect.stringContaining("know what a command takes")]);
  });

  it.each([
    'void vscode.commands.executeCommand("vscode.open", uri);',
    'item.command = "chainside.chains.focus" satisfies CommandId;',
    'const lens = { title: "Open", command: "vscode.open" };',
    'registerTargetCommands(app, { "chainside.showLog": free(() => 1) });',
  ])("leave other commands alone, and names that are checked: %s", (text) => {
    expect(problems(feature, text)).toEqual([]);
  });

  it("want what goes with a message to a language server looked at", () => {
    const says = [expect.stringContaining("know what goes with a message")];
    expect(problems(feature, 'void client.sendNotification("chainside/knownNodes", { nodes });')).toEqual(says);
    expect(problems(feature, 'client.onRequest("chainside/contract", answer);')).toEqual(says);
    expect(problems(feature, 'connection.onRequest("textDocument/hover", answer);')).toEqual([]);
  });

  it("let nobody guess what a command was run on", () => {
    expect(problems(feature, 'const at = "group" in target ? 1 : 2;')).toEqual([expect.stringContaining("targetOf")]);
    expect(problems(feature, 'const at = "code" in error ? 1 : 2;')).toEqual([]);
  });
});
