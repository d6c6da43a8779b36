import * as vscode from "vscode";

/** What a document folds: each section under its heading, and the objects and lists of the raw part. */
export function foldingRanges(document: vscode.TextDocument): vscode.FoldingRange[] {
  const ranges: vscode.FoldingRange[] = [];
  const open: number[] = [];
  let heading: number | undefined;
  const close = (start: number | undefined, end: number): void => {
    if (start !== undefined && end > start) ranges.push(new vscode.FoldingRange(start, end));
  };
  for (let line = 0; line < document.lineCount; line++) {
    const text = document.lineAt(line).text;
    if (text.startsWith("# ")) {
      close(heading, line - 2);
      heading = line;
    } else if (/^\s*[}\]]/.test(text)) close(open.pop(), line - 1);
    if (/[{[]$/.test(text) && !text.startsWith("# ")) open.push(line);
  }
  close(heading, document.lineCount - 2);
  return ranges;
}
