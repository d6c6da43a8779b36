import { text } from "../../text/catalogue";
import { closestName } from "../../text/closestName";
import type { IniLine } from "../document/iniLine";
import { type FindingText, noStart } from "../findings/finding";
import { type LineFinding, lineFinding } from "../findings/lineVerdict";
import { findSection, sectionSpecs } from "../schema/keySpec";
import type { Evaluation } from "./evaluation";
import { onHeader } from "./onLine";

/** Signs of a file that a Chinese keyboard writes in full width, with what the node reads. */
const fullWidthSigns: ReadonlyMap<string, string> = new Map([
  ["＝", "="],
  ["；", ";"],
  ["＃", "#"],
  ["【", "["],
  ["】", "]"],
  ["［", "["],
  ["］", "]"],
]);

/** What is to be said of a sign in full width, where the line is none that the node reads. */
function fullWidthSign(line: IniLine): FindingText | undefined {
  const sign = Array.from(line.text).find((each) => fullWidthSigns.has(each));
  if (sign === undefined) return undefined;
  return noStart(
    text(
      'The line has the full-width character "{0}". The node doesn\'t recognize it and refuses to start. Use "{1}".',
      sign,
      fullWidthSigns.get(sign) ?? "",
    ),
  );
}

/** What stops the node's parser at one line (docs/protocol/config-ini.md, "Lines"). */
export function brokenLine(line: IniLine): LineFinding | undefined {
  const whole = (rule: LineFinding["rule"], message: LineFinding["message"]): LineFinding =>
    lineFinding(rule, line.start, line.end, message);
  switch (line.kind) {
    case "noEquals": {
      const message = fullWidthSign(line);
      if (message) return whole("ini.noEquals", message);
      return whole(
        "ini.noEquals",
        noStart(
          text(
            "Neither a comment nor [section] nor key=value. The node refuses to start (\"'=' character not found in line\").",
          ),
        ),
      );
    }
    case "emptyKey":
      return whole("ini.emptyKey", noStart(text('No key before "=". The node refuses to start ("key expected").')));
    case "unmatchedBracket":
      return whole(
        "ini.unmatchedBracket",
        fullWidthSign(line) ?? noStart(text('A section without "]". The node refuses to start ("unmatched \'[\'").')),
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

/** An access list under a name that no node reads: it is off. */
export function unreadList(line: IniLine, evaluation: Evaluation): LineFinding | undefined {
  if (evaluation.kind !== "config" || findSection(evaluation.kind, line.name)) return undefined;
  const list = (["cal", "crl"] as const).find((prefix) =>
    [0, 1].some((number) => line.block?.keys.has(`${prefix}.${number}`)),
  );
  if (list === undefined) return undefined;
  const right = list === "cal" ? "certificate_whitelist" : "certificate_blacklist";
  const message = text(
    "The node doesn't recognize the section [{0}], so none of these entries counts. The list is [{1}].",
    line.name,
    right,
  );
  return onHeader(line, "list.failOpen", message);
}
