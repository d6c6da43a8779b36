import { ChainError } from "../../errors/chainError";
import { readFullWidth, writings } from "../../text/halfWidth";
import { readCell } from "./requestText";

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
