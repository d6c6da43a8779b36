import * as vscode from "vscode";

/** Lines that values are shown behind at most. */
const mostInlineLines = 200;

/** The line on which the function begins that a line is in; the line itself where none does above it. */
function functionStart(document: vscode.TextDocument, line: number): number {
  for (let at = line; at >= 0 && at > line - mostInlineLines; at--)
    if (/^\s*(?:function|constructor|modifier|fallback|receive)\b/.test(document.lineAt(at).text)) return at;
  return line;
}

/**
 * Names of the function's code above where execution stands: those that are variables are shown behind their lines. What stands above the
 * function may have the same names, but has other values or none.
 */
export const inlineValues: vscode.InlineValuesProvider = {
  provideInlineValues: (document, viewPort, { stoppedLocation }) => {
    const values: vscode.InlineValue[] = [];
    const last = Math.min(stoppedLocation.end.line, viewPort.end.line);
    const first = Math.max(viewPort.start.line, functionStart(document, stoppedLocation.start.line));
    for (let line = first; line <= last; line++) {
      const text = document.lineAt(line).text.split("//")[0] ?? "";
      for (const { index, 0: name } of text.matchAll(/[A-Za-z_$][\w$]*/g)) {
        const range = new vscode.Range(line, index, line, index + name.length);
        values.push(new vscode.InlineValueVariableLookup(range, name, true));
      }
    }
    return values;
  },
};
