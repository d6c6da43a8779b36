// What editors are told of Solidity and of scenarios before one of them is open. Apart from what answers, which the front doesn't load:
// that would take half a second of its start, and tens of MB.
import { CodeActionKind, type ServerCapabilities, TextDocumentSyncKind } from "vscode-languageserver/node";
import { tokenModifiers, tokenTypes } from "../../solidity/language/answers/tokenTypes";

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
