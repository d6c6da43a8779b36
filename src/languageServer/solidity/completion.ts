import {
  type CompletionItem,
  CompletionItemKind,
  InsertTextFormat,
  MarkupKind,
  type Position,
  type Range,
} from "vscode-languageserver/node";
import { kinds as kindOfProposal } from "../../solidity/language/completion";
import type { Declaration } from "../../solidity/language/names/declarations";
import type { CompletionKind, CompletionProposal } from "../../solidity/language/questions";
import { md } from "../../text/markdown";
import { visibleText } from "../../text/visibleText";
import { offsetAt } from "../documents/textChanges";
import { signalOf } from "../protocol/messages";
import type { SolidityFeature } from "./feature";
import bodies from "./snippets.json";
import type { OpenSource } from "./solidityState";

const kinds: Readonly<Record<CompletionKind, CompletionItemKind>> = {
  keyword: CompletionItemKind.Keyword,
  variable: CompletionItemKind.Variable,
  field: CompletionItemKind.Field,
  function: CompletionItemKind.Function,
  event: CompletionItemKind.Event,
  error: CompletionItemKind.Event,
  contract: CompletionItemKind.Class,
  interface: CompletionItemKind.Interface,
  struct: CompletionItemKind.Struct,
  enum: CompletionItemKind.Enum,
  enumValue: CompletionItemKind.EnumMember,
  type: CompletionItemKind.TypeParameter,
  file: CompletionItemKind.File,
  tag: CompletionItemKind.Keyword,
};

/** What a declaration is shown as. */
export const kindOf = (declaration: Declaration): CompletionItemKind =>
  kinds[declaration.contractNode?.form === "interface" ? "interface" : kindOfProposal[declaration.kind]];

/** Pieces of a contract, offered where code may stand. */
const snippets: readonly CompletionItem[] = Object.entries(bodies).map(([label, insertText]) => ({
  label,
  kind: CompletionItemKind.Snippet,
  detail: "Chainside",
  insertText,
  insertTextFormat: InsertTextFormat.Snippet,
}));

/** The line up to a position. */
function lineBefore({ text }: OpenSource, { line, character }: Position): string {
  const start = offsetAt(text, { line, character: 0 });
  return text.slice(start, start + character);
}

/** What is replaced, where it is no word: the path of an import, a tag of a comment. */
function replacedBy(kind: CompletionKind, before: string, end: Position): Range | undefined {
  const from = (character: number): Range => ({ start: { line: end.line, character }, end });
  if (kind === "file") return from(Math.max(before.lastIndexOf('"'), before.lastIndexOf("'")) + 1);
  if (kind !== "tag") return undefined;
  const at = before.lastIndexOf("@");
  return from(at >= 0 && /^[\w:]*$/.test(before.slice(at + 1)) ? at : end.character);
}

function itemOf(proposal: CompletionProposal, before: string, position: Position): CompletionItem {
  const { label, kind, detail, documentation, insert } = proposal;
  const newText = insert ?? label;
  const range = replacedBy(kind, before, position);
  return {
    label: visibleText(label),
    kind: kinds[kind],
    ...(detail === "" ? {} : { detail: visibleText(detail) }),
    ...(documentation === "" ? {} : { documentation: { kind: MarkupKind.Markdown, value: md`${documentation}` } }),
    ...(range ? { textEdit: { range, newText }, filterText: newText } : { insertText: newText }),
  };
}

/** Names, members, imports, tags, and snippets; other features add what they know (`state.parts.completions`). */
export const completion: SolidityFeature = {
  register(state) {
    const takesSnippets = state.client.textDocument?.completion?.completionItem?.snippetSupport ?? false;
    state.parts.completions.push(async (source, position, signal) => {
      const answer = await state.ask(source, { kind: "completion", position }, "completion", signal);
      const before = lineBefore(source, position);
      const items = (answer?.proposals ?? []).map((proposal) => itemOf(proposal, before, position));
      return takesSnippets && answer?.anything ? [...items, ...snippets] : items;
    });
    state.connection.onCompletion(async ({ textDocument, position }, token) => {
      const source = state.sources.get(textDocument.uri);
      if (!source) return [];
      const signal = signalOf(token);
      const parts = await Promise.all(state.parts.completions.map((part) => part(source, position, signal)));
      const items = parts.flatMap((part) => part ?? []);
      return parts.includes(undefined) ? { isIncomplete: true, items } : items;
    });
  },
};
