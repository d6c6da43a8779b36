/** New text of a stretch of a source, as UTF-16 offsets. */
export interface RangeChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A text with changes that touch each other nowhere. */
export function changedText(text: string, changes: readonly RangeChange[]): string {
  let result = "";
  let at = 0;
  for (const { start, end, text: put } of [...changes].sort((left, right) => left.start - right.start)) {
    result += text.slice(at, start) + put;
    at = end;
  }
  return result + text.slice(at);
}

/** How lines of a text end, for those that are added. */
export const lineEnd = (text: string): string => (text.includes("\r\n") ? "\r\n" : "\n");
