import * as vscode from "vscode";
import type { CompletionKind, OutlineItem, OutlineKind } from "../../../solidity/language/questions";
import type { TextPosition } from "../../../solidity/program/textRange";
import { labelled, listed } from "../../../text/joining";
import { code, md } from "../../../text/markdown";
import { visibleText } from "../../../text/visibleText";
import { shownMessage } from "../../kit/text/shownText";
import type { Chainside } from "../../state/chainside";
import { rangeOf } from "../../state/solidity/ranges";
import { ownsLanguage } from "./otherExtensions";
import { locationOf } from "./problems";
import bodies from "./snippets.json";

/** Pieces of a contract, offered where code may stand. */
function snippets(): vscode.CompletionItem[] {
  return Object.entries(bodies).map(([label, body]) => {
    const item = new vscode.CompletionItem(label, vscode.CompletionItemKind.Snippet);
    item.insertText = new vscode.SnippetString(body);
    item.detail = "Chainside";
    return item;
  });
}

const symbolKinds: Readonly<Record<OutlineKind, vscode.SymbolKind>> = {
  contract: vscode.SymbolKind.Class,
  abstract: vscode.SymbolKind.Class,
  interface: vscode.SymbolKind.Interface,
  library: vscode.SymbolKind.Module,
  function: vscode.SymbolKind.Method,
  constructor: vscode.SymbolKind.Constructor,
  receive: vscode.SymbolKind.Method,
  fallback: vscode.SymbolKind.Method,
  modifier: vscode.SymbolKind.Function,
  event: vscode.SymbolKind.Event,
  error: vscode.SymbolKind.Event,
  struct: vscode.SymbolKind.Struct,
  enum: vscode.SymbolKind.Enum,
  type: vscode.SymbolKind.TypeParameter,
  variable: vscode.SymbolKind.Variable,
  constant: vscode.SymbolKind.Constant,
  field: vscode.SymbolKind.Field,
  enumValue: vscode.SymbolKind.EnumMember,
};

const completionKinds: Readonly<Record<CompletionKind, vscode.CompletionItemKind>> = {
  keyword: vscode.CompletionItemKind.Keyword,
  variable: vscode.CompletionItemKind.Variable,
  field: vscode.CompletionItemKind.Field,
  function: vscode.CompletionItemKind.Function,
  event: vscode.CompletionItemKind.Event,
  error: vscode.CompletionItemKind.Event,
  contract: vscode.CompletionItemKind.Class,
  interface: vscode.CompletionItemKind.Interface,
  struct: vscode.CompletionItemKind.Struct,
  enum: vscode.CompletionItemKind.Enum,
  enumValue: vscode.CompletionItemKind.EnumMember,
  type: vscode.CompletionItemKind.TypeParameter,
  file: vscode.CompletionItemKind.File,
  tag: vscode.CompletionItemKind.Keyword,
};

const positionOf = ({ line, character }: vscode.Position): TextPosition => ({ line, character });

function symbolOf(item: OutlineItem): vscode.DocumentSymbol {
  const name = item.name === "" ? item.kind : item.name;
  const symbol = new vscode.DocumentSymbol(
    visibleText(name),
    visibleText(item.detail),
    symbolKinds[item.kind],
    rangeOf(item.range),
    rangeOf(item.nameRange),
  );
  symbol.children = item.children.map(symbolOf);
  return symbol;
}

/** Where an import's path begins, to take another in its place. */
function pathStart(document: vscode.TextDocument, position: vscode.Position): vscode.Range {
  const line = document.lineAt(position.line).text.slice(0, position.character);
  const quote = Math.max(line.lastIndexOf('"'), line.lastIndexOf("'"));
  return new vscode.Range(position.line, quote + 1, position.line, position.character);
}

const mostRuns = 5;

/** Gas of the last transactions from here that called a function on the active chain, the newest first. */
function lastGas(app: Chainside, { standard, sm }: { readonly standard: string; readonly sm: string }): string[] {
  const group = app.connections.activeGroup;
  if (!group) return [];
  const selector = group.session.suite.name === "sm" ? sm : standard;
  return app.sent
    .list(group)
    .filter(({ data }) => data?.toLowerCase().startsWith(selector))
    .flatMap(({ outcome }) =>
      outcome.kind === "done" && outcome.status === 0 && outcome.gasUsed !== undefined ? [outcome.gasUsed] : [],
    )
    .slice(0, mostRuns);
}

function hoverProvider(app: Chainside): vscode.HoverProvider {
  return {
    async provideHover(document, position, token) {
      const answer = await app.solidity.ask(document, { kind: "hover", position: positionOf(position) }, token);
      if (answer.kind !== "hover" || !answer.hover) return undefined;
      const { code: declaration, natspec, signature, storage, range } = answer.hover;
      const head = new vscode.MarkdownString();
      head.appendCodeblock(visibleText(declaration), "solidity");
      const text = new vscode.MarkdownString();
      for (const { tag, text: words } of natspec) {
        if (tag === "notice" || tag === "dev" || tag === "title") text.appendMarkdown(md`${words}\n\n`);
        else text.appendMarkdown(md`*@${tag}* ${words}\n\n`);
      }
      if (signature) {
        const { text: full, standard, sm, kind } = signature;
        const what = kind === "event" ? vscode.l10n.t("Topic") : vscode.l10n.t("Selector");
        text.appendMarkdown(
          md`${code(full)}\n\n${labelled(what, "")}${code(standard)} · ${vscode.l10n.t("SM")} ${code(sm)}\n\n`,
        );
      }
      const gas = signature?.kind === "function" ? lastGas(app, signature) : [];
      if (gas.length > 0) text.appendMarkdown(md`${vscode.l10n.t("Gas of recent runs: {0}", listed(gas))}\n\n`);
      if (storage) {
        const { slot, offset, bytes } = storage;
        text.appendMarkdown(md`${vscode.l10n.t("Storage slot {0}, offset {1}, bytes {2}", slot, offset, bytes)}\n\n`);
      }
      return new vscode.Hover([head, text], rangeOf(range));
    },
  };
}

