import { SourceText } from "../../program/sourceText";
import type { SourceFile } from "../names/declarations";
import type { WithRange } from "../syntax/nodes";
import { partsAround, walkParts } from "../syntax/walk";

/** Lines that may be folded into their first one. */
interface Fold {
  readonly startLine: number;
  readonly endLine: number;
  readonly kind: "region" | "comment" | "imports";
}

const holders = new Set(["contract", "struct", "enum", "block", "yulBlock", "function"]);

/** What may be folded: bodies, comments, the imports. */
export function foldsOf(file: SourceFile): Fold[] {
  const text = new SourceText(file.text);
  const lineOf = (offset: number): number => text.positionOf(offset).line;
  const folds = new Map<number, Fold>();
  const add = (startLine: number, endLine: number, kind: Fold["kind"]): void => {
    if (endLine > startLine && !folds.has(startLine)) folds.set(startLine, { startLine, endLine, kind });
  };
  walkParts(file.tree.items, (part) => {
    if (!holders.has(part.kind)) return;
    const isOpen = file.text[part.end - 1] !== "}";
    // The line that closes stays in sight.
    add(lineOf(part.start), lineOf(part.end) - (isOpen ? 0 : 1), "region");
  });
  const imports = file.tree.items.filter(({ kind }) => kind === "import");
  const [first, last] = [imports[0], imports.at(-1)];
  if (first && last) add(lineOf(first.start), lineOf(last.end), "imports");
  let from: WithRange | undefined;
  let until = 0;
  for (const comment of [...file.tokens.comments, undefined]) {
    const follows =
      comment &&
      from &&
      file.text.slice(until, comment.start).trim() === "" &&
      lineOf(comment.start) === lineOf(until) + 1;
    if (!follows) {
      if (from) add(lineOf(from.start), lineOf(until), "comment");
      from = comment;
    }
    until = comment?.end ?? 0;
  }
  return [...folds.values()].sort((left, right) => left.startLine - right.startLine);
}

/** Stretches around an offset that a selection grows to, the smallest first. */
export function selectionsAt(file: SourceFile, offset: number): WithRange[] {
  const { starts, ends, count } = file.tokens;
  const around: WithRange[] = [{ start: 0, end: file.text.length }];
  for (const { start, end } of partsAround(file.tree.items, offset)) {
    around.push({ start, end });
    // What is between the braces comes before the braces.
    const open = file.text.indexOf("{", start);
    if (open >= 0 && open < offset && offset < end && file.text[end - 1] === "}")
      around.push({ start: open + 1, end: end - 1 });
  }
  for (let i = 0; i < count - 1; i++) {
    const [start = 0, end = 0] = [starts[i], ends[i]];
    if (start <= offset && offset <= end) around.push({ start, end });
  }
  const found: WithRange[] = [];
  const sorted = around.sort((left, right) => left.end - left.start - (right.end - right.start));
  for (const each of sorted) {
    const last = found.at(-1);
    if (last && (each.start > last.start || each.end < last.end)) continue;
    if (!last || each.start !== last.start || each.end !== last.end) found.push(each);
  }
  return found;
}
