import * as vscode from "vscode";
import { hoverAt } from "../../../scenarios/editor/hover";
import { type Offer, offersAt } from "../../../scenarios/editor/offers";
import { type OutlinePart, scenarioOutline } from "../../../scenarios/editor/outline";
import { say } from "../../../text/catalogue";
import { code, md } from "../../../text/markdown";
import { visibleLine, visibleText } from "../../../text/visibleText";
import { shownMessage } from "../../kit/text/shownText";
import type { ScenarioGround } from "./scenarioGround";

const kinds: Readonly<Record<Offer["kind"], vscode.CompletionItemKind>> = {
  key: vscode.CompletionItemKind.Property,
  value: vscode.CompletionItemKind.EnumMember,
  function: vscode.CompletionItemKind.Method,
  event: vscode.CompletionItemKind.Event,
  argument: vscode.CompletionItemKind.Field,
  name: vscode.CompletionItemKind.Variable,
  account: vscode.CompletionItemKind.User,
  contract: vscode.CompletionItemKind.Class,
  file: vscode.CompletionItemKind.File,
};

/** What may stand at the cursor: from the schema, the names of the scenario and the ABIs of its contracts. */
export const scenarioCompletion = (ground: ScenarioGround): vscode.CompletionItemProvider => ({
  async provideCompletionItems(document, position) {
    const at = document.offsetAt(position);
    const { offers, replaced } = await offersAt(document.getText(), at, document.uri.fsPath, ground);
    const start = Math.max(0, position.character - replaced);
    const range = new vscode.Range(position.line, start, position.line, position.character);
    return offers.map(({ label, kind, detail, doc, insert }, index) => {
      const item = new vscode.CompletionItem(
        { label: visibleLine(label), description: visibleLine(detail) },
        kinds[kind],
      );
      item.insertText = insert ?? label;
      item.range = range;
      item.sortText = String(index).padStart(4, "0");
      if (doc) item.documentation = say(doc);
      return item;
    });
  },
});

const thingWords = (kind: "account" | "variable" | "contract" | "answer" | "given"): string => {
  switch (kind) {
    case "account":
      return vscode.l10n.t("Account");
    case "variable":
      return vscode.l10n.t("Variable");
    case "contract":
      return vscode.l10n.t("Contract");
    case "answer":
      return vscode.l10n.t("Step Result");
    case "given":
      return vscode.l10n.t("Available in every scenario");
  }
};

export const scenarioHover = (ground: ScenarioGround): vscode.HoverProvider => ({
  async provideHover(document, position) {
    const at = document.offsetAt(position);
    const found = await hoverAt(document.getText(), at, document.uri.fsPath, ground);
    if (!found) return undefined;
    const shown = new vscode.MarkdownString();
    if (found.code !== undefined) shown.appendCodeblock(visibleText(found.code), "solidity");
    if (found.natspec !== undefined) shown.appendMarkdown(md`${found.natspec}\n\n`);
    if (found.doc) shown.appendMarkdown(md`${say(found.doc)}\n\n`);
    if (found.thing) {
      const { kind, detail } = found.thing;
      shown.appendMarkdown(md`${thingWords(kind)} ${code(detail)}`);
    }
    return new vscode.Hover(shown);
  },
});

const symbolKinds: Readonly<Record<OutlinePart["kind"], vscode.SymbolKind>> = {
  section: vscode.SymbolKind.Module,
  account: vscode.SymbolKind.Key,
  variable: vscode.SymbolKind.Variable,
  step: vscode.SymbolKind.Event,
};

function symbolOf(document: vscode.TextDocument, part: OutlinePart): vscode.DocumentSymbol {
  const end = Math.min(part.endLine, document.lineCount) - 1;
  const first = Math.min(part.line, document.lineCount) - 1;
  const range = new vscode.Range(first, 0, end, document.lineAt(end).text.length);
  const own = new vscode.Range(first, 0, first, document.lineAt(first).text.length);
  const name = visibleLine(part.name) || "–";
  const symbol = new vscode.DocumentSymbol(name, visibleLine(part.detail), symbolKinds[part.kind], range, own);
  symbol.children = part.children.map((child) => symbolOf(document, child));
  return symbol;
}

export const scenarioSymbols: vscode.DocumentSymbolProvider = {
  provideDocumentSymbols: (document) =>
    scenarioOutline(document.getText(), document.uri.fsPath).parts.map((part) => symbolOf(document, part)),
};

/** Steps that execute code of contracts. */
const debuggable: readonly (string | undefined)[] = ["deploy", "send", "call"];

/** *Debug* above a step; the line is the fragment of the file's URI. */
function debugLens({ uri }: vscode.TextDocument, line: number): vscode.CodeLens {
  return new vscode.CodeLens(new vscode.Range(line - 1, 0, line - 1, 0), {
    title: vscode.l10n.t("Debug"),
    tooltip: vscode.l10n.t("Runs the scenario up to here on a new chain, and debugs this step"),
    command: "chainside.debugScenario",
    arguments: [uri.with({ fragment: String(line) })],
  });
}

/** *Run* above a scenario: on fresh chains, and on the active one; *Debug* above its steps. */
export const scenarioLenses: vscode.CodeLensProvider = {
  provideCodeLenses(document) {
    const { runnable, titleLine, parts } = scenarioOutline(document.getText(), document.uri.fsPath);
    if (!runnable) return [];
    const steps = parts.flatMap(({ children }) => children.filter(({ word }) => debuggable.includes(word)));
    const range = new vscode.Range(titleLine - 1, 0, titleLine - 1, 0);
    return [
      new vscode.CodeLens(range, {
        title: vscode.l10n.t("Run"),
        tooltip: vscode.l10n.t("Runs the scenario on new chains of its own"),
        command: "chainside.runScenario",
        arguments: [document.uri],
      }),
      new vscode.CodeLens(range, {
        title: vscode.l10n.t("Run on the Active Chain"),
        tooltip: shownMessage(vscode.l10n.t("Asks before signing anything there")),
        command: "chainside.runScenarioOnChain",
        arguments: [document.uri],
      }),
      ...steps.map(({ line }) => debugLens(document, line)),
    ];
  },
};
