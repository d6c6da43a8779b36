import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import {
  type CallHierarchyIncomingCall,
  type CallHierarchyItem,
  type CodeAction,
  type Diagnostic,
  type DocumentHighlight,
  DocumentHighlightKind,
  type DocumentSymbol,
  type FoldingRange,
  type Hover,
  type InlayHint,
  type Location,
  type SelectionRange,
  type SemanticTokens,
  type SignatureHelp,
  type SymbolInformation,
  type TypeHierarchyItem,
  type WorkspaceEdit,
} from "vscode-languageserver/node";
import { TestClient, TestWorkspace } from "./testClient";

const compiler = resolve(import.meta.dirname, "../../../node_modules/solc");
const settings = { solidity: { compiler } };

const coin = `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

import {Purse} from "./Purse.sol";

contract Coin is Purse {
    /// Gives coins.
    /// @param to who gets them
    function give(address to, uint256 amount) external {
        coins[to] += amount;
    }
}
`;
const purse = `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

contract Purse {
    mapping(address => uint256) public coins;
}
`;

/** Where a word stands in a text, at its nth place. */
function at(text: string, word: string, nth = 1): { line: number; character: number } {
  let offset = -1;
  for (let found = 0; found < nth; found++) offset = text.indexOf(word, offset + 1);
  const before = text.slice(0, offset).split("\n");
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

const begin = async (workspace: TestWorkspace, locale: "en" | "zh-cn" = "en"): Promise<TestClient> => {
  const client = await TestClient.start({ workspace, settings, locale });
  client.open(workspace.uri("Coin.sol"), workspace.read("Coin.sol"));
  return client;
};

describe("the language server of Solidity, in an editor that knows nothing of us", () => {
  it("says what the compiler says, and mends it", async () => {
    using workspace = new TestWorkspace({ "Coin.sol": coin.replace("pragma", "// pragma"), "Purse.sol": purse });
    await using client = await begin(workspace);
    const uri = workspace.uri("Coin.sol");
    const diagnostics = await client.diagnostics(uri);
    expect(
      diagnostics.map(({ message, source, severity }) => `${source} ${severity} ${String(message).slice(0, 48)}`),
    ).toEqual(["solc 2 Source file does not specify required compiler v"]);
    const actions = await client.request<CodeAction[]>("textDocument/codeAction", {
      textDocument: { uri },
      range: (diagnostics[0] as Diagnostic).range,
      context: { diagnostics },
    });
    expect(actions.map(({ title }) => title)).toEqual([expect.stringMatching(/^Set pragma solidity \^0\.8\.\d+$/)]);
    client.apply(actions[0]?.edit as WorkspaceEdit);
    expect(await client.diagnostics(uri)).toEqual([]);
  });

  it("answers what editors ask of names, in a text that no compiler takes", async () => {
    const broken = coin.replace("coins[to] += amount;", "coins[to] += amount\n        give(to, );");
    using workspace = new TestWorkspace({ "Coin.sol": broken, "Purse.sol": purse });
    await using client = await begin(workspace);
    const textDocument = { uri: workspace.uri("Coin.sol") };
    const asked = (word: string, ahead = 0, nth = 1) => {
      const { line, character } = at(broken, word, nth);
      return { textDocument, position: { line, character: character + ahead } };
    };
    const marks = await client.request<DocumentHighlight[]>("textDocument/documentHighlight", asked("amount", 1));
    expect(marks.map(({ kind }) => kind)).toEqual([DocumentHighlightKind.Write, DocumentHighlightKind.Read]);
    const help = await client.request<SignatureHelp>("textDocument/signatureHelp", asked("give(to, ", 9));
    expect(help).toMatchObject({ activeParameter: 1, signatures: [{ label: "give(address to, uint256 amount)" }] });
    const colors = await client.request<SemanticTokens>("textDocument/semanticTokens/full", { textDocument });
    expect(colors.data.length).toBeGreaterThan(40);
    expect(colors.data.length % 5).toBe(0);
    const folds = await client.request<FoldingRange[]>("textDocument/foldingRange", { textDocument });
    expect(folds.map(({ startLine }) => startLine)).toContain(at(broken, "contract Coin").line);
    const [selection] = await client.request<SelectionRange[]>("textDocument/selectionRange", {
      textDocument,
      positions: [at(broken, "amount", 3)],
    });
    expect(selection?.parent).toBeDefined();
    const symbols = await client.request<SymbolInformation[]>("workspace/symbol", { query: "co" });
    expect(symbols.map(({ name }) => name)).toEqual(["Coin", "coins"]);
    const [item] = await client.request<CallHierarchyItem[]>("textDocument/prepareCallHierarchy", asked("give", 1));
    const calls = await client.request<CallHierarchyIncomingCall[]>("callHierarchy/incomingCalls", { item });
    expect(calls.map(({ from }) => from.name)).toEqual(["Coin.give"]);
    const [type] = await client.request<TypeHierarchyItem[]>("textDocument/prepareTypeHierarchy", asked("Purse", 1));
    const heirs = await client.request<TypeHierarchyItem[]>("typeHierarchy/subtypes", { item: type });
    expect(heirs.map(({ name, uri }) => [name, uri])).toEqual([["Coin", textDocument.uri]]);
    const made = await client.request<Location[]>("textDocument/implementation", asked("Purse", 1));
    expect(made.map(({ uri }) => uri)).toEqual([textDocument.uri]);
    const range = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
    const hints = await client.request<InlayHint[]>("textDocument/inlayHint", { textDocument, range });
    expect(hints).toEqual([]);
  });

  it("explains, finds and renames names in all files", async () => {
    using workspace = new TestWorkspace({ "Coin.sol": coin, "Purse.sol": purse });
    await using client = await begin(workspace);
    const textDocument = { uri: workspace.uri("Coin.sol") };
    expect(await client.diagnostics(textDocument.uri)).toEqual([]);
    const hover = await client.request<Hover>("textDocument/hover", { textDocument, position: at(coin, "give") });
    const { value } = hover.contents as { value: string };
    expect(value).toContain("function give(address to, uint256 amount) external");
    expect(value).toContain("Gives coins.");
    expect(value).toContain("Selector: `0xf00388f7` · SM ");
    const position = at(coin, "coins[");
    const declared = { uri: workspace.uri("Purse.sol"), range: { start: at(purse, "coins"), end: at(purse, ";", 2) } };
    expect(await client.request<Location[]>("textDocument/definition", { textDocument, position })).toEqual([declared]);
    const used = await client.request<Location[]>("textDocument/references", {
      textDocument,
      position,
      context: { includeDeclaration: true },
    });
    expect(used.map(({ uri, range }) => `${uri === textDocument.uri} ${range.start.line}`).sort()).toEqual([
      "false 4",
      "true 9",
    ]);
    const { placeholder } = await client.request<{ placeholder: string }>("textDocument/prepareRename", {
      textDocument,
      position,
    });
    expect(placeholder).toBe("coins");
    const edit = await client.request<WorkspaceEdit>("textDocument/rename", {
      textDocument,
      position,
      newName: "held",
    });
    expect(Object.keys(edit.changes ?? {}).sort()).toEqual([textDocument.uri, declared.uri].sort());
    const refused = client.request("textDocument/rename", { textDocument, position, newName: "give" });
    await expect(refused).rejects.toThrow("Not renamed. ");
  });

  it("completes while a line is half written, and outlines it", async () => {
    using workspace = new TestWorkspace({ "Coin.sol": coin, "Purse.sol": purse });
    await using client = await begin(workspace);
    const textDocument = { uri: workspace.uri("Coin.sol") };
    await client.diagnostics(textDocument.uri);
    const start = at(coin, "coins[to]");
    client.change(textDocument.uri, { range: { start, end: start }, text: "co\n        " });
    const items = await client.completion(textDocument.uri, { ...start, character: start.character + 2 });
    expect(items.map(({ label }) => label)).toEqual(expect.arrayContaining(["coins", "amount", "give", "contract"]));
    const symbols = await client.request<DocumentSymbol[]>("textDocument/documentSymbol", { textDocument });
    expect(symbols.map(({ name, children }) => [name, children?.map((child) => child.name)])).toEqual([
      ["Coin", ["give"]],
    ]);
    const [problem] = await client.diagnostics(textDocument.uri);
    expect(problem?.source).toBe("solc");
  });

  it("speaks Chinese", async () => {
    using workspace = new TestWorkspace({ "Coin.sol": coin, "Purse.sol": purse });
    await using client = await begin(workspace, "zh-cn");
    const textDocument = { uri: workspace.uri("Coin.sol") };
    await client.diagnostics(textDocument.uri);
    const nothing = client.request("textDocument/prepareRename", { textDocument, position: { line: 2, character: 0 } });
    await expect(nothing).rejects.toThrow("此处没有可重命名的内容");
  });
});
