import { type DocumentSymbol, SymbolKind } from "vscode-languageserver/node";
import { outlineOf } from "../../solidity/language/outline";
import type { OutlineItem, OutlineKind } from "../../solidity/language/questions";
import { answerSymbols } from "../documents/answers";
import type { SolidityFeature } from "./feature";

const kinds: Readonly<Record<OutlineKind, SymbolKind>> = {
  contract: SymbolKind.Class,
  abstract: SymbolKind.Class,
  interface: SymbolKind.Interface,
  library: SymbolKind.Module,
  function: SymbolKind.Method,
  constructor: SymbolKind.Constructor,
  receive: SymbolKind.Method,
  fallback: SymbolKind.Method,
  modifier: SymbolKind.Function,
  event: SymbolKind.Event,
  error: SymbolKind.Event,
  struct: SymbolKind.Struct,
  enum: SymbolKind.Enum,
  type: SymbolKind.TypeParameter,
  variable: SymbolKind.Variable,
  constant: SymbolKind.Constant,
  field: SymbolKind.Field,
  enumValue: SymbolKind.EnumMember,
};

const symbolOf = ({ kind, name, detail, range, nameRange, children }: OutlineItem): DocumentSymbol => ({
  name: name === "" ? kind : name,
  detail,
  kind: kinds[kind],
  range,
  selectionRange: nameRange,
  children: children.map(symbolOf),
});

/** Declarations of a source, also of one that is half written: as symbols, and as they are for lenses of the editor. */
export const outline: SolidityFeature = {
  register({ connection, editor, sources }) {
    answerSymbols(connection, ({ textDocument }) => outlineOf(sources.get(textDocument.uri)?.text ?? "").map(symbolOf));
    editor.answer("chainside/outline", ({ textDocument }) => outlineOf(sources.get(textDocument.uri)?.text ?? ""));
  },
};
