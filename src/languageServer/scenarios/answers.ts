import {
  type CodeLens,
  type Command,
  type CompletionItem,
  CompletionItemKind,
  type DocumentSymbol,
  type Hover,
  MarkupKind,
  type Position,
  SymbolKind,
} from "vscode-languageserver/node";
import { hoverAt } from "../../scenarios/editor/hover";
import { type Offer, offersAt } from "../../scenarios/editor/offers";
import { type OutlinePart, scenarioOutline } from "../../scenarios/editor/outline";
import { say, t } from "../../text/catalogue";
import { code, md } from "../../text/markdown";
import { visibleLine, visibleText } from "../../text/visibleText";
import { fenced } from "../documents/sayVisibly";
import { offsetAt } from "../documents/textChanges";
import { editorCommand } from "../protocol/messages";
import type { OpenScenario, WorkspaceContext } from "./workspaceContext";

const kinds: Readonly<Record<Offer["kind"], CompletionItemKind>> = {
  key: CompletionItemKind.Property,
  value: CompletionItemKind.EnumMember,
  function: CompletionItemKind.Method,
  event: CompletionItemKind.Event,
  argument: CompletionItemKind.Field,
  name: CompletionItemKind.Variable,
  account: CompletionItemKind.Constant,
  contract: CompletionItemKind.Class,
  file: CompletionItemKind.File,
};

/** What may stand at the cursor: from the schema, the names of the scenario and the ABIs of its contracts. */
export async function completionsOf(
  { text, path }: OpenScenario,
  position: Position,
  context: WorkspaceContext,
): Promise<CompletionItem[]> {
  const { offers, replaced } = await offersAt(text, offsetAt(text, position), path, context);
  const start = { line: position.line, character: Math.max(0, position.character - replaced) };
  return offers.map(({ label, kind, detail, doc, insert }, index) => ({
    label: visibleLine(label),
    labelDetails: { description: visibleLine(detail) },
    kind: kinds[kind],
    textEdit: { range: { start, end: position }, newText: insert ?? label },
    sortText: String(index).padStart(4, "0"),
    ...(doc ? { documentation: say(doc) } : {}),
  }));
}

const thingWords = (kind: "account" | "variable" | "contract" | "answer" | "given"): string => {
  switch (kind) {
    case "account":
      return t("Account");
    case "variable":
      return t("Variable");
    case "contract":
      return t("Contract");
    case "answer":
      return t("Step Result");
    case "given":
      return t("Available in every scenario");
  }
};

export async function hoverOf(
  { text, path }: OpenScenario,
  position: Position,
  context: WorkspaceContext,
): Promise<Hover | null> {
  const found = await hoverAt(text, offsetAt(text, position), path, context);
  if (!found) return null;
  const value = [
    ...(found.code === undefined ? [] : [fenced(visibleText(found.code))]),
    ...(found.natspec === undefined ? [] : [md`${found.natspec}\n\n`]),
    ...(found.doc ? [md`${say(found.doc)}\n\n`] : []),
    ...(found.thing ? [md`${thingWords(found.thing.kind)} ${code(found.thing.detail)}`] : []),
  ];
  return { contents: { kind: MarkupKind.Markdown, value: value.join("") } };
}

const symbolKinds: Readonly<Record<OutlinePart["kind"], SymbolKind>> = {
  section: SymbolKind.Module,
  account: SymbolKind.Key,
  variable: SymbolKind.Variable,
  step: SymbolKind.Event,
};

function symbolOf(lines: readonly string[], part: OutlinePart): DocumentSymbol {
  const last = Math.min(part.endLine, lines.length) - 1;
  const first = Math.min(part.line, lines.length) - 1;
  const to = (line: number) => ({ line, character: (lines[line] ?? "").length });
  const start = { line: first, character: 0 };
  return {
    name: visibleLine(part.name) || "–",
    detail: part.detail,
    kind: symbolKinds[part.kind],
    range: { start, end: to(Math.max(first, last)) },
    selectionRange: { start, end: to(first) },
    children: part.children.map((child) => symbolOf(lines, child)),
  };
}

export function symbolsOf({ text, path }: OpenScenario): DocumentSymbol[] {
  const lines = text.split("\n");
  return scenarioOutline(text, path).parts.map((part) => symbolOf(lines, part));
}

/** Steps that execute code of contracts. */
const debuggable: readonly (string | undefined)[] = ["deploy", "send", "call"];

const atLine = (line: number): CodeLens["range"] => ({
  start: { line: line - 1, character: 0 },
  end: { line: line - 1, character: 0 },
});

/** *Run* above a scenario: on fresh chains, and on the active one; *Debug* above its steps, whose line is the fragment of the address. */
export function lensesOf({ uri, text, path }: OpenScenario): CodeLens[] {
  const { runnable, titleLine, parts } = scenarioOutline(text, path);
  if (!runnable) return [];
  const steps = parts.flatMap(({ children }) => children.filter(({ word }) => debuggable.includes(word)));
  const lens = (line: number, command: Command): CodeLens => ({ range: atLine(line), command });
  return [
    lens(titleLine, editorCommand("chainside.runScenario", t("Run"), uri)),
    lens(titleLine, editorCommand("chainside.runScenarioOnChain", t("Run on the Active Chain"), uri)),
    ...steps.map(({ line }) => lens(line, editorCommand("chainside.debugScenario", t("Debug"), `${uri}#${line}`))),
  ];
}
