import { text } from "../../text/catalogue";
import type { IniDocument } from "../document/iniDocument";
import { IniLine } from "../document/iniLine";
import { lineRange } from "../textRange";
import { type Finding, type RuleId, ruleSeverity } from "./finding";

function at(line: number, column: number, rule: RuleId, message: Finding["message"]): Finding {
  return { rule, severity: ruleSeverity[rule], range: lineRange(line, column, column), message };
}

function byteOrderMark({ lines }: IniDocument): Finding[] {
  const [first] = lines;
  if (first?.from !== 1) return [];
  const message =
    IniLine.of(first.text, first.eol).kind === "entry"
      ? text("The file begins with a byte order mark, which the node takes as part of the first key.")
      : text("The file begins with a byte order mark. The node refuses to start.");
  return [at(0, 0, "ini.bom", message)];
}

function bareReturn({ lines, hasLoneReturn }: IniDocument): Finding[] {
  if (!hasLoneReturn) return [];
  const bare = lines.findIndex((line, index) => line.eol === "\r" && lines[index + 1]?.start !== lines[index + 1]?.end);
  if (bare < 0) return [];
  const column = lines.some((line) => line.eol === "\n" || line.eol === "\r\n") ? (lines[bare]?.text.length ?? 0) : 0;
  const message = text("A CR without LF ends no line for the node: it reads on as if the next line stood on this one.");
  return [at(column === 0 ? 0 : bare, column, "ini.bareCR", message)];
}

/** The rules on the file as a whole: a byte order mark, line ends that are none (docs/protocol/config-ini.md, "Lines"). */
export function fileFindings(document: IniDocument): Finding[] {
  return [...byteOrderMark(document), ...bareReturn(document)];
}
