// The part of the fake `vscode` module that language features are told with.
import type { Range } from "./values";

/** Kinds are told by their names. */
const named = <Name extends string>(...names: readonly Name[]): Readonly<Record<Name, Name>> =>
  Object.fromEntries(names.map((name) => [name, name])) as Record<Name, Name>;

export const CompletionItemKind = named(
  "Property",
  "EnumMember",
  "Method",
  "Event",
  "Field",
  "Variable",
  "User",
  "Class",
  "File",
  "Function",
  "Keyword",
);
export const SymbolKind = named("Module", "Key", "Variable", "Event");
export const DiagnosticSeverity = named("Error", "Warning", "Information");

export class CompletionItem {
  insertText: string | undefined;
  range: Range | undefined;
  sortText: string | undefined;
  documentation: string | undefined;
  constructor(
    readonly label: { readonly label: string; readonly description?: string },
    readonly kind?: string,
  ) {}
}

export class DocumentSymbol {
  children: DocumentSymbol[] = [];
  constructor(
    readonly name: string,
    readonly detail: string,
    readonly kind: string,
    readonly range: Range,
    readonly selectionRange: Range,
  ) {}
}

export class InlineValueVariableLookup {
  constructor(
    readonly range: Range,
    readonly variableName: string,
    readonly caseSensitiveLookup = true,
  ) {}
}

export class CodeLens {
  constructor(
    readonly range: Range,
    readonly command?: { readonly title: string; readonly command: string; readonly arguments?: readonly unknown[] },
  ) {}
}

export class Diagnostic {
  source: string | undefined;
  code: string | undefined;
  constructor(
    readonly range: Range,
    readonly message: string,
    readonly severity: string,
  ) {}
}

export const CodeActionKind = named("QuickFix");

export class CodeAction {
  diagnostics: readonly Diagnostic[] = [];
  isPreferred = false;
  command: { readonly title: string; readonly command: string; readonly arguments?: readonly unknown[] } | undefined;
  constructor(
    readonly title: string,
    readonly kind: string,
  ) {}
}

export enum NotebookCellKind {
  Markup = 1,
  Code = 2,
}

/** A part of what a tool of the chat gives. */
export class LanguageModelTextPart {
  constructor(readonly value: string) {}
}

export class LanguageModelToolResult {
  constructor(readonly content: readonly LanguageModelTextPart[]) {}
}

/** Tools of the chat, by their names. */
export const chatTools = new Map<string, unknown>();

/** A server of the chat that VS Code would start. */
export class McpStdioServerDefinition {
  constructor(
    readonly label: string,
    readonly command: string,
    readonly args: readonly string[],
    readonly env: Readonly<Record<string, string>>,
    readonly version: string,
  ) {}
}

/** Who offers servers to the chat, by their names. */
export const chatServers = new Map<string, { provideMcpServerDefinitions(): McpStdioServerDefinition[] }>();

export const lm = {
  registerMcpServerDefinitionProvider: (
    name: string,
    provider: { provideMcpServerDefinitions(): McpStdioServerDefinition[] },
  ) => {
    chatServers.set(name, provider);
    return { dispose: () => chatServers.delete(name) };
  },
  registerTool: (name: string, tool: unknown) => {
    chatTools.set(name, tool);
    return { dispose: () => chatTools.delete(name) };
  },
};
