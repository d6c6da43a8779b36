import { text } from "../../text/catalogue";
import type { IniLine } from "../document/iniLine";
import type { FindingText } from "../findings/finding";
import { clean, type LineFinding, type LineVerdict } from "../findings/lineVerdict";
import { findKey, findSection, type KeySpec } from "../schema/keySpec";
import { availability } from "../schema/nodeVersion";
import { isConditional } from "./conditionalKeys";
import { type Evaluation, knowsLists } from "./evaluation";
import { judgeFeature, judgeSealer, misnamedSealer } from "./genesisEntryRules";
import { judgeListEntry } from "./identityRules";
import { isLeftoverKey, type MeantKey, meantKey } from "./meantNames";
import { onKey, onValue } from "./onLine";
import { codePointName, foreignCharacter } from "./suspiciousText";
import { judgeValue } from "./valueRules";

function unknownKey(line: IniLine, evaluation: Evaluation, section: string): LineFinding {
  const foreign = foreignCharacter(line.name);
  if (foreign !== undefined) {
    const shown = /[\s\p{Cf}]/u.test(foreign) ? codePointName(foreign) : foreign;
    return onKey(
      line,
      "ini.nonAscii",
      text("\"{0}\" isn't an ASCII character. The node doesn't recognize this key and ignores it.", shown),
    );
  }
  if (isLeftoverKey(section, line.name)) {
    return onKey(
      line,
      "ini.secondGeneration",
      text("A key of nodes of 2.x. Node {0} ignores it. Remove it.", evaluation.version),
    );
  }
  return onKey(
    line,
    "ini.unknownKey",
    unknownKeyMessage(line.name, section, meantKey(evaluation.kind, section, line.name)),
  );
}

function unknownKeyMessage(key: string, section: string, meant: MeantKey | undefined): FindingText {
  if (meant?.key === key) {
    const place = meant.otherFile === undefined ? `[${meant.section}]` : `[${meant.section}] (${meant.otherFile})`;
    return text("The node ignores the key {0} in [{1}]. It belongs in {2}.", key, section, place);
  }
  return meant === undefined
    ? text("The node doesn't recognize the key {0} in [{1}] and ignores it.", key, section)
    : text(
        "The node doesn't recognize the key {0} in [{1}] and ignores it. Did you mean {2}?",
        key,
        section,
        meant.key,
      );
}

/** A key that this node does not read, for one reason or another; its value does not matter then. */
function unreadKey(line: IniLine, spec: KeySpec, evaluation: Evaluation): LineFinding | undefined {
  switch (availability(spec, evaluation.version)) {
    case "read":
      break;
    case "notYet":
      return onKey(
        line,
        "ini.sinceVersion",
        text(
          "Node {0} doesn't recognize this key and ignores it. The key is available since {1}.",
          evaluation.version,
          spec.since,
        ),
      );
    case "noLonger":
      return spec.unread
        ? onKey(
            line,
            "ini.unreadKey",
            text(
              "Node {0} doesn't read this key. The last version that did is {1}.",
              evaluation.version,
              spec.until ?? "",
            ),
          )
        : onKey(
            line,
            "ini.sinceVersion",
            text(
              "Node {0} doesn't recognize this key and ignores it: {1} was the last that did.",
              evaluation.version,
              spec.until ?? "",
            ),
          );
    case "never":
      return onKey(line, "ini.unreadKey", text("Tools write this key, but no node reads it."));
  }
  if (evaluation.roleIsCertain && spec.roles && !spec.roles.includes(evaluation.role)) {
    return onKey(line, "ini.unreadKey", text("This program ({0}) doesn't read the key.", evaluation.role));
  }
  return undefined;
}

/** The rules that need one entry and the name of its section. */
export function judgeEntry(line: IniLine, evaluation: Evaluation): LineVerdict {
  const { block } = line;
  if (!block?.header) {
    const message = text("The node never reads a key before the first section.");
    return { ...clean, findings: [onKey(line, "ini.keyBeforeSection", message)] };
  }
  if (evaluation.kind === "config" && block.listSection && knowsLists(evaluation))
    return judgeListEntry(line, evaluation.identityLength);
  const section = findSection(evaluation.kind, block.name);
  if (!section || evaluation.secondGeneration) return clean;
  if (evaluation.kind === "genesis") {
    if (section.name === "consensus" && line.name.startsWith("node.")) return judgeSealer(line);
    if (section.name === "features") return judgeFeature(line, evaluation);
    const misnamed = section.name === "consensus" ? misnamedSealer(line) : undefined;
    if (misnamed) return { ...clean, findings: [misnamed] };
  }
  const spec = findKey(evaluation.kind, block.name, line.name);
  if (!spec) return { ...clean, findings: [unknownKey(line, evaluation, section.name)] };
  const unread = unreadKey(line, spec, evaluation);
  if (unread) return { ...clean, findings: [unread] };
  const findings: LineFinding[] = [];
  if (spec.deprecated) findings.push(onKey(line, "ini.deprecatedKey", text("This key is deprecated.")));
  if (!isConditional(section.name, spec, line)) {
    const wrong = judgeValue(line, spec, section.name, evaluation.version);
    if (wrong) findings.push(wrong);
  }
  if (spec.key === "password" && line.value !== "") {
    const message = text("The node writes this password to its log as it is.");
    findings.push(onValue(line, "secret.logged", message));
  }
  return findings.length === 0 ? clean : { ...clean, findings };
}
