import { basename, dirname } from "node:path";
import { pathToFileURL } from "node:url";
import type { ClientCapabilities, Connection } from "vscode-languageserver/node";
import { namedPath } from "../../files/namedPath";
import { pathKey } from "../../files/pathKey";
import { maxBytes, readRegularFile, readRegularStart } from "../../files/regularFile";
import { besideFindings, besidePeerFindings } from "../../nodeConfig/across/acrossFindings";
import type { FolderFacts } from "../../nodeConfig/across/folderFacts";
import type { AnalysisContext, KnownNode } from "../../nodeConfig/analysis/analysisContext";
import { analyze } from "../../nodeConfig/analysis/analyze";
import { hiddenMarkFindings } from "../../nodeConfig/analysis/fileRules";
import { analyzeNodesJson } from "../../nodeConfig/analysis/nodesJsonRules";
import { type IniDocument, parseDocument } from "../../nodeConfig/document/iniDocument";
import { byteOrderMark } from "../../nodeConfig/document/iniLine";
import type { Finding } from "../../nodeConfig/findings/finding";
import { namedRelease } from "../../nodeConfig/schema/nodeVersion";
import type { StartOptions } from "../protocol/messages";
import { NodeDirectory, type NodeFolder } from "../workspace/nodeDirectory";

/** The settings under `chainside.` that the server heeds. */
interface ServerSettings {
  identityLength: AnalysisContext["identityLength"];
  /** `undefined`: the version that the node folder tells, else the newest. */
  nodeVersion: string | undefined;
}

const defaultSettings: ServerSettings = { identityLength: "auto", nodeVersion: undefined };

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** Reads what the editor answers for the section `chainside`; anything that is no setting of ours counts as unset. */
export function readSettings(answer: unknown): ServerSettings {
  const length = member(member(answer, "accessList"), "identityLength");
  const version = member(member(answer, "nodeConfig"), "nodeVersion");
  return {
    identityLength: length === "128" || length === 128 ? 128 : length === "512" || length === 512 ? 512 : "auto",
    nodeVersion: namedRelease(version),
  };
}

/** A document that is open in the editor: the editor's text counts, not the file's. */
export interface OpenDocument {
  uri: string;
  /** Path of its file; `undefined` when it has none. */
  path: string | undefined;
  version: number;
  ini: IniDocument;
  /** Grows with each change of the text. */
  revision: number;
  /** Settles when its folder has been looked at; before that nothing is said of it. */
  ready: Promise<void>;
  isReady: boolean;
  /** Whether its file begins with a byte order mark: editors hide it, and the node stumbles over it. */
  marked?: boolean;
  found?: { stamp: string; findings: readonly Finding[] };
}

/** A node's nodes.json that is open in the editor. */
export interface OpenPeerList {
  uri: string;
  version: number;
  text: string;
  /** Whether its folder turned out to be a node's. */
  isOurs: boolean;
  /** Settles when that is known. */
  ready: Promise<void>;
}

/** A configuration file of the workspace, open or not. */
interface WorkspaceFile {
  uri: string;
  path: string;
  ini: IniDocument;
}

/** Hears of what the editor or the disk changed. */
interface StateListener {
  documentChanged?(document: OpenDocument): void;
  documentClosed?(document: OpenDocument | OpenPeerList): void;
  peerListChanged?(list: OpenPeerList): void;
  environmentChanged?(): void;
}

/** Bytes of a byte order mark. */
const markBytes = 3;

/** What the features share: open documents, the node folders around them, settings. */
export class ServerState {
  readonly documents = new Map<string, OpenDocument>();
  readonly peerLists = new Map<string, OpenPeerList>();
  readonly directory = new NodeDirectory();
  client: ClientCapabilities = {};
  options: StartOptions = {};
  /** Commands that the editor says it has, for lenses and fixes that are more than an edit. */
  commands: ReadonlySet<string> = new Set();
  /** Settles when the workspace has been looked through. */
  scanned: Promise<void> = Promise.resolve();
  #settings = defaultSettings;
  #settingsGeneration = 0;
  readonly #contexts = new Map<string, { stamp: string; context: AnalysisContext }>();

  readonly #listeners: StateListener[] = [];

  constructor(readonly connection: Connection) {}

  listen(listener: StateListener): void {
    this.#listeners.push(listener);
  }

