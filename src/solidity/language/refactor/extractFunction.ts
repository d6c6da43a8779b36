import { lineEnd } from "../../program/textChange";
import { contractAt } from "../completion";
import type { Declaration } from "../names/declarations";
import type { Block, Statement } from "../syntax/nodes";
import { isStatement, partsAround, type SyntaxPart, walkParts } from "../syntax/walk";
import {
  bodyAround,
  freeName,
  indentAt,
  type Refactoring,
  type Selected,
  staysWhole,
  stepIn,
  trimmed,
} from "./refactoring";

/** Statements of one block that a selection holds whole, with the parts around the block. */
interface Taken {
  readonly statements: readonly Statement[];
  readonly start: number;
  readonly end: number;
  readonly around: readonly SyntaxPart[];
}

/** The end of a statement with its semicolon. */
function endOf(text: string, { end }: Statement): number {
  const rest = /^\s*;/.exec(text.slice(end, end + 200));
  return text[end - 1] === ";" || text[end - 1] === "}" ? end : end + (rest?.[0].length ?? 0);
}

function takenBy({ file, start, end }: Selected): Taken | undefined {
  const range = trimmed(file.text, start, end);
  if (range.start === range.end) return undefined;
  const around = partsAround(file.tree.items, range.start).filter((part) => range.end <= part.end);
  const at = around.findLastIndex((part) => part.kind === "block");
  const block = around[at] as Block | undefined;
  if (!block || range.start <= block.start) return undefined;
  const statements = block.statements.filter((each) => each.start >= range.start && each.end <= range.end);
  const [first, last] = [statements[0], statements.at(-1)];
  if (!first || !last || first.start !== range.start) return undefined;
  const until = endOf(file.text, last);
  return until === range.end || last.end === range.end
    ? { statements, start: first.start, end: until, around: around.slice(0, at + 1) }
    : undefined;
}

/**
 * What ends the function or a loop from within, or works with more than names: that can't be done from another function. A `break` counts
 * even if its loop is taken along.
 */
function leaves(statements: readonly Statement[]): boolean {
  let found = false;
  walkParts(statements, (part) => {
    if (part.kind === "assembly" || (part.kind === "identifier" && part.name.text === "_")) found = true;
    if (part.kind === "compound" && ["return", "break", "continue"].includes(part.word)) found = true;
  });
  return found;
}

/** Whether an immutable gets its value there: only a constructor may give it. */
function setsImmutable({ project, file }: Selected, { start, end }: Taken): boolean {
  const { references } = project.names.bind(file);
  return references.some(
    (each) =>
      each.writes && each.start >= start && each.end <= end && each.to.some(({ words }) => words.includes("immutable")),
  );
}

/** How a variable goes to and from the function, as it is written: `uint256 a`, `string memory b`. */
function written({ file, variable, name }: Declaration): string | undefined {
  const type = variable?.type;
  if (!type || (type.kind === "elementaryType" && type.name === "var")) return undefined;
  const place = variable.words.find((word) => ["memory", "storage", "calldata"].includes(word));
  return [file.text.slice(type.start, type.end), ...(place ? [place] : []), name.text].join(" ");
}

/** What the statements need of the function around them, and what it needs of them. */
function variablesOf(selected: Selected, inside: Declaration, taken: Taken) {
  const binding = selected.project.names.bind(selected.file);
  const isTaken = (offset: number): boolean => taken.start <= offset && offset < taken.end;
  const inLoop = taken.around.some((part) => part.kind === "compound" && ["for", "while", "do"].includes(part.word));
  const needed = new Set<Declaration>();
  const given = new Set<Declaration>();
  const made = new Set<Declaration>();
  const written = new Set<Declaration>();
  const uses = binding.references.filter(({ start }) => inside.start <= start && start < inside.end);
  for (const { start, to, writes } of uses) {
    for (const each of to) {
      if (!each.role || !["local", "parameter", "return"].includes(each.role) || each.parent !== inside) continue;
      const isOwn = isTaken(each.name.start);
      if (isTaken(start) && !isOwn) needed.add(each);
      if (isTaken(start) && !isOwn && writes) written.add(each);
      if (!isTaken(start) && isOwn) made.add(each);
    }
  }
  for (const each of written) {
    // In a loop the statements themselves may read it the next time.
    const isUsed = inLoop || uses.some(({ start, to }) => to.includes(each) && start >= taken.end);
    if (isUsed || each.role === "return") given.add(each);
  }
  return { needed: [...needed], made: [...made], given: [...given] };
}

