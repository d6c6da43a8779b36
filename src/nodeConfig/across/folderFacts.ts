import { atLeast } from "../../text/versions";
import { type AccessLists, readAccessLists } from "../analysis/accessLists";
import type { AnalysisContext } from "../analysis/analysisContext";
import { flag, hardwareKey, keyIsElsewhere } from "../analysis/conditionalKeys";
import { resolveEvaluation } from "../analysis/evaluation";
import { otherFileFinding, utf16Finding } from "../analysis/fileRules";
import type { Listener } from "../analysis/listener";
import { listeners } from "../analysis/listeners";
import { peersOf } from "../analysis/nodesJsonRules";
import { type CertificateFacts, type CertificateTools, certificateFacts } from "../certificates/certificates";
import { type IniDocument, parseDocument } from "../document/iniDocument";
import {
  type FolderFiles,
  type FolderLister,
  type FolderReader,
  leadsOut,
  liesThere,
  nodeIdentities,
  releaseStarted,
} from "../nodeFolder";
import { settledGenesis } from "../settledGenesis";
import { readBool, readUnsigned } from "../values/typedRead";
import { type KeyFacts, keyFacts } from "./keyFacts";

/** The program of a light node. */
export const lightProgram = "fisco-bcos-lightnode";

/** A port that a node opens, by the key that says so. */
type FolderPort = Pick<Listener, "section" | "key" | "port" | "address">;

/** The file with the addresses of peers, as config.ini names it. */
interface PeerListFacts {
  readonly name: string;
  /** The key that names it otherwise than the builder does. */
  readonly key: "nodes_file" | "nodes_path" | undefined;
  /** `elsewhere`: outside of the folder, which isn't read. `unreadable`: a folder, or no permission. */
  readonly state: "read" | "missing" | "unreadable" | "empty" | "elsewhere";
}

/** What a node folder says that another one must agree with, or must not say too. */
export interface FolderFacts {
  /** Path of the folder, with `/` between names. */
  readonly path: string;
  readonly name: string;
  /** Whether a node starts here: there are keys, or its script. Other folders hold files that were collected. */
  readonly installed: boolean;
  /**
   * What config.ini is: absent, without any setting, nothing that can be read (UTF-16, one line for the node, config.genesis), or a file to
   * be judged.
   */
  readonly config: "none" | "empty" | "illegible" | "read";
  readonly hasGenesis: boolean;
  /** The release that the node printed when it started last, `3.16.0`. */
  readonly started: string | undefined;
  readonly ports: readonly FolderPort[];
  /** What its config.genesis settles, comparable; undefined without one that a node reads. */
  readonly genesis: string | undefined;
  readonly group: string | undefined;
  readonly consensusId: string | undefined;
  readonly tlsId: string | undefined;
  /** The IDs that its files for people tell (`conf/*.nodeid`); the node takes its own from its key and its certificate. */
  readonly reported: { readonly consensusId: string | undefined; readonly tlsId: string | undefined };
  readonly certificates: CertificateFacts | undefined;
  readonly key: KeyFacts | undefined;
  /** The key of config.ini that puts the node's own key into a hardware security module. */
  readonly hardwareKey: ReturnType<typeof hardwareKey>;
  /** Whether the chain is an SM chain, by config.genesis. */
  readonly sm: boolean | undefined;
  /** Where the database is, and where the log, as absolute paths with `/`. */
  readonly data: string;
  readonly log: string;
  /** The addresses in nodes.json. */
  readonly peers: readonly string[];
  readonly peerList: PeerListFacts;
  readonly lists: AccessLists;
  readonly outside: readonly OutsideFile[];
  /** What all nodes must have alike: TLS of the SM kind, and routing through neighbours. */
  readonly smTls: boolean;
  readonly routes: boolean;
  /** Only block sync comes to it, where its release knows the key. */
  readonly readOnly: boolean;
  /** `[chain]` of config.ini, as far as it is written there. */
  readonly writtenChain: Partial<Record<string, string>>;
  /** What config.genesis has and a node compares with nothing. */
  readonly uncompared: Partial<Record<string, string>>;
  /** The program of a light node lies in it. */
  readonly lightNode: boolean;
  /** `start.sh` has the line ends of Windows. */
  readonly windowsScript: boolean;
  /** How many sessions it keeps, in all and with one address, where its release looks. */
  readonly sessions?: { readonly total: number; readonly perAddress: number };
  /** The groups that have a bandwidth limit of their own. */
  readonly limitedGroups: readonly string[];
}