  documentChanged(document: OpenDocument): void {
    for (const listener of this.#listeners) listener.documentChanged?.(document);
  }

  documentClosed(document: OpenDocument | OpenPeerList): void {
    for (const listener of this.#listeners) listener.documentClosed?.(document);
  }

  peerListChanged(list: OpenPeerList): void {
    for (const listener of this.#listeners) listener.peerListChanged?.(list);
  }

  /** Settings or node folders are others now: what was said of any document may be stale. */
  environmentChanged(): void {
    for (const listener of this.#listeners) listener.environmentChanged?.();
  }

  get settings(): ServerSettings {
    return this.#settings;
  }

  set settings(settings: ServerSettings) {
    const same = JSON.stringify(settings) === JSON.stringify(this.#settings);
    this.#settings = settings;
    if (!same) this.#settingsGeneration++;
  }

  /** Changes when settings or node folders do. */
  get stamp(): string {
    return `${this.directory.generation}:${this.#settingsGeneration}`;
  }

  /** What surrounds the file: the same object as long as neither settings nor node folders change. */
  context(path: string | undefined): AnalysisContext {
    const { stamp } = this;
    const key = path ?? "";
    const cached = this.#contexts.get(key);
    if (cached?.stamp === stamp) return cached.context;
    const own = path === undefined ? undefined : this.directory.folderOf(path);
    const version = this.settings.nodeVersion ?? own?.facts.started;
    const context: AnalysisContext = {
      identityLength: this.settings.identityLength,
      ...(version === undefined ? {} : { nodeVersion: version }),
      ...(own === undefined ? {} : { own: this.#knownNode(own) }),
      nodes: this.#knownNodes(),
    };
    if (cached === undefined && this.#contexts.size > 500) this.#contexts.clear();
    this.#contexts.set(key, { stamp, context });
    return context;
  }

  /** All that is to be said of an open document; computed once for what the document and its surroundings are now. */
  findings(document: OpenDocument): readonly Finding[] {
    const stamp = `${document.revision}/${this.stamp}`;
    if (document.found?.stamp !== stamp) {
      const findings = this.findingsIn(document.ini, document.path);
      document.found = {
        stamp,
        findings: document.marked ? [...hiddenMarkFindings(document.ini), ...findings] : findings,
      };
    }
    return document.found.findings;
  }

  /** All that is to be said of a file: by itself, and beside the node folders of the workspace. */
  findingsIn(ini: IniDocument, path: string | undefined): readonly Finding[] {
    const alone = analyze(ini, this.context(path));
    const own = path === undefined ? undefined : this.directory.folderOf(path)?.facts;
    if (!own || !this.directory.files.some((file) => file.path === path)) return alone;
    return besideFindings(ini, alone, own, this.#allFacts(), Date.now());
  }

  #allFacts(): readonly FolderFacts[] {
    return this.directory.folders.map(({ facts }) => facts);
  }

  /** All that is to be said of a list of peers: by itself, and beside the node folders of the workspace. */
  findingsInPeers(content: string, path: string | undefined): readonly Finding[] {
    const alone = analyzeNodesJson(content);
    const own = path === undefined ? undefined : this.directory.folderOf(path)?.facts;
    return own ? besidePeerFindings(content, alone, own, this.#allFacts()) : alone;
  }

  /** Looks whether the file of an open document has a byte order mark. */
  async lookForMark(document: OpenDocument): Promise<void> {
    const { path } = document;
    const file = path === undefined ? undefined : namedPath(basename(path), dirname(path));
    const begin = file && (await readRegularStart(file, markBytes).catch(() => undefined));
    document.marked = begin === byteOrderMark;
  }

  /** What is to be said of one line of an open document. */
  findingsOfLine(document: OpenDocument, line: number): Finding[] {
    return this.findings(document).filter(({ range }) => range.startLine === line);
  }

  /** The file as the editor has it, or as it lies on disk. */
  async file(path: string): Promise<WorkspaceFile | undefined> {
    const uri = pathToFileURL(path).href;
    for (const open of this.documents.values()) {
      if (open.path !== undefined && pathKey(open.path) === pathKey(path))
        return { uri: open.uri, path, ini: open.ini };
    }
    try {
      const found = namedPath(basename(path), dirname(path));
      if (found === undefined) return undefined;
      const bytes = await readRegularFile(found, maxBytes.configuration);
      return { uri, path, ini: parseDocument(bytes.toString("utf8"), fileKind(path)) };
    } catch {
      return undefined; // gone since it was found
    }
  }

  /**
   * Every config.ini and config.genesis of the workspace's node folders, and what else is open to be edited, one after the other. What
   * shows a file as it was or would be (`git:`, a preview of a refactoring) is no place to edit.
   */
  async *files(): AsyncGenerator<WorkspaceFile> {
    await this.scanned;
    const seen = new Set<string>();
    for (const { path } of this.directory.files) {
      const file = await this.file(path);
      if (file) {
        seen.add(file.uri);
        yield file;
      }
    }
    for (const open of this.documents.values()) {
      const editable = open.path !== undefined || open.uri.startsWith("untitled:");
      if (editable && !seen.has(open.uri)) yield { uri: open.uri, path: open.path ?? "", ini: open.ini };
    }
  }

  #knownNode(folder: NodeFolder): KnownNode {
    return { ...folder, name: this.directory.nameOf(folder) };
  }

  #knownNodes(): KnownNode[] {
    const fromChain = this.directory.chainNodes.map((node) => ({
      name: node.name,
      ...(node.group ? { group: node.group } : {}),
      ...(node.consensusId ? { consensusId: node.consensusId } : {}),
      ...(node.tlsId?.length === 512 ? { tlsId: node.tlsId } : {}),
      ...(node.tlsId?.length === 128 ? { smTlsId: node.tlsId } : {}),
    }));
    return [...this.directory.folders.map((folder) => this.#knownNode(folder)), ...fromChain];
  }
}

/** Which of the two languages a file of that name speaks; a name that says nothing means config.ini. */
export function fileKind(path: string): "config" | "genesis" {
  return basename(path).toLowerCase().endsWith(".genesis") ? "genesis" : "config";
}
