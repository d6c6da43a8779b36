import { newestRelease } from "../../facts/releases/releases";
import { removals } from "../../facts/releases/removals";
import { text } from "../../text/catalogue";
import { sameAddress } from "../analysis/listener";
import { nodesFindings } from "../analysis/nodesJsonRules";
import { removalText } from "../analysis/removalRules";
import type { IniDocument } from "../document/iniDocument";
import type { IniLine } from "../document/iniLine";
import { type AcrossFinding, acrossSeverity, type Finding, noStart } from "../findings/finding";
import { lineRange, type TextRange } from "../text/textRange";
import { called, hostOf, listFindings, loopbackFinding, peerFindings, sessionFindings } from "./besidePeers";
import { certificateFindings } from "./certificateFindings";
import { alikeFindings, genesisFinding, uncomparedFindings, unreadChain } from "./chainFindings";
import type { FolderFacts } from "./folderFacts";
import {
  identityFindings,
  keyFindings,
  keylessSealers,
  outsideFindings,
  readOnlySealer,
  strangeKey,
} from "./identityFindings";

/** Database and log: what a node needs for itself. */
function sharedFolders(own: FolderFacts, all: readonly FolderFacts[]): AcrossFinding[] {
  const others = all.filter((other) => other.installed && other.path !== own.path && hostOf(other) === hostOf(own));
  // the one that has it in its own folder is as it should be
  const isOwn = (path: string): boolean => path.startsWith(`${own.path}/`);
  const data = isOwn(own.data) ? undefined : others.find((other) => other.data === own.data);
  const log = isOwn(own.log) ? undefined : others.find((other) => other.log === own.log);
  return [
    ...(data
      ? [
          {
            rule: "data.shared",
            section: "storage",
            key: "data_path",
            message: text("{0} keeps its data in the same folder. Only one of them can start.", called(data, own)),
          } as const,
        ]
      : []),
    ...(log
      ? [
          {
            rule: "log.shared",
            section: "log",
            key: "log_path",
            message: text(
              "{0} writes its log to the same folder. The lines of both nodes get mixed up.",
              called(log, own),
            ),
          } as const,
        ]
      : []),
  ];
}

/** Files without which a node doesn't start. */
function missingFiles({ hasGenesis, peerList }: FolderFacts): AcrossFinding[] {
  const findings: AcrossFinding[] = [];
  if (!hasGenesis) {
    const message = text("config.genesis is missing in this folder. The node can't start without it.");
    findings.push({ rule: "genesis.missing", section: "", message });
  }
  const { state, key = "nodes_file", name } = peerList;
  if (state === "unreadable") {
    const message = text(
      "{0} can't be read: it is a folder, or permission is missing. The node can't start without it.",
      name,
    );
    findings.push({ rule: "peers.missing", section: "p2p", key, message });
  }
  // an empty nodes.json says so itself
  if (state === "missing" || (state === "empty" && name !== "nodes.json")) {
    const message =
      state === "missing" && (name === "" || name.endsWith("/"))
        ? text(
            "nodes_file is empty, and the node doesn't use the default. It refuses to start without its list of peers.",
          )
        : state === "missing"
          ? text("{0}, the list of peers, is missing. The node refuses to start without it.", name)
          : text("{0}, the list of peers, is empty. The node refuses to start.", name);
    findings.push({ rule: "peers.missing", section: "p2p", key, message });
  }
  return findings;
}

/** A port of a node that another node on its host opens too. */
interface SharedPort {
  readonly section: string;
  readonly key: string;
  readonly port: number;
  /** What the other is called, and its key. */
  readonly other: string;
  readonly otherKey: string;
}

/**
 * The ports of a node that others on its host open too. Folders without any key or certificate hold files that were collected: no node
 * starts there.
 */
export function sharedPorts(own: FolderFacts, all: readonly FolderFacts[]): SharedPort[] {
  if (!own.installed) return [];
  const neighbours = all.filter((other) => other.installed && other.path !== own.path && hostOf(other) === hostOf(own));
  return own.ports.flatMap(({ section, key, port, address }) => {
    for (const other of neighbours) {
      const taken = other.ports.find((one) => one.port === port && sameAddress(one.address, address));
      if (taken) return [{ section, key, port, other: called(other, own), otherKey: `${taken.section}.${taken.key}` }];
    }
    return [];
  });
}

const portFindings = (own: FolderFacts, all: readonly FolderFacts[]): AcrossFinding[] =>
  sharedPorts(
    own,
    all.filter((other) => other.consensusId === undefined || other.consensusId !== own.consensusId),
  ).map(({ section, key, port, other, otherKey }) => ({
    rule: "port.shared",
    section,
    key,
    message: text("{1} ({2}) also uses port {0}. On one host, only one of them can start.", port, other, otherKey),
  }));

