import { type AccessLists, readAccessLists } from "../analysis/accessLists";
import { flag } from "../analysis/conditionalKeys";
import { resolveEvaluation } from "../analysis/evaluation";
import { utf16Finding } from "../analysis/fileRules";
import type { Listener } from "../analysis/listener";
import { listeners } from "../analysis/listeners";
import { peersOf } from "../analysis/nodesJsonRules";
import { type CertificateFacts, type CertificateTools, certificateFacts } from "../certificates/certificates";
import { type IniDocument, parseDocument } from "../document/iniDocument";
import { type FolderLister, type FolderReader, nodeIdentities } from "../nodeFolder";
import { settledGenesis } from "../settledGenesis";
import { readBool } from "../values/typedRead";
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
  /** `elsewhere`: outside of the folder, which isn't read. */
  readonly state: "read" | "missing" | "empty" | "elsewhere";
}

/** What a node folder says that another one must agree with, or must not say too. */
export interface FolderFacts {
  /** Path of the folder, with `/` between names. */
  readonly path: string;
  readonly name: string;
  /** Whether a node starts here: there are keys, or its script. Other folders hold files that were collected. */
  readonly installed: boolean;
  /** What config.ini is: absent, without any setting, nothing that can be read (UTF-16, one line for the node), or a file to be judged. */
  readonly config: "none" | "empty" | "illegible" | "read";
  readonly hasGenesis: boolean;
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
  /** Whether the chain is an SM chain, by config.genesis. */
  readonly sm: boolean | undefined;
  /** Where the database is, and where the log, as absolute paths with `/`. */
  readonly data: string;
  readonly log: string;
  /** The addresses in nodes.json. */
  readonly peers: readonly string[];
  readonly peerList: PeerListFacts;
  readonly lists: AccessLists;
  /** The program of a light node lies in it. */
  readonly lightNode: boolean;
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

/** Paths that lead out of the folder are not followed: they may mean another computer. */
const leadsOut = (path: string): boolean => /^[\\/]|^[A-Za-z]:|\.\./u.test(path);

/** The list of peers: `nodes_path` + `/` + `nodes_file`, of which an empty one isn't the default (docs/protocol/config-genesis.md). */
async function readPeerList(
  document: IniDocument,
  read: FolderReader,
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
  return { facts: facts(content === undefined ? "missing" : content === "" ? "empty" : "read"), content };
}

function stateOf(text: string | undefined, document: IniDocument): FolderFacts["config"] {
  if (text === undefined) return "none";
  if (utf16Finding(document) || document.hasLoneReturn) return "illegible";
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

/** Reads what there is to compare of a node folder. */
export async function folderFacts(
  path: string,
  read: FolderReader,
  tools: CertificateTools,
  list?: FolderLister,
): Promise<FolderFacts> {
  const [config, genesisText, { consensusId, tlsId, smTlsId }, script] = await Promise.all([
    read("config.ini"),
    read("config.genesis"),
    nodeIdentities(read),
    read("start.sh"),
  ]);
  const document = parseDocument(config ?? "");
  const { facts: peerList, content } = await readPeerList(document, read);
  const { genesis, group, sm } = genesisOf(genesisText);
  const evaluation = resolveEvaluation(document, { identityLength: "auto" });
  const key = config === undefined ? undefined : await keyFacts(document, read, tools);
  const certificates = config === undefined ? undefined : await certificateFacts(document, read, tools, list);
  const folder = path.replaceAll("\\", "/");
  const name = folder.split("/").at(-1) ?? "";
  const configuredTlsId = flag(document, "p2p", "sm_ssl") ? (smTlsId ?? tlsId) : (tlsId ?? smTlsId);
  const own = { name, ...(tlsId === undefined ? {} : { tlsId }), ...(smTlsId === undefined ? {} : { smTlsId }) };
  const hasKey = certificates !== undefined || key?.missing === false || (await read("conf/node.pem")) !== undefined;
  return {
    path: folder,
    name,
    installed: hasKey || script !== undefined,
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
    sm: sm === undefined ? undefined : readBool(sm),
    data: resolved(folder, document.find("storage", "data_path")?.value ?? "data"),
    log: resolved(folder, document.find("log", "log_path")?.value ?? "log"),
    peers: content === undefined ? [] : peersOf(content),
    peerList,
    lists: readAccessLists(document, { identityLength: "auto", own }),
    lightNode: (await list?.("."))?.includes(lightProgram) ?? false,
  };
}
