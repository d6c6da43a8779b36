import { type LocalizableText, text } from "../../text/catalogue";
import type { AnalysisContext } from "../analysis/analysisContext";
import type { IniDocument } from "../document/iniDocument";
import type { IniLine } from "../document/iniLine";
import type { IdentityDigits } from "../document/listSection";
import type { Finding } from "../findings/finding";
import { lineRange, type TextEdit } from "../text/textRange";

/** One way to mend a finding. */
export interface Fix {
  readonly title: LocalizableText;
  readonly edits: readonly TextEdit[];
  /** Instead of an edit: the setting of the ID length to change for this workspace. */
  readonly identityLength?: IdentityDigits;
  /**
   * The one mechanical answer, which says nothing new: what "fix all" and `lint --fix` carry out. Others are offered, and a
   * person decides.
   */
  readonly safe: boolean;
}

export function fix(title: LocalizableText, edits: readonly TextEdit[], safe = false): Fix {
  return { title, edits, safe };
}

/** What a fix is made from: the finding and the line it stands on. */
export interface FixSite {
  readonly document: IniDocument;
  readonly context: AnalysisContext;
  readonly finding: Finding;
  readonly line: IniLine;
  readonly index: number;
}

/** Makes the fixes of one rule, the best one first. */
export type MakeFixes = (site: FixSite) => Fix[];
export type FixMakers = Readonly<Partial<Record<Finding["rule"], MakeFixes>>>;

/** The line end the file uses. */
export function lineEnd(document: IniDocument): string {
  return document.lines[0]?.eol === "\r\n" ? "\r\n" : "\n";
}

/** Takes a whole line out, with its line end. */
export function deleteLine(document: IniDocument, index: number): TextEdit {
  const last = document.lines.length - 1;
  if (index < last) return { range: { startLine: index, startChar: 0, endLine: index + 1, endChar: 0 }, newText: "" };
  const before = document.lines[index - 1];
  const own = document.lines[index]?.text.length ?? 0;
  return before
    ? { range: { startLine: index - 1, startChar: before.text.length, endLine: index, endChar: own }, newText: "" }
    : { range: lineRange(index, 0, own), newText: "" };
}

/** Turns a line into a comment. */
export function commentOut(line: IniLine, index: number): TextEdit {
  return { range: lineRange(index, line.start, line.start), newText: ";" };
}

/** The same as a fix. */
export const commentOutFix = ({ line, index }: FixSite): Fix =>
  fix(text("Comment out this line"), [commentOut(line, index)]);

/** Puts a line before line `index`. */
export function insertLineBefore(document: IniDocument, index: number, content: string): TextEdit {
  return { range: lineRange(index, 0, 0), newText: content + lineEnd(document) };
}

/** Puts a line after line `index`, also after the last one. */
export function insertLineAfter(document: IniDocument, index: number, content: string): TextEdit {
  const line = document.lines[index];
  const at = line?.text.length ?? 0;
  return { range: lineRange(index, at, at), newText: lineEnd(document) + content };
}

/** Blanks at the begin of a line. */
export function indentation(line: IniLine | undefined): string {
  return line ? line.text.slice(line.from, line.start) : "";
}

export function replaceValue(line: IniLine, index: number, value: string): TextEdit {
  return { range: lineRange(index, line.valueStart, line.valueEnd), newText: value };
}

export function replaceName(line: IniLine, index: number, name: string): TextEdit {
  return { range: lineRange(index, line.nameStart, line.nameEnd), newText: name };
}

function before(a: TextEdit, b: TextEdit): number {
  return a.range.startLine - b.range.startLine || a.range.startChar - b.range.startChar;
}

/** The lines an edit changes; one that ends at the begin of a line leaves that line alone. */
export function touchedLines({ range }: TextEdit): number[] {
  const last = range.endChar === 0 && range.endLine > range.startLine ? range.endLine - 1 : range.endLine;
  return Array.from({ length: last - range.startLine + 1 }, (_, index) => range.startLine + index);
}

/** Carries out edits that all speak of the text as it is now. */
export function applyEdits(document: IniDocument, edits: readonly TextEdit[]): void {
  for (const edit of [...edits].sort(before).reverse()) document.applyEdit(edit);
}
