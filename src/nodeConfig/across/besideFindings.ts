import { text } from "../../text/catalogue";
import { nodesFindings } from "../analysis/nodesJsonRules";
import type { IniDocument } from "../document/iniDocument";
import { type Finding, noStart } from "../findings/finding";
import { acrossFindings, placed } from "./acrossFindings";
import { peerFindings } from "./besidePeers";
import type { FolderFacts } from "./folderFacts";

const fileMissing = new Set<Finding["rule"]>(["cert.missing", "key.missing", "peers.missing"]);

/** What hides in the name of a file, where the file isn't found for that reason: the reason is said, as grave as what comes of it. */
const hidden: Partial<Record<Finding["rule"], Finding["message"]>> = {
  "ini.inlineComment": noStart(
    text(
      "Comments after a value aren't supported. This text is part of the name, so the file isn't found and the node refuses to start.",
    ),
  ),
  "ini.quotedValue": noStart(
    text("Quotes are part of the name for the node, so the file isn't found and the node refuses to start."),
  ),
  "value.missing": noStart(
    text(
      "The value is empty, and the node doesn't use the default. The file isn't found, and the node refuses to start.",
    ),
  ),
  "ini.nonAscii": noStart(
    text(
      "The value begins or ends with a full-width or invisible space, which is part of it for the node. The file isn't found, and the node refuses to start.",
    ),
  ),
};

/**
 * All that is to be said of a file: `alone` is what the file says by itself, and what other folders add is put to it. One mistake is said
 * once.
 */
export function besideFindings(
  document: IniDocument,
  alone: readonly Finding[],
  own: FolderFacts,
  all: readonly FolderFacts[],
  now: number,
): readonly Finding[] {
  const found = acrossFindings(own, all, now)[document.kind === "genesis" ? "genesis" : "config"];
  if (found.length === 0) return alone;
  // an entry that is dropped, or means no node, is the reason why one is refused
  const entriesSayIt = alone.some(({ rule, severity }) => severity === "error" && rule.startsWith("nodeid."));
  // a file with which no node starts makes no block 0
  const stops = alone.some(({ message }) => message.stopsNode);
  const beside = found
    .filter(({ rule }) => !(entriesSayIt && rule.startsWith("list.")) && !(stops && rule === "genesis.differs"))
    .map((finding) => placed(document, finding));
  const line = ({ range }: Finding): number => range.startLine;
  const reasons = new Set(alone.filter(({ rule }) => hidden[rule]).map(line));
  const explained = new Set(beside.filter((each) => fileMissing.has(each.rule) && reasons.has(line(each))).map(line));
  const others = alone.map((finding): Finding => {
    const message = explained.has(line(finding)) ? hidden[finding.rule] : undefined;
    return message ? { ...finding, severity: "error", message } : finding;
  });
  return [...others, ...beside.filter((each) => !(fileMissing.has(each.rule) && explained.has(line(each))))];
}

/** The same of a list of peers. */
export const besidePeerFindings = (
  content: string,
  alone: readonly Finding[],
  own: FolderFacts,
  all: readonly FolderFacts[],
): readonly Finding[] =>
  // of a list that the node refuses or ignores, its addresses say nothing
  alone.some(({ severity }) => severity === "error")
    ? alone
    : [...alone, ...nodesFindings(content, peerFindings(own, all))];