/** A path that a file names, without `.` and `..`; one that begins at the root stays as it is. */
function resolved(folder: string, name: string): string {
  const parts: string[] = [];
  const rooted = /^(?:\/|[A-Za-z]:)/.test(name);
  for (const part of (rooted ? name : `${folder}/${name}`).replaceAll("\\", "/").split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && (part !== "" || parts.length === 0)) parts.push(part);
  }
  return parts.join("/");
}

/** Says whether a file or folder of this computer is there, by its absolute path; undefined where that can't be told. */
type PathLook = (path: string) => Promise<boolean | undefined>;

/** A file of the node that config.ini has outside of the node's folder. */
interface OutsideFile {
  readonly section: string;
  readonly key: string;
  /** As it is written, and where that is. */
  readonly written: string;
  readonly path: string;
  readonly missing: boolean;
}

/** Keys that name what a node needs to start, with what the builder writes. */
const neededFiles = [
  ["security", "private_key_path"],
  ["cert", "ca_path"],
  ["p2p", "nodes_path"],
] as const;

/** What config.ini has outside of the folder; nothing of it is read. */
async function outsideFiles(
  document: IniDocument,
  folder: string,
  look: PathLook | undefined,
): Promise<readonly OutsideFile[]> {
  const found: OutsideFile[] = [];
  for (const [section, key] of neededFiles) {
    const written = document.find(section, key)?.value ?? "";
    if (!leadsOut(written) || (section === "security" && keyIsElsewhere(document))) continue;
    const path = resolved(folder, written);
    found.push({ section, key, written, path, missing: (await look?.(path)) === false });
  }
  return found;
}

/** What `[chain]` of config.ini says, and the settings of config.genesis that a node compares with nothing. */
const chainKeys = ["chain.sm_crypto", "chain.group_id", "chain.chain_id"] as const;

const uncomparedKeys = ["web3.chain_id", "chain.block_limit"] as const;

const valuesOf = <Key extends string>(document: IniDocument, keys: readonly Key[]): Partial<Record<Key, string>> =>
  Object.fromEntries(
    keys.flatMap((id) => {
      const [section = "", key = ""] = id.split(".");
      const line = document.find(section, key);
      return line ? [[id, line.value]] : [];
    }),
  ) as Partial<Record<Key, string>>;

/** The list of peers: `nodes_path` + `/` + `nodes_file`, of which an empty one isn't the default (docs/protocol/config-genesis.md). */
async function readPeerList(
  document: IniDocument,
  read: FolderReader,
  list: FolderLister | undefined,
): Promise<{ readonly facts: PeerListFacts; readonly content: string | undefined }> {
  const file = document.find("p2p", "nodes_file")?.value ?? "nodes.json";
  const folder = document.find("p2p", "nodes_path")?.value ?? "./";
  const key = file !== "nodes.json" ? "nodes_file" : /^(?:\.\/?)$/.test(folder) ? undefined : "nodes_path";
  const name = `${folder}/${file}`.replace(/\/{2,}/g, "/").replace(/^(?:\.\/)+/u, "");
  const facts = (state: PeerListFacts["state"]): PeerListFacts => ({ name, key, state });
  // without a folder the path begins at the root, without a file it is the folder: neither is a list
  if (folder === "" || file === "") return { facts: facts("missing"), content: undefined };
  if (leadsOut(name)) return { facts: facts("elsewhere"), content: undefined };
  const content = await read(name);
  if (content === undefined) return { facts: facts((await liesThere(name, list)) ? "unreadable" : "missing"), content };
  return { facts: facts(content === "" ? "empty" : "read"), content };
}

function stateOf(text: string | undefined, document: IniDocument): FolderFacts["config"] {
  if (text === undefined) return "none";
  if (utf16Finding(document) || document.hasLoneReturn || otherFileFinding(document)) return "illegible";
  return document.lines.some(({ kind }) => kind !== "blank" && kind !== "comment") ? "read" : "empty";
}

/** What a config.genesis settles, and whether its chain is an SM chain, which it isn't where the file doesn't say so. */
function genesisOf(text: string | undefined): {
  readonly genesis?: string;
  readonly group?: string;
  readonly sm?: string;
} {
  if (text === undefined) return {};
  const document = parseDocument(text, "genesis");
  const smCrypto = document.find("chain", "sm_crypto")?.value;
  const sm = smCrypto ?? (document.sections("chain").length > 0 ? "false" : undefined);
  return { ...settledGenesis(text), ...(sm === undefined ? {} : { sm }) };
}

const sessionKeys = { total: ["max_concurrent_sessions", 1024n], perAddress: ["max_sessions_per_ip", 32n] } as const;

