import { createPrivateKey, X509Certificate } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { folderOnDisk } from "../../files/folderOnDisk";
import { insideNodes, installedFolders } from "../../files/leftOutFolders";
import { maxBytes, readTextIn } from "../../files/regularFile";
import { type FolderFacts, folderFacts } from "../../nodeConfig/across/folderFacts";
import { type IniDocument, parseDocument } from "../../nodeConfig/document/iniDocument";
import {
  isNodeFolder,
  isPrinted,
  type NodeIdentities,
  nodeIdentities,
  releaseStarted,
} from "../../nodeConfig/nodeFolder";
import { distinctNames } from "../../text/distinctNames";
import type { ChainNode } from "../protocol/messages";
import { foldersBelow } from "./foldersBelow";

/** What the files of one node folder say about it (docs/protocol/node-folders.md, "Files"). */
export interface NodeFolder extends NodeIdentities {
  /** Absolute path of the folder that holds config.ini. */
  readonly path: string;
  /** Its name, which is how people name the node: `node0`. */
  readonly name: string;
  /** Whether it is a node's at all: many programs have a config.ini and a nodes.json. */
  readonly isNode: boolean;
  /** What other folders must agree with, or must not say too. */
  readonly facts: FolderFacts;
}

/** Reads what identifies the node of that folder. Absent files leave members out. */
async function readNodeFolder(path: string, nodeVersion: string | undefined): Promise<NodeFolder> {
  const files = folderOnDisk(path);
  const identities = await nodeIdentities(files.read);
  const [isNode, facts] = await Promise.all([
    isNodeFolder(files.read, identities),
    folderFacts(path, files, { X509Certificate, createPrivateKey }, nodeVersion),
  ]);
  return { path, name: basename(path), ...identities, isNode, facts };
}

const maxFolders = 5000;

/** All `config.ini` and `config.genesis` files below `root`, and each `nodes.json` beside one. Looks into at most 5,000 folders. */
export async function findConfigFiles(root: string): Promise<string[]> {
  const found: string[] = [];
  const isSkipped = (name: string): boolean => installedFolders.has(name) || insideNodes.has(name);
  for await (const { folder, files } of foldersBelow(root, { isSkipped, max: maxFolders })) {
    const configs = ["config.ini", "config.genesis"].filter((name) => files.includes(name));
    found.push(...configs.map((name) => join(folder, name)));
    if (configs.length > 0 && files.includes("nodes.json")) found.push(join(folder, "nodes.json"));
  }
  return found;
}

/** Who an identity is. */
export interface IdentityOwner {
  name: string;
  /** The consensus identity, or the TLS identity that the access lists compare. */
  identity: "consensus" | "tls";
  role?: ChainNode["role"];
  /** The folder that holds the identity's file, and that file. */
  folder?: NodeFolder;
  idFile?: string;
}

interface ConfigFile {
  path: string;
  kind: "config" | "genesis";
}

const sealerId = /^[0-9a-fA-F]{128}/;

/** IDs of the sealers a config.genesis starts the group with, lower case. */
function genesisSealers(document: IniDocument): string[] {
  return document.lines
    .filter((line) => line.kind === "entry" && line.name.startsWith("node.") && line.block?.name === "consensus")
    .flatMap((line) => sealerId.exec(line.value)?.[0].toLowerCase() ?? []);
}

/**
 * The node folders of the workspace and the nodes of a connected chain, by identity. Read from the file system when a
 * folder is opened and again where a file changed; nothing is watched or polled here.
 */
export class NodeDirectory {
  /** Grows when anything here changed, so that what was computed from it can be told stale. */
  generation = 0;
  readonly #folders = new Map<string, NodeFolder>();
  readonly #files = new Map<string, ConfigFile>();
  readonly #peerLists = new Set<string>();
  readonly #sealersByGenesis = new Map<string, readonly string[]>();
  #chainNodes: readonly ChainNode[] = [];
  #nodeVersion: string | undefined;
  #owners: Map<string, IdentityOwner> | undefined;
  #turn: Promise<void> = Promise.resolve();