async function places(
  app: Chainside,
  kind: "definition" | "references",
  document: vscode.TextDocument,
  position: vscode.Position,
  token: vscode.CancellationToken,
): Promise<vscode.Location[]> {
  const answer = await app.solidity.ask(document, { kind, position: positionOf(position) }, token);
  return answer.kind === "places" ? answer.places.map(locationOf) : [];
}

function renameProvider(app: Chainside): vscode.RenameProvider {
  return {
    async prepareRename(document, position, token) {
      const answer = await app.solidity.ask(document, { kind: "nameAt", position: positionOf(position) }, token);
      if (answer.kind !== "name" || !answer.range)
        throw new Error(vscode.l10n.t("Nothing here can be renamed, or the file doesn't compile."));
      return { range: rangeOf(answer.range), placeholder: answer.name };
    },
    async provideRenameEdits(document, position, newName, token) {
      const question = { kind: "rename" as const, position: positionOf(position), newName };
      const answer = await app.solidity.ask(document, question, token);
      if (answer.kind !== "rename") return undefined;
      if (answer.refused !== undefined)
        throw new Error(
          shownMessage(vscode.l10n.t("Not renamed because the file wouldn't compile. {0}", answer.refused)),
        );
      const edit = new vscode.WorkspaceEdit();
      for (const { path, changes } of answer.changes)
        for (const { range, text } of changes) edit.replace(vscode.Uri.file(path), rangeOf(range), text);
      return edit;
    },
  };
}

function completionProvider(app: Chainside): vscode.CompletionItemProvider {
  return {
    async provideCompletionItems(document, position, token) {
      const answer = await app.solidity.ask(document, { kind: "completion", position: positionOf(position) }, token);
      if (answer.kind !== "completion") return [];
      const items = answer.proposals.map((proposal) => {
        const item = new vscode.CompletionItem(visibleText(proposal.label), completionKinds[proposal.kind]);
        if (proposal.detail !== "") item.detail = visibleText(proposal.detail);
        if (proposal.documentation !== "")
          item.documentation = new vscode.MarkdownString(md`${proposal.documentation}`);
        item.insertText = proposal.insert ?? proposal.label;
        if (proposal.kind === "file") item.range = pathStart(document, position);
        if (proposal.kind === "tag")
          item.range = document.getWordRangeAtPosition(position, /@[\w:]*/) ?? new vscode.Range(position, position);
        return item;
      });
      // Keywords come where anything may stand: there a snippet may, too.
      return answer.proposals.some(({ kind }) => kind === "keyword") ? [...items, ...snippets()] : items;
    },
  };
}

/** Symbols, hovers, places, rename and completion; none of it where another extension gives it. */
export function registerLanguageProviders(app: Chainside): vscode.Disposable {
  const files = { language: "solidity", scheme: "file" };
  const all = [{ language: "solidity" }];
  const off = <Result>(nothing: Result, ask: () => Promise<Result>): Promise<Result> =>
    ownsLanguage() ? ask() : Promise.resolve(nothing);
  const [hover, rename, completion] = [hoverProvider(app), renameProvider(app), completionProvider(app)];
  return vscode.Disposable.from(
    vscode.languages.registerDocumentSymbolProvider(all, {
      provideDocumentSymbols: (document, token) =>
        off([] as vscode.DocumentSymbol[], async () => {
          const answer = await app.solidity.ask(document, { kind: "outline", text: document.getText() }, token);
          return answer.kind === "outline" ? answer.items.map(symbolOf) : [];
        }),
    }),
    vscode.languages.registerHoverProvider(files, {
      provideHover: (document, position, token) =>
        ownsLanguage() ? hover.provideHover(document, position, token) : undefined,
    }),
    vscode.languages.registerDefinitionProvider(files, {
      provideDefinition: (document, position, token) =>
        off([] as vscode.Location[], () => places(app, "definition", document, position, token)),
    }),
    vscode.languages.registerReferenceProvider(files, {
      provideReferences: (document, position, _context, token) =>
        off([] as vscode.Location[], () => places(app, "references", document, position, token)),
    }),
    vscode.languages.registerRenameProvider(files, {
      prepareRename: (document, position, token) =>
        ownsLanguage() ? rename.prepareRename?.(document, position, token) : undefined,
      provideRenameEdits: (document, position, newName, token) =>
        ownsLanguage() ? rename.provideRenameEdits(document, position, newName, token) : undefined,
    }),
    vscode.languages.registerCompletionItemProvider(
      files,
      {
        provideCompletionItems: (document, position, token, context) =>
          ownsLanguage() ? completion.provideCompletionItems(document, position, token, context) : [],
      },
      ".",
      '"',
      "'",
      "/",
      "@",
    ),
  );
}
