import { randomUUID } from "node:crypto";
import type { Registration, ServerCapabilities } from "vscode-languageserver/node";
import type { Language, Selectors } from "../protocol/messages";

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