  /** Every config.ini and config.genesis found. */
  get files(): readonly ConfigFile[] {
    return [...this.#files.values()];
  }

  /** Every nodes.json beside such a file. */
  get peerLists(): readonly string[] {
    return [...this.#peerLists];
  }

  get folders(): readonly NodeFolder[] {
    return [...this.#folders.values()];
  }

  get chainNodes(): readonly ChainNode[] {
    return this.#chainNodes;
  }

  /** The folder whose config.ini or config.genesis is `path`. */
  folderOf(path: string): NodeFolder | undefined {
    return this.#folders.get(dirname(path));
  }

  /** Judges all folders by this release instead of the one that ran last; undefined takes that back. */
  setNodeVersion(version: string | undefined): Promise<void> {
    if (version === this.#nodeVersion) return Promise.resolve();
    this.#nodeVersion = version;
    return this.#next(async () => {
      for (const path of this.#folders.keys()) this.#folders.set(path, await this.#readFolder(path));
      this.#changed();
    });
  }

  #readFolder(path: string): Promise<NodeFolder> {
    return readNodeFolder(path, this.#nodeVersion);
  }

  setChainNodes(nodes: readonly ChainNode[]): void {
    this.#chainNodes = nodes;
    this.#changed();
  }

  addRoot(root: string): Promise<void> {
    return this.#next(() => this.#addRoot(root));
  }

  async #addRoot(root: string): Promise<void> {
    for (const path of await findConfigFiles(root)) {
      if (basename(path) === "nodes.json") this.#peerLists.add(path);
      else await this.#readFile(path);
    }
    this.#changed();
  }

  removeRoot(root: string): Promise<void> {
    return this.#next(() => this.#removeRoot(root));
  }

  #removeRoot(root: string): void {
    const below = (path: string): boolean =>
      path === root || path.startsWith(`${root}/`) || path.startsWith(`${root}\\`);
    for (const path of this.#files.keys()) if (below(path)) this.#files.delete(path);
    for (const path of this.#folders.keys()) if (below(path)) this.#folders.delete(path);
    for (const path of this.#peerLists) if (below(path)) this.#peerLists.delete(path);
    for (const path of this.#sealersByGenesis.keys()) if (below(path)) this.#sealersByGenesis.delete(path);
    this.#changed();
  }

  /**
   * Looks again at a file that appeared, changed or went: a configuration file, one of a folder's identity files, or what its node prints.
   * Gives whether something may be known otherwise now.
   */
  refresh(path: string): Promise<boolean> {
    return this.#next(() => this.#refresh(path));
  }

  async #refresh(path: string): Promise<boolean> {
    if (isPrinted(path) && !(await this.#hasOtherRelease(dirname(path)))) return false;
    const name = basename(path);
    if (name === "config.ini" || name === "config.genesis") await this.#readFile(path);
    else if (name === "nodes.json") {
      // Its reader finds out whether it is still there.
      if (this.#folders.has(dirname(path))) this.#peerLists.add(path);
    } else if (!isPrinted(path)) {
      const folder = name === "start.sh" ? dirname(path) : dirname(dirname(path));
      if (this.#folders.has(folder)) this.#folders.set(folder, await this.#readFolder(folder));
    }
    this.#changed();
    return true;
  }

  /** A node prints more than its release: only another one counts. */
  async #hasOtherRelease(path: string): Promise<boolean> {
    const folder = this.#folders.get(path);
    if (!folder) return false;
    if ((await releaseStarted(folderOnDisk(path))) === folder.facts.started) return false;
    this.#folders.set(path, await this.#readFolder(path));
    return true;
  }

  /** Reads the folder of an open file that lies outside the workspace, once. */
  async ensureFolderOf(path: string): Promise<void> {
    if (this.#folders.has(dirname(path))) return;
    const folder = await this.#readFolder(dirname(path));
    // A look through the workspace has come by meanwhile, and may have seen more.
    if (this.#folders.has(dirname(path))) return;
    this.#folders.set(dirname(path), folder);
    this.#changed();
  }

  /** Who has this identity, in either case; `undefined` when no known node has. */
  owner(id: string): IdentityOwner | undefined {
    this.#owners ??= this.#indexOwners();
    return this.#owners.get(id.toLowerCase());
  }

  /** A name that tells the folder from others of the same name: `node0`, or `127.0.0.1/node0` where there are several. */
  nameOf(folder: NodeFolder): string {
    const alike = this.folders.filter((other) => other.name === folder.name).map(({ path }) => path);
    return distinctNames(alike)[alike.indexOf(folder.path)] ?? folder.name;
  }

  async #readFile(path: string): Promise<void> {
    const folder = dirname(path);
    const kind = basename(path) === "config.genesis" ? "genesis" : "config";
    const text = kind === "genesis" ? await readTextIn(folder, "config.genesis", maxBytes.configuration) : "";
    if (text === undefined) {
      // Gone, or not to be read: what was known of it goes too.
      this.#files.delete(path);
      this.#sealersByGenesis.delete(path);
      if (![...this.#files.keys()].some((other) => dirname(other) === folder)) this.#folders.delete(folder);
      return;
    }
    if (kind === "genesis") this.#sealersByGenesis.set(path, genesisSealers(parseDocument(text, "genesis")));
    this.#files.set(path, { path, kind });
    this.#folders.set(folder, await this.#readFolder(folder));
  }

  /** One look at the disk after the other: what is read first must not be kept over what is read later. */
  #next<Found>(look: () => Promise<Found> | Found): Promise<Found> {
    const looked = this.#turn.then(look);
    this.#turn = looked.then(
      () => undefined,
      () => undefined,
    );
    return looked;
  }

  #changed(): void {
    this.generation++;
    this.#owners = undefined;
  }

  #indexOwners(): Map<string, IdentityOwner> {
    const owners = new Map<string, IdentityOwner>();
    const sealers = new Set([...this.#sealersByGenesis.values()].flat());
    const live = new Map<string, ChainNode>();
    for (const node of this.#chainNodes) {
      for (const id of [node.consensusId, node.tlsId]) if (id) live.set(id.toLowerCase(), node);
    }
    const role = (consensusId: string | undefined, tlsId: string | undefined): ChainNode["role"] => {
      const answer = live.get(consensusId ?? "")?.role ?? live.get(tlsId ?? "")?.role;
      return answer ?? (consensusId && sealers.has(consensusId) ? "sealer" : undefined);
    };
    const add = (id: string | undefined, owner: IdentityOwner, ownRole: ChainNode["role"]): void => {
      if (id && !owners.has(id.toLowerCase()))
        owners.set(id.toLowerCase(), ownRole ? { ...owner, role: ownRole } : owner);
    };
    for (const folder of this.#folders.values()) {
      const name = this.nameOf(folder);
      const own = role(folder.consensusId, folder.tlsId ?? folder.smTlsId);
      const file = (id: string): string => `${folder.path}/conf/${id}`;
      add(folder.consensusId, { name, identity: "consensus", folder, idFile: file("node.nodeid") }, own);
      add(folder.tlsId, { name, identity: "tls", folder, idFile: file("ssl.nodeid") }, own);
      add(folder.smTlsId, { name, identity: "tls", folder, idFile: file("sm_ssl.nodeid") }, own);
    }
    for (const node of this.#chainNodes) {
      add(node.consensusId, { name: node.name, identity: "consensus" }, node.role);
      add(node.tlsId, { name: node.name, identity: "tls" }, node.role);
    }
    return owners;
  }
}
