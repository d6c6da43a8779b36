import { SymbolKind } from "vscode-languageserver/node";
import type { Declaration } from "../../solidity/language/names/declarations";

/** What an editor's protocol calls a declaration. */
export function symbolKindOf({ kind, isConstructor, contractNode, words, role }: Declaration): SymbolKind {
  switch (kind) {
    case "contract":
      if (contractNode?.form === "interface") return SymbolKind.Interface;
      return contractNode?.form === "library" ? SymbolKind.Module : SymbolKind.Class;
    case "function":
      return isConstructor ? SymbolKind.Constructor : SymbolKind.Method;
    case "modifier":
      return SymbolKind.Function;
    case "event":
    case "error":
      return SymbolKind.Event;
    case "struct":
      return SymbolKind.Struct;
    case "enum":
      return SymbolKind.Enum;
    case "enumValue":
      return SymbolKind.EnumMember;
    case "valueType":
      return SymbolKind.TypeParameter;
    default:
      if (role === "field") return SymbolKind.Field;
      return words.includes("constant") || words.includes("immutable") ? SymbolKind.Constant : SymbolKind.Variable;
  }
}
