import { CellReader } from "./cellReader";

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
