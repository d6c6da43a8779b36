import { text } from "../../text/catalogue";
import type { IniLine } from "../document/iniLine";
import { type FindingText, noStart } from "../findings/finding";
import { type LineFinding, lineFinding } from "../findings/lineVerdict";
import { findKey, findSection } from "../schema/keySpec";
import type { Evaluation } from "./evaluation";
import { isLeftoverSection, meantSection } from "./meantNames";
import { onHeader } from "./onLine";
import { codePointName, foreignBlank } from "./suspiciousText";

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

/** What is to be said of a line that another language, or a tool, writes so. */
function otherNotation(line: IniLine): FindingText | undefined {
  const shown = line.text.slice(line.start, line.end);
  if (/^(?:<{7}|={7}|>{7}|\|{7})(?:\s|$)/.test(shown))
    return noStart(
      text("A mark of a merge conflict. The node refuses to start. Resolve the conflict and remove the mark."),
    );
  if (/^(?:\/\/|\/\*|--)/.test(shown))
    return noStart(text("The node knows only comments that begin with ; or #. It refuses to start."));
  const invisible = foreignBlank(shown);
  if (invisible !== undefined)
    return noStart(
      text(
        "The line has the invisible character {0}. The node doesn't treat it as whitespace and refuses to start. Remove it.",
        codePointName(invisible),
      ),
    );
  const key = /^([\w.]+)\s*[:：]/.exec(shown)?.[1];
  if (key !== undefined && line.block && findKey("config", line.block.name, key))
    return noStart(text('"{0}" needs "=" instead of ":". The node refuses to start.', key));
  return undefined;
}

/** What stops the node's parser at one line (docs/protocol/config-ini.md, "Lines"). */
export function brokenLine(line: IniLine): LineFinding | undefined {
  const whole = (rule: LineFinding["rule"], message: LineFinding["message"]): LineFinding =>
    lineFinding(rule, line.start, line.end, message);
  switch (line.kind) {
    case "noEquals": {
      const message = fullWidthSign(line);
      const other = message ?? otherNotation(line);
      if (other) return whole("ini.noEquals", other);
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
      return whole(
        "ini.emptyKey",
        otherNotation(line) ?? noStart(text('No key before "=". The node refuses to start ("key expected").')),
      );
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
  if (isLeftoverSection(line.name)) {
    const message = text("A section of nodes of 2.x. Node {0} ignores it. Remove it.", evaluation.version);
    return onHeader(line, "ini.secondGeneration", message);
  }
  const other = evaluation.kind === "config" ? "genesis" : "config";
  if (findSection(other, line.name)) {
    const file = other === "genesis" ? "config.genesis" : "config.ini";
    const message = text("The node ignores the section [{0}] here. It belongs in {1}.", line.name, file);
    return onHeader(line, "ini.unknownSection", message);
  }
  const meant = meantSection(evaluation.kind, line.name);
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
