import { globalNames } from "../names/builtIns";
import type { Declaration, SourceFile } from "../names/declarations";
import { declarationsOf, type ProjectNames } from "../names/places";
import { tokenKinds } from "../syntax/lexer";
import type { TokenModifier, TokenType } from "./tokenTypes";

/** A name of a file with its kind. */
interface SemanticToken {
  readonly start: number;
  readonly length: number;
  readonly type: TokenType;
  readonly modifiers: readonly TokenModifier[];
}

function typeOf(declaration: Declaration): TokenType {
  switch (declaration.kind) {
    case "contract": {
      const form = declaration.contractNode?.form;
      return form === "interface" ? "interface" : form === "library" ? "namespace" : "class";
    }
    case "modifier":
      return "decorator";
    case "error":
      return "type";
    case "enumValue":
      return "enumMember";
    case "valueType":
      return "type";
    case "alias":
      return "namespace";
    case "yul":
      return "kind" in declaration.node && declaration.node.kind === "yulFunction" ? "function" : "variable";
    case "variable": {
      const { role } = declaration;
      return role === "state" || role === "field" ? "property" : role === "parameter" ? "parameter" : "variable";
    }
    default:
      return declaration.kind;
  }
}

const isFixed = ({ kind, words }: Declaration): boolean =>
  kind === "enumValue" || words.includes("constant") || words.includes("immutable");

/** Every name of a file whose kind is known, in the order of the text. */
export function semanticTokensOf(project: ProjectNames, file: SourceFile): SemanticToken[] {
  const tokens = new Map<number, SemanticToken>();
  const add = (start: number, end: number, of: Declaration, extra: readonly TokenModifier[]): void => {
    if (end <= start || tokens.has(start)) return;
    const modifiers = isFixed(of) ? [...extra, "readonly" as const] : extra;
    tokens.set(start, { start, length: end - start, type: typeOf(of), modifiers });
  };
  const binding = project.names.bind(file);
  for (const { start, end, to, writes } of binding.references) {
    const [first] = to;
    if (first) add(start, end, first, writes ? ["modification"] : []);
  }
  for (const declaration of declarationsOf(project, file))
    add(declaration.name.start, declaration.name.end, declaration, ["declaration"]);
  const { kinds, words, starts, count } = file.tokens;
  for (let i = 0; i < count; i++) {
    const [word = "", start = 0] = [words[i], starts[i]];
    if (kinds[i] !== tokenKinds.word || words[i - 1] === "." || tokens.has(start)) continue;
    const known = globalNames.get(word);
    const isCall = known?.is === "function" && words[i + 1] === "(";
    if (!known || (!isCall && (known.is !== "builtIn" || words[i + 1] !== "."))) continue;
    tokens.set(start, {
      start,
      length: word.length,
      type: isCall ? "function" : "variable",
      modifiers: ["defaultLibrary"],
    });
  }
  return [...tokens.values()].sort((left, right) => left.start - right.start);
}