const named = (list: readonly Declaration[]): string => list.map(({ name }) => name.text).join(", ");

/** The line that stands in place of the statements. */
function callLine(call: string, made: readonly Declaration[], given: readonly Declaration[]): string | undefined {
  if (made.length > 0 && given.length > 0) return undefined;
  if (given.length > 0) return given.length === 1 ? `${named(given)} = ${call};` : `(${named(given)}) = ${call};`;
  const declared = made.map(written);
  if (declared.includes(undefined)) return undefined;
  if (declared.length === 0) return `${call};`;
  return declared.length === 1 ? `${declared[0]} = ${call};` : `(${declared.join(", ")}) = ${call};`;
}

/** Lines with another indent: what the first has goes, the new one comes. Lines within texts can't be. */
function reindented(text: string, from: string, to: string): string {
  const [first = "", ...rest] = text.split(/\r\n|\n/);
  const lines = rest.map((line) =>
    line.trim() === "" ? "" : to + (line.startsWith(from) ? line.slice(from.length) : line),
  );
  return [to + first, ...lines].join(lineEnd(text));
}

interface NewFunction {
  readonly head: string;
  readonly contract: Declaration | undefined;
  readonly results: readonly Declaration[];
}

/** The function as it is written below the other. */
function functionText({ file }: Selected, { start, end }: Taken, { head, contract, results }: NewFunction): string {
  const step = contract ? stepIn(file, contract) : "";
  const inner = step === "" ? "    " : step + step;
  const body = reindented(file.text.slice(start, end), indentAt(file.text, start), inner);
  const back = results.length === 1 ? named(results) : `(${named(results)})`;
  const last = results.length === 0 ? [] : [`${inner}return ${back};`];
  return [`${step}${head} {`, body, ...last, `${step}}`].join(lineEnd(file.text));
}

/** Makes a function of the selected statements, behind the one that they stand in. Nothing that `return`s or goes on with a loop. */
export function extractFunction(selected: Selected): Refactoring | undefined {
  const { project, file } = selected;
  const taken = takenBy(selected);
  const inside = taken && bodyAround({ file, start: taken.start, end: taken.end });
  const node = inside?.function;
  if (!taken || !inside || !node || node.form === "modifier" || !taken.statements.every(isStatement)) return undefined;
  if (leaves(taken.statements) || setsImmutable(selected, taken)) return undefined;
  // What is unchecked here would be checked there.
  if (taken.around.some((part) => part.kind === "block" && isUnchecked(file.text, part.start))) return undefined;
  const contract = contractAt(file, taken.start);
  const { needed, made, given } = variablesOf(selected, inside, taken);
  const value = freeName(selected, "extracted", contract);
  const results = [...made, ...given];
  const line = callLine(`${value}(${named(needed)})`, made, given);
  const parameters = needed.map(written);
  const types = results.map((each) => written(each)?.replace(/ [\w$]+$/, ""));
  if (line === undefined || parameters.includes(undefined) || types.includes(undefined)) return undefined;
  const head = [
    `function ${value}(${parameters.join(", ")})`,
    ...(contract ? ["private"] : []),
    ...node.words.filter((word) => word === "view" || word === "pure"),
    ...(types.length > 0 ? [`returns (${types.join(", ")})`] : []),
  ].join(" ");
  const text = functionText(selected, taken, { head, contract, results });
  const newLine = lineEnd(file.text);
  const changes = [
    { start: taken.start, end: taken.end, text: line },
    { start: node.end, end: node.end, text: `${newLine}${newLine}${text}` },
  ];
  return staysWhole(project, file, changes) ? { kind: "function", value, changes } : undefined;
}

const isUnchecked = (text: string, start: number): boolean =>
  /\bunchecked\s*$/.test(text.slice(Math.max(0, start - 100), start));
