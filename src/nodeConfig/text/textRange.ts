/** Zero-based lines as an editor counts them (LF, CRLF or CR end a line), zero-based UTF-16 columns, end exclusive. */
export interface TextRange {
  readonly startLine: number;
  readonly startChar: number;
  readonly endLine: number;
  readonly endChar: number;
}

/** Replaces `range` by `newText`; several edits of one list never overlap and all speak of the text before any of them. */
export interface TextEdit {
  readonly range: TextRange;
  readonly newText: string;
}

/** A range within one line. */
export function lineRange(line: number, startChar: number, endChar: number): TextRange {
  return { startLine: line, startChar, endLine: line, endChar };
}
