import { ChainError } from "../../errors/chainError";
import { readFullWidth, writings } from "../../text/halfWidth";
import { CellReader } from "./cellReader";
import { readCell } from "./requestText";

/** Between two words of a request: one blank, or the end of a line that goes on; before SQL what stands there. */
function between(gap: string): string {
  if (!gap.includes("\n")) return " ";
  return gap.includes("\\") ? " \\\n  " : gap;
}

/** Remarks and empty lines between two requests, at most one empty line at a time. */
function betweenRequests(gap: string, isFirst: boolean, isLast: boolean): string {
  const pieces = gap.split("\n").map((piece) => piece.trim());
  const behind = isFirst ? undefined : pieces.shift();
  // what is before the next word of a line is its indentation
  if (!isLast) pieces.pop();
  const kept = pieces.filter((piece, at) => piece !== "" || pieces[at - 1] !== "");
  const first = isFirst && kept[0] === "" ? kept.slice(1) : kept;
  const last = isLast ? first.filter((piece, at) => piece !== "" || first.slice(at).some(Boolean)) : first;
  const head = behind === undefined ? [] : [behind === "" ? "" : ` ${behind}`];
  const ends = isLast ? [] : [""];
  return [...head, ...last, ...ends].join("\n");
}

/**
 * A cell with one blank between words, requests at the beginning of their lines, and at most one empty line between them. Words, SQL and
 * remarks stay as they are written.
 * @returns undefined for a cell that can't be taken apart into words
 */
export function formatCell(cell: string): string | undefined {
  const { found, refused } = new CellReader(cell).linesRead();
  if (refused || found.length === 0) return undefined;
  let formatted = "";
  let at = 0;
  for (const [line, { words }] of found.entries())
    for (const [word, { start, end }] of words.entries()) {
      const gap = cell.slice(at, start);
      formatted += word === 0 ? betweenRequests(gap, line === 0, false) : between(gap);
      formatted += cell.slice(start, end);
      at = end;
    }
  return formatted + betweenRequests(cell.slice(at), false, true);
}

/** What the reader of cells refuses for its full-width signs: the line, and how it would read from the sign's word on. */
function refusedLine(text: string): { readonly line: number; readonly converted: string } | undefined {
  try {
    readCell(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof ChainError) || error.code !== "requestFullWidth") return undefined;
    const { line, converted } = error.details as { line: number; converted: string };
    return { line: line - 1, converted };
  }
}

/** A line whose end from some word on reads as `converted`; undefined where none does. */
function convertedLine(line: string, converted: string): string | undefined {
  for (let at = 0; at < line.length; at++) {
    const rest = line.slice(at);
    if (rest === converted) continue;
    for (const writing of [writings.values, writings.requests])
      if (readFullWidth(rest, writing).converted === converted) return line.slice(0, at) + converted;
  }
  return undefined;
}

/**
 * A cell with the signs that were meant where full-width ones are refused; texts and remarks stay as they are.
 * @returns undefined where nothing is refused for its signs
 */
export function halfWidthCell(text: string): string | undefined {
  const lines = text.split("\n");
  let changed = false;
  // each turn mends a word; a line has no more words than characters
  for (let turn = 0; turn < text.length; turn++) {
    const refused = refusedLine(lines.join("\n"));
    const now = refused && convertedLine(lines[refused.line] ?? "", refused.converted);
    if (refused === undefined || now === undefined) break;
    lines[refused.line] = now;
    changed = true;
  }
  return changed ? lines.join("\n") : undefined;
}