function sessionsOf(document: IniDocument): { readonly total: number; readonly perAddress: number } {
  const limit = ([key, otherwise]: readonly [string, bigint]): number =>
    Number(readUnsigned(document.find("p2p", key)?.value ?? "", 64) ?? otherwise);
  return { total: limit(sessionKeys.total), perAddress: limit(sessionKeys.perAddress) };
}

const groupLimit = "group_outgoing_bw_limit_";

const limitedGroups = (document: IniDocument): readonly string[] =>
  flag(document, "flow_control", "enable")
    ? document.lines.flatMap(({ kind, name, block }) =>
        kind === "entry" && block?.name === "flow_control" && name.startsWith(groupLimit)
          ? [name.slice(groupLimit.length)]
          : [],
      )
    : [];

/** Releases with `[p2p] readonly` (docs/protocol/config-ini.md). */
const knowsReadOnly = (version: string): boolean =>
  atLeast(version, "3.6.0") || (atLeast(version, "3.2.4") && !atLeast(version, "3.3.0"));

/**
 * Reads what there is to compare of a node folder.
 * @param nodeVersion the release that a person named for it, `3.16.4`, before the one that ran last
 * @param look whether something lies at a path outside the folder, where that may be looked at
 */
export async function folderFacts(
  path: string,
  files: FolderFiles,
  tools: CertificateTools,
  nodeVersion?: string,
  look?: PathLook,
): Promise<FolderFacts> {
  const { read, list } = files;
  const [config, genesisText, { consensusId, tlsId, smTlsId }, script, started] = await Promise.all([
    read("config.ini"),
    read("config.genesis"),
    nodeIdentities(read),
    read("start.sh"),
    releaseStarted(files),
  ]);
  const version = nodeVersion ?? started;
  const document = parseDocument(config ?? "");
  const { facts: peerList, content } = await readPeerList(document, read, list);
  const { genesis, group, sm } = genesisOf(genesisText);
  const key = config === undefined ? undefined : await keyFacts(document, read, tools, list);
  const folder = path.replaceAll("\\", "/");
  const name = folder.split("/").at(-1) ?? "";
  const configuredTlsId = flag(document, "p2p", "sm_ssl") ? (smTlsId ?? tlsId) : (tlsId ?? smTlsId);
  const own = { name, ...(tlsId === undefined ? {} : { tlsId }), ...(smTlsId === undefined ? {} : { smTlsId }) };
  const context: AnalysisContext = {
    ...{ identityLength: "auto", own },
    ...(version === undefined ? {} : { nodeVersion: version }),
  };
  const evaluation = resolveEvaluation(document, context);
  const certificates =
    config === undefined ? undefined : await certificateFacts(document, files, tools, evaluation.version);
  const hasKey =
    certificates !== undefined ||
    (key?.missing === false && !key.unreadable) ||
    (await read("conf/node.pem")) !== undefined;
  return {
    path: folder,
    name,
    installed: hasKey || script !== undefined,
    started,
    config: stateOf(config, document),
    hasGenesis: genesisText !== undefined,
    ports: listeners(document, evaluation).map(({ section, key, port, address }) => ({ section, key, port, address })),
    genesis,
    group,
    // a node takes its ID from its key; the file beside it is for people
    consensusId: key?.consensusId ?? consensusId,
    tlsId: certificates?.tlsId ?? configuredTlsId,
    reported: { consensusId, tlsId: configuredTlsId },
    certificates,
    key,
    hardwareKey: hardwareKey(document),
    sm: sm === undefined ? undefined : readBool(sm),
    data: resolved(folder, document.find("storage", "data_path")?.value ?? "data"),
    log: resolved(folder, document.find("log", "log_path")?.value ?? "log"),
    peers: content === undefined ? [] : peersOf(content),
    peerList,
    lists: readAccessLists(document, context),
    outside: await outsideFiles(document, folder, look),
    smTls: flag(document, "p2p", "sm_ssl"),
    routes: flag(document, "p2p", "enable_rip_protocol", true),
    readOnly: flag(document, "p2p", "readonly") && knowsReadOnly(evaluation.version),
    writtenChain: document.sections("service").length > 0 ? {} : valuesOf(document, chainKeys),
    uncompared: genesisText === undefined ? {} : valuesOf(parseDocument(genesisText, "genesis"), uncomparedKeys),
    lightNode: (await list(".")).includes(lightProgram),
    windowsScript: script?.includes("\r\n") ?? false,
    ...(atLeast(evaluation.version, "3.17.0") ? { sessions: sessionsOf(document) } : {}),
    limitedGroups: limitedGroups(document),
  };
}
