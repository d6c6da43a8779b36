import type { Position, Range, TextDocumentContentChangeEvent } from "vscode-languageserver/node";

const lineFeed = 10;
const carriageReturn = 13;

/** Where a position of the protocol stands in a text: a line ends with `\n`, `\r\n` or `\r`, and what lies behind its end is its end. */
export function offsetAt(text: string, { line, character }: Position): number {
  let start = 0;
  for (let passed = 0; passed < line; passed++) {
    const next = lineEnd(text, start);
    if (next.after === next.end) return text.length;
    start = next.after;
  }
  return Math.min(start + character, lineEnd(text, start).end);
}

/** The position of an offset. */
export function positionAt(text: string, offset: number): Position {
  let line = 0;
  let start = 0;
  for (;;) {
    const { end, after } = lineEnd(text, start);
    if (after === end || after > offset) return { line, character: Math.min(offset, end) - start };
    line += 1;
    start = after;
  }
}

/** The end of the line that begins at an offset, and where the next begins: the same where the text ends. */
function lineEnd(text: string, start: number): { readonly end: number; readonly after: number } {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === lineFeed) return { end: at, after: at + 1 };
    if (code === carriageReturn) return { end: at, after: text.charCodeAt(at + 1) === lineFeed ? at + 2 : at + 1 };
  }
  return { end: text.length, after: text.length };
}

/** A text after changes, each on what the one before left. */
export function changedText(text: string, changes: readonly TextDocumentContentChangeEvent[]): string {
  return changes.reduce((before, change) => {
    if (!("range" in change)) return change.text;
    const start = offsetAt(before, change.range.start);
    const end = Math.max(start, offsetAt(before, change.range.end));
    return before.slice(0, start) + change.text + before.slice(end);
  }, text);
}

const isBefore = (left: Position, right: Position): boolean =>
  left.line < right.line || (left.line === right.line && left.character < right.character);

/** Where a position is after a text was put in the place of what ended at or before it. */
function positionAfter(position: Position, end: Position, start: Position, text: string): Position {
  const lines = text.split(/\r\n|\r|\n/);
  const last = lines.at(-1)?.length ?? 0;
  const endOfText = lines.length === 1 ? start.character + last : last;
  return {
    line: position.line - end.line + start.line + lines.length - 1,
    character: position.line === end.line ? position.character - end.character + endOfText : position.character,
  };
}

/** Where a stretch of a text is after changes, each on what the one before left; undefined where one of them is about it. */
export function rangeAfter(range: Range, changes: readonly TextDocumentContentChangeEvent[]): Range | undefined {
  let at = range;
  for (const change of changes) {
    if (!("range" in change)) return undefined;
    const { start, end } = change.range;
    if (!isBefore(start, at.end)) continue;
    if (isBefore(at.start, end)) return undefined;
    at = {
      start: positionAfter(at.start, end, start, change.text),
      end: positionAfter(at.end, end, start, change.text),
    };
  }
  return at;
}
