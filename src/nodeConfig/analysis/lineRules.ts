import { text } from "../../text/catalogue";
import { closestName } from "../../text/closestName";
import type { IniLine } from "../document/iniLine";
import { noStart } from "../findings/finding";
import { type LineFinding, lineFinding } from "../findings/lineVerdict";
import { findSection, sectionSpecs } from "../schema/keySpec";
import type { Evaluation } from "./evaluation";
import { onHeader } from "./onLine";

/** What stops the node's parser at one line (docs/protocol/config-ini.md, "Lines"). */
export function brokenLine(line: IniLine): LineFinding | undefined {
  const whole = (rule: LineFinding["rule"], message: LineFinding["message"]): LineFinding =>
    lineFinding(rule, line.start, line.end, message);
  switch (line.kind) {
    case "noEquals":
      return whole(
        "ini.noEquals",
        noStart(
          text(
            "Neither a comment nor [section] nor key=value. The node refuses to start (\"'=' character not found in line\").",
          ),
        ),
      );
    case "emptyKey":
      return whole("ini.emptyKey", noStart(text('No key before "=". The node refuses to start ("key expected").')));
    case "unmatchedBracket":
      return whole(
        "ini.unmatchedBracket",
        noStart(text('A section without "]". The node refuses to start ("unmatched \'[\'").')),
      );
    default:
      return undefined;
  }
}

/** Text behind the `]` of a section line. */
export function textAfterSection(line: IniLine): LineFinding | undefined {
  return line.valueStart < line.valueEnd
    ? lineFinding("ini.textAfterSection", line.valueStart, line.valueEnd, text('The node ignores the text after "]".'))
    : undefined;
}

/** A section that the program does not know, or does not read. */
export function unreadSection(line: IniLine, evaluation: Evaluation): LineFinding | undefined {
  const section = findSection(evaluation.kind, line.name);
  if (section) {
    return evaluation.roleIsCertain && !section.roles.includes("all") && !section.roles.includes(evaluation.role)
      ? onHeader(line, "ini.unreadKey", text("This program ({0}) doesn't read the section.", evaluation.role))
      : undefined;
  }
  const names = sectionSpecs(evaluation.kind).map((spec) => spec.name);
  const meant = closestName(line.name, names);
  return onHeader(
    line,
    "ini.unknownSection",
    meant === undefined
      ? text("The node doesn't recognize the section [{0}] and ignores it.", line.name)
      : text("The node doesn't recognize the section [{0}] and ignores it. Did you mean [{1}]?", line.name, meant),
  );
}
