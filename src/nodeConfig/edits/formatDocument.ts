import type { IniDocument } from "../document/iniDocument";
import type { IniLine } from "../document/iniLine";
import { lineRange, type TextEdit } from "../text/textRange";
import { deleteLine, lineEnd } from "./fix";

/** The line as it should stand; a line the node would refuse stays untouched. */
function formatted(line: IniLine, indent: string): string {
  const inside = line.block?.header ? indent : "";
  switch (line.kind) {
    case "blank":
      return "";
    case "comment":
      return inside + line.text.slice(line.start, line.end);
    case "section":
      return `[${line.name}]${line.text.slice(line.headerEnd, line.end)}`;
    case "entry":
      return `${inside}${line.name}=${line.value}`;
    default:
      return line.text;
  }
}

/**
 * Edits that give a file its usual shape and leave its meaning alone: no blanks around names, values and line ends, sections
 * at the margin and what belongs to them indented, at most one empty line in a row, a line end at the end. A file with a
 * byte order mark or lone CRs means something else than it shows, and stays as it is until that is mended.
 */
export function formatDocument(document: IniDocument, indent = "    "): TextEdit[] {
  if (document.hasLoneReturn || document.lines[0]?.from === 1) return [];
  const edits: TextEdit[] = [];
  let emptyBefore = false;
  for (const [index, line] of document.lines.entries()) {
    const last = index === document.lines.length - 1;
    const empty = line.kind === "blank";
    if (empty && emptyBefore && !last) {
      edits.push(deleteLine(document, index));
      continue;
    }
    emptyBefore = empty;
    const wanted = formatted(line, indent) + (last && !empty ? lineEnd(document) : "");
    if (wanted !== line.text) edits.push({ range: lineRange(index, 0, line.text.length), newText: wanted });
  }
  return edits;
}
