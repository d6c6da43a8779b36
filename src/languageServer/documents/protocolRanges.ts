import { fileURLToPath } from "node:url";
import type { Range, TextEdit } from "vscode-languageserver/node";
import type { TextRange, TextEdit as TextReplacement } from "../../nodeConfig/text/textRange";

/** The path of a document that is a file. */
export function pathOf(uri: string): string | undefined {
  try {
    return uri.startsWith("file:") ? fileURLToPath(uri) : undefined;
  } catch {
    return undefined; // a file: URI that names no path on this system
  }
}

export function toRange(range: TextRange): Range {
  return {
    start: { line: range.startLine, character: range.startChar },
    end: { line: range.endLine, character: range.endChar },
  };
}

export function fromRange(range: Range): TextRange {
  return {
    startLine: range.start.line,
    startChar: range.start.character,
    endLine: range.end.line,
    endChar: range.end.character,
  };
}

/** Columns `from` to `to` of one line. */
export function columns(line: number, from: number, to: number): Range {
  return { start: { line, character: from }, end: { line, character: to } };
}

export function toTextEdit(edit: TextReplacement): TextEdit {
  return { range: toRange(edit.range), newText: edit.newText };
}
