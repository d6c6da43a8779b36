// What editors are told of Solidity and of scenarios before one of them is open. Apart from what answers, which the front doesn't load:
// that would take half a second of its start, and tens of MB.

import { randomUUID } from "node:crypto";
import {
  CodeActionKind,
  type Registration,
  type ServerCapabilities,
  TextDocumentSyncKind,
} from "vscode-languageserver/node";
import { tokenModifiers, tokenTypes } from "../../solidity/language/answers/tokenTypes";
import type { Language, Selectors } from "../protocol/messages";

/** What changed, and that a text was saved. */
const textDocumentSync = { openClose: true, change: TextDocumentSyncKind.Incremental, save: true } as const;

/** What `solidity/features.ts` answers. */
export const solidityCapabilities: ServerCapabilities = {
  textDocumentSync,
  documentSymbolProvider: true,
  hoverProvider: true,
  definitionProvider: true,
  referencesProvider: true,
  renameProvider: { prepareProvider: true },
  // of names and paths, and of the comment above a declaration
  completionProvider: { triggerCharacters: [".", '"', "'", "/", "@", "*"] },
  codeActionProvider: {
    codeActionKinds: [
      CodeActionKind.QuickFix,
      CodeActionKind.RefactorExtract,
      CodeActionKind.RefactorRewrite,
      CodeActionKind.SourceOrganizeImports,
    ],
  },
  documentHighlightProvider: true,
  signatureHelpProvider: { triggerCharacters: ["(", ",", "{"], retriggerCharacters: [")"] },
  semanticTokensProvider: {
    legend: { tokenTypes: [...tokenTypes], tokenModifiers: [...tokenModifiers] },
    full: true,
  },
  foldingRangeProvider: true,
  selectionRangeProvider: true,
  implementationProvider: true,
  typeDefinitionProvider: true,
  callHierarchyProvider: true,
  typeHierarchyProvider: true,
  inlayHintProvider: true,
  workspaceSymbolProvider: true,
  documentFormattingProvider: true,
  documentRangeFormattingProvider: true,
  workspace: {
    fileOperations: {
      willRename: {
        filters: [
          { scheme: "file", pattern: { glob: "**/*.sol", matches: "file" } },
          { scheme: "file", pattern: { glob: "**", matches: "folder" } },
        ],
      },
    },
  },
};

/** What `scenarios/serveScenarios.ts` answers. */
export const scenarioCapabilities: ServerCapabilities = {
  textDocumentSync,
  completionProvider: { triggerCharacters: [" ", ".", "{", "[", ","] },
  hoverProvider: true,
  documentSymbolProvider: true,
  codeLensProvider: {},
  codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
  definitionProvider: true,
  referencesProvider: true,
  renameProvider: { prepareProvider: true },
  documentFormattingProvider: true,
};

/** How what a server gives is registered for some documents alone: by the name of the capability, the method. */
const methods = {
  completionProvider: "textDocument/completion",
  hoverProvider: "textDocument/hover",
  signatureHelpProvider: "textDocument/signatureHelp",
  declarationProvider: "textDocument/declaration",
  definitionProvider: "textDocument/definition",
  typeDefinitionProvider: "textDocument/typeDefinition",
  implementationProvider: "textDocument/implementation",
  referencesProvider: "textDocument/references",
  documentHighlightProvider: "textDocument/documentHighlight",
  documentSymbolProvider: "textDocument/documentSymbol",
  codeActionProvider: "textDocument/codeAction",
  codeLensProvider: "textDocument/codeLens",
  documentLinkProvider: "textDocument/documentLink",
  documentFormattingProvider: "textDocument/formatting",
  documentRangeFormattingProvider: "textDocument/rangeFormatting",
  documentOnTypeFormattingProvider: "textDocument/onTypeFormatting",
  renameProvider: "textDocument/rename",
  foldingRangeProvider: "textDocument/foldingRange",
  selectionRangeProvider: "textDocument/selectionRange",
  callHierarchyProvider: "textDocument/prepareCallHierarchy",
  typeHierarchyProvider: "textDocument/prepareTypeHierarchy",
  semanticTokensProvider: "textDocument/semanticTokens",
  inlayHintProvider: "textDocument/inlayHint",
  linkedEditingRangeProvider: "textDocument/linkedEditingRange",
  diagnosticProvider: "textDocument/diagnostic",
} as const satisfies Partial<Record<keyof ServerCapabilities, string>>;

type Registered = keyof typeof methods;
const registered = Object.keys(methods) as Registered[];

/** What concerns no document, and so is told at the start whatever is registered. */
export function unregistered(capabilities: ServerCapabilities): ServerCapabilities {
  const rest = { ...capabilities };
  for (const name of registered) delete rest[name];
  return rest;
}

/** What a language gives, for the documents that an editor names. */
export function registrationsOf(
  language: Language,
  capabilities: ServerCapabilities,
  selectors: Selectors,
): Registration[] {
  const documentSelector = selectors[language];
  if (!documentSelector) return [];
  return registered.flatMap((name) => {
    const given = capabilities[name];
    if (!given) return [];
    const options = typeof given === "object" ? given : {};
    return [{ id: randomUUID(), method: methods[name], registerOptions: { ...options, documentSelector } }];
  });
}

type Capability = unknown;

const isRecord = (value: Capability): value is Record<string, Capability> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function merged(one: Capability, other: Capability): Capability {
  if (one === undefined || one === null || one === false) return other;
  if (other === undefined || other === null || other === false) return one;
  if (Array.isArray(one) && Array.isArray(other)) return [...new Set([...one, ...other])];
  if (isRecord(one) && isRecord(other)) {
    const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
    return Object.fromEntries([...keys].map((key) => [key, merged(one[key], other[key])]));
  }
  // `true` says that it is there, an object says how
  return isRecord(one) ? one : other;
}

/** What several give together: whatever one of them gives, with all trigger characters and kinds. */
export const mergeCapabilities = (...all: readonly ServerCapabilities[]): ServerCapabilities =>
  all.reduce((one, other) => merged(one, other) as ServerCapabilities, {});