/** The shell of Linux takes the CR of the first line for a part of its interpreter's name, and finds none. */
const scriptFinding: AcrossFinding = {
  rule: "start.lineEnds",
  section: "",
  message: text(
    "start.sh has the line ends of Windows (CR and LF), with which no shell runs it: it doesn't start the node. Save it with LF.",
  ),
};

/** Limits of bandwidth for a group that the node doesn't serve. */
const groupLimits = ({ group, limitedGroups }: FolderFacts): AcrossFinding[] =>
  limitedGroups
    .filter((limited) => group !== undefined && limited !== group)
    .map((limited) => ({
      rule: "flow.noGroup",
      section: "flow_control",
      key: `group_outgoing_bw_limit_${limited}`,
      message: text(
        "The node's group is {0} (config.genesis). This limit is for {1}, so it has no effect.",
        group ?? "",
        limited,
      ),
    }));

/** No line of a file shows a light node. */
function lightNodeFindings({ lightNode }: FolderFacts): AcrossFinding[] {
  const fact = lightNode ? removals.find(({ kind }) => kind === "lightNode") : undefined;
  const message = fact && removalText(fact, newestRelease);
  return message ? [{ rule: "release.lightNode", section: "", message }] : [];
}

/** What is to be said of a folder beside the others; `now` in milliseconds since 1970. */
export function acrossFindings(
  own: FolderFacts,
  all: readonly FolderFacts[],
  now: number,
): { readonly config: readonly AcrossFinding[]; readonly genesis: readonly AcrossFinding[] } {
  const genesis = [...genesisFinding(own, all), ...keylessSealers(own, all), ...uncomparedFindings(own, all)];
  if (own.installed && own.config === "none") {
    const message = text("config.ini is missing in this folder. The node can't start without it.");
    return { config: [], genesis: [{ rule: "config.missing", section: "", message }, ...genesis] };
  }
  // of a file that the node doesn't read at all, that is all there is to say
  if (own.config === "illegible") return { config: [], genesis };
  if (own.installed && own.config === "empty") {
    const message = text(
      "The file has no settings. With the defaults alone, the node finds neither its key nor its certificates and can't start.",
    );
    return { config: [{ rule: "config.empty", section: "", message }], genesis };
  }
  const identity = identityFindings(own, all);
  return {
    config: [
      ...(own.certificates ? certificateFindings(own.certificates, now) : []),
      ...identity,
      ...(own.installed
        ? [
            ...missingFiles(own),
            ...keyFindings(own),
            ...outsideFindings(own, all),
            ...sharedFolders(own, all),
            ...alikeFindings(own, all),
            ...unreadChain(own),
            ...(identity.length > 0 ? [] : strangeKey(own, all)),
            ...readOnlySealer(own),
            ...groupLimits(own),
            ...sessionFindings(own, all),
            ...(own.windowsScript ? [scriptFinding] : []),
            ...listFindings(own, all),
            ...loopbackFinding(own, all),
          ]
        : []),
      ...portFindings(own, all),
      ...lightNodeFindings(own),
    ],
    genesis,
  };
}

/** Where a finding stands: on the value of its key, else on the key's section, else on the first line. */
function placeOf(document: IniDocument, { section, key, value }: AcrossFinding): TextRange {
  const begins = ({ block, name, value: written }: IniLine): boolean =>
    block?.name === section && name.startsWith(key ?? "") && written.toLowerCase().startsWith(value ?? "");
  const entry = value === undefined ? key && document.find(section, key) : document.lines.find(begins);
  const line = entry ?? document.header(section) ?? document.lines[0];
  if (!line) return lineRange(0, 0, 0);
  const index = document.lines.indexOf(line);
  if (entry)
    return entry.valueStart < entry.valueEnd
      ? lineRange(index, entry.valueStart, entry.valueEnd)
      : lineRange(index, entry.nameStart, entry.nameEnd);
  return line.opensBlock ? lineRange(index, line.start, line.headerEnd) : lineRange(index, 0, line.text.length);
}

/** The finding at its place in the file. */
export function placed(document: IniDocument, finding: AcrossFinding): Finding {
  const { rule, message, severity = acrossSeverity[rule] } = finding;
  return { rule, severity, range: placeOf(document, finding), message };
}

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
  "value.path": noStart(
    text("On Linux and macOS, a backslash is part of the name. The file isn't found, and the node refuses to start."),
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
    const message = explained.has(line(finding)) && !finding.message.stopsNode ? hidden[finding.rule] : undefined;
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
