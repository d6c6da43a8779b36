import { compareVersions } from "../../../text/versions";
import { changedText, type RangeChange } from "../../program/textChange";
import { bindFile } from "../names/binder";
import type { Declaration, SourceFile } from "../names/declarations";
import { SourceFile as ReadFile } from "../names/declarations";
import { Names } from "../names/names";
import type { ProjectNames } from "../names/places";
import type { Type } from "../names/types";
import type { Expression, Statement } from "../syntax/nodes";
import { isStatement, partsAround, partsOf, type SyntaxPart } from "../syntax/walk";

/** Another way to write a part of a source, which does the same. */
export interface Refactoring {
  readonly kind: "error" | "visibility" | "variable" | "constant" | "function";
  /** What comes of it: a name, or a visibility. */
  readonly value: string;
  readonly changes: readonly RangeChange[];
}

/** A stretch of a source that a person selected, or a place where it is empty. */
export interface Selected {
  readonly project: ProjectNames;
  readonly file: SourceFile;
  readonly start: number;
  readonly end: number;
}

/** Whether a file's own pragmas allow a release or a later one. */
export const mayBeCompiledSince = ({ releases }: SourceFile, release: string): boolean =>
  releases.some((each) => compareVersions(each, release) >= 0);

/** Whether a file is as whole after changes as before: no fault more, and no name that means nothing. */
export function staysWhole(project: ProjectNames, file: SourceFile, changes: readonly RangeChange[]): boolean {
  if (file.tree.faults.length > 0) return false;
  const after = new ReadFile(file.path, changedText(file.text, changes));
  if (after.tree.faults.length > 0) return false;
  const names = new Names(
    {
      file: (path) => (path === file.path ? after : project.files.get(path)),
      imported: (from, path) => project.importedPath(from.path, path),
    },
    bindFile,
  );
  return names.bind(after).unknown.length <= project.names.bind(file).unknown.length;
}

/** The function or modifier around a stretch, whose body holds it. */
export function bodyAround({ file, start, end }: Pick<Selected, "file" | "start" | "end">): Declaration | undefined {
  const all = file.items.flatMap((each) => (each.kind === "contract" ? each.members : [each]));
  return all.find(({ function: node }) => node?.body && node.body.start < start && end < node.body.end);
}

/** What is selected without the blanks around it. */
export function trimmed(text: string, start: number, end: number): { readonly start: number; readonly end: number } {
  let [from, to] = [start, end];
  while (from < to && /\s/.test(text[from] ?? "")) from++;
  while (to > from && /\s/.test(text[to - 1] ?? "")) to--;
  return { start: from, end: to };
}

/** The blanks before the first word of the line that an offset is in. */
export function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** By how much the members of a contract are further in than it. */
export function stepIn(file: SourceFile, contract: Declaration | undefined): string {
  const [first] = contract?.contractNode?.items ?? [];
  const own = first ? indentAt(file.text, first.start) : "";
  return own === "" ? "    " : own;
}

/** A name that nothing has, neither here nor in what the contract inherits: the wanted one, or with a number. */
export function freeName({ file, project }: Selected, wanted: string, contract: Declaration | undefined): string {
  const known = contract ? project.names.contractNames(contract) : undefined;
  const taken = (name: string): boolean => file.wordSet.has(name) || (known?.has(name) ?? false);
  if (!taken(wanted)) return wanted;
  let number = 2;
  while (taken(`${wanted}${number}`)) number++;
  return `${wanted}${number}`;
}

/** The statement right in a block that holds a stretch, and the block; undefined where it is a body without braces. */
export function statementAround(
  file: SourceFile,
  start: number,
  end: number,
): { readonly statement: Statement; readonly chain: readonly SyntaxPart[] } | undefined {
  const around = partsAround(file.tree.items, start).filter((part) => part.start <= start && end <= part.end);
  const at = around.findLastIndex((part) => part.kind === "block");
  const statement = around[at + 1];
  if (at < 0 || !statement || !isStatement(statement)) return undefined;
  return { statement, chain: around.slice(at + 1) };
}

/** The expression that stands exactly in a stretch, with what is around it in its statement, the outermost first. */
export function expressionAt(
  chain: readonly SyntaxPart[],
  start: number,
  end: number,
): { readonly expression: Expression; readonly around: readonly SyntaxPart[] } | undefined {
  const way: SyntaxPart[] = [];
  let [part] = chain;
  while (part) {
    if (part.start === start && part.end === end && !isStatement(part)) {
      if (part.kind === "missing" || part.kind === "typeExpression") return undefined;
      return { expression: part as Expression, around: way };
    }
    way.push(part);
    part = partsOf(part).find((each) => each.start <= start && end <= each.end);
  }
  return undefined;
}

/** How a type is written for a variable of a function; undefined for what can't be held there, or would be another thing. */
export function writtenType(type: Type): string | undefined {
  switch (type.is) {
    case "value":
      if (type.name === "string" || type.name === "bytes") return `${type.name} memory`;
      return type.name;
    case "instance":
      return ["contract", "enum", "valueType"].includes(type.of.kind) ? pathOf(type.of) : undefined;
    default:
      return undefined;
  }
}

/** `Coin`, `Coin.Kind`. */
function pathOf({ name, parent }: Declaration): string {
  return parent?.kind === "contract" ? `${parent.name.text}.${name.text}` : name.text;
}
