import { compareVersions } from "../../text/versions";
import { yulProposals } from "./builtInProposals";
import type { Dialect } from "./dialect";
import { words, yulWordsOf } from "./languageWords";
import { liesInStorage } from "./names/dataLocation";
import type { Declaration, SourceFile } from "./names/declarations";
import type { CompletionProposal } from "./questions";
import { tokenBefore, tokenKinds } from "./syntax/lexer";
import type { YulBlock, YulFunction } from "./syntax/nodes";
import { partsAround } from "./syntax/walk";

/** Inline assembly around a place. */
interface YulAround {
  readonly block: YulBlock;
  /** The innermost function of the assembly: it sees nothing of what is outside it but functions. */
  readonly inside: YulFunction | undefined;
  /** Where names are thought of: behind `let` and `function`, and among the parameters of one. */
  readonly isDeclaring: boolean;
}

interface Asked {
  readonly file: SourceFile;
  readonly offset: number;
  readonly dialect: Dialect;
  readonly assembly: YulAround;
  /** Where the dot stands that is before the word, if one is. */
  readonly dot: number | undefined;
  /** Everything that can be named there, by name. */
  readonly names: ReadonlyMap<string, readonly Declaration[]>;
}

export function yulAround(file: SourceFile, offset: number): YulAround | undefined {
  const around = partsAround(file.tree.items, offset);
  const block = around.find((part): part is YulBlock => part.kind === "yulBlock");
  if (!block || offset <= block.start || (offset === block.end && file.text[offset - 1] === "}")) return undefined;
  const functions = around.filter((part): part is YulFunction => part.kind === "yulFunction");
  const inside = functions.findLast(({ body }) => body.start < offset && offset <= body.end);
  const { tokens } = file;
  let at = tokenBefore(tokens, offset);
  if (tokens.kinds[at] === tokenKinds.word && (tokens.ends[at] ?? 0) >= offset) at--;
  const isHead = functions.some(({ start, body }) => start < offset && offset <= body.start);
  const before = tokens.words[at] ?? "";
  return { block, inside, isDeclaring: isHead || before === "let" || before === "function" };
}

const proposal = (label: string, kind: CompletionProposal["kind"], detail = ""): CompletionProposal => ({
  label,
  kind,
  detail,
  documentation: "",
});

const isSince = ({ release }: Dialect, first: string): boolean => compareVersions(release, first) >= 0;

/** What assembly reads of a variable behind a dot; undefined where it takes its name alone. */
function partsOf(declaration: Declaration, dialect: Dialect): readonly string[] | undefined {
  const { type, words: own } = declaration;
  if (liesInStorage(declaration, dialect.release)) return ["slot", "offset"];
  if (own.includes("calldata")) {
    const isList = type?.kind === "arrayType" ? !type.length : type?.kind === "elementaryType";
    return isList && isSince(dialect, "0.7.5") ? ["offset", "length"] : undefined;
  }
  const isOutside = type?.kind === "functionType" && type.words.includes("external");
  return isOutside && isSince(dialect, "0.8.10") ? ["address", "selector"] : undefined;
}

/** Whether a variable of Solidity can be read by its name alone, or with a part of it behind a dot. */
function isReadable(declaration: Declaration, { inside }: YulAround): boolean {
  const { role, words: own } = declaration;
  if (declaration.kind !== "variable" || own.includes("immutable")) return false;
  return role === "state" || role === "constant" || inside === undefined;
}

function ofSolidity(name: string, declaration: Declaration, { assembly, dialect }: Asked): CompletionProposal[] {
  if (!isReadable(declaration, assembly)) return [];
  const { file, type } = declaration;
  const detail = type ? file.text.slice(type.start, type.end) : "";
  const parts = partsOf(declaration, dialect);
  if (!parts) return [proposal(name, "variable", detail)];
  // Before 0.7 these were names of their own.
  const sign = isSince(dialect, "0.7.0") ? "." : "_";
  return parts.map((part) => proposal(`${name}${sign}${part}`, "variable", detail));
}

/** A name of the assembly itself, where it can be seen. */
function ofAssembly(declaration: Declaration, { file, offset, assembly: { inside } }: Asked): CompletionProposal[] {
  const { node, name } = declaration;
  if ("kind" in node && node.kind === "yulFunction") {
    const end = node.body.start;
    return [proposal(name.text, "function", file.text.slice(name.end, end).trim())];
  }
  return name.end <= offset && (!inside || inside.start <= name.start) ? [proposal(name.text, "variable")] : [];
}

/** What may be written in inline assembly. */
export function inAssembly(asked: Asked): CompletionProposal[] {
  const { file, dialect, assembly, dot, names } = asked;
  if (assembly.isDeclaring) return [];
  if (dot !== undefined) {
    const { tokens } = file;
    const [declaration] = names.get(tokens.words[tokenBefore(tokens, dot)] ?? "") ?? [];
    if (!declaration || !isReadable(declaration, assembly) || !isSince(dialect, "0.7.0")) return [];
    return words("field", (partsOf(declaration, dialect) ?? []).join(" ")).filter(({ label }) => label !== "");
  }
  const own = [...names].flatMap(([name, list]) =>
    list.flatMap((each) => (each.kind === "yul" ? ofAssembly(each, asked) : ofSolidity(name, each, asked))),
  );
  return [...own, ...yulWordsOf(dialect), ...yulProposals(dialect)];
}
