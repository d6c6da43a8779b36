import * as vscode from "vscode";
import { shortHex } from "../../../text/shortText";
import { visibleLine } from "../../../text/visibleText";

const storageKey = "chainside.nodeNames";

/** The node folders of the workspace, as names are taken from them. */
interface NamedFolders {
  list(): Promise<
    readonly { readonly name: string; readonly place: string; readonly node: { consensusId?: string } }[]
  >;
  readonly onDidChange: vscode.Event<void>;
}

/**
 * What people call a node, as 128 digits of an ID are no name: the one that the user gave, kept on this machine only, else that of its
 * folder in the workspace.
 */
export class NodeNames implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  /** Names of folders by node ID; undefined until a user asks for a name. */
  #ofFolders: ReadonlyMap<string, string> | undefined;
  #watching: vscode.Disposable | undefined;
  #reading: Promise<void> | undefined;

  constructor(
    private readonly memory: vscode.Memento,
    private readonly folders?: NamedFolders,
  ) {}

  get #all(): Readonly<Record<string, string>> {
    return this.memory.get(storageKey, {});
  }

  /** The name that the user gave. */
  given(nodeId: string): string | undefined {
    return this.#all[nodeId.toLowerCase()];
  }

  get(nodeId: string): string | undefined {
    return this.given(nodeId) ?? this.#folderNames().get(nodeId.toLowerCase());
  }

  /** `Beijing 1 1a2b3c4d…`, or the beginning of the ID of a node without a name. */
  label(nodeId: string): string {
    const name = this.get(nodeId);
    return name === undefined ? shortHex(nodeId) : `${name} ${shortHex(nodeId)}`;
  }

  /** The one node with a name whose ID begins with these digits. */
  beginningWith(digits: string): string | undefined {
    const known = new Set([...Object.keys(this.#all), ...this.#folderNames().keys()]);
    const found = [...known].filter((nodeId) => nodeId.startsWith(digits));
    return found.length === 1 ? found[0] : undefined;
  }

  /** Waits until the names of folders are known, for the one who shows names once only. */
  async ready(): Promise<void> {
    this.#folderNames();
    await this.#reading;
  }

  /** An empty name takes the name away. */
  async set(nodeId: string, name: string): Promise<void> {
    const { [nodeId.toLowerCase()]: _, ...others } = this.#all;
    const given = name.trim();
    await this.memory.update(storageKey, given === "" ? others : { ...others, [nodeId.toLowerCase()]: given });
    this.#changed.fire();
  }

  /** What is known of the folders now. They are read when the user asks first, and listeners are notified. */
  #folderNames(): ReadonlyMap<string, string> {
    if (this.#ofFolders === undefined && this.folders) {
      this.#ofFolders = new Map();
      this.#watching = this.folders.onDidChange(() => {
        this.#reading = this.#readFolders();
      });
      this.#reading = this.#readFolders();
    }
    return this.#ofFolders ?? new Map();
  }

  async #readFolders(): Promise<void> {
    const folders = (await this.folders?.list().catch(() => [])) ?? [];
    const names = new Map<string, string>();
    for (const { name, place, node } of folders) {
      const isShared = folders.filter((other) => other.name === name).length > 1;
      // The name of a folder may hold anything.
      if (node.consensusId !== undefined && !names.has(node.consensusId))
        names.set(node.consensusId, visibleLine(isShared ? place : name));
    }
    const before = this.#ofFolders ?? new Map<string, string>();
    this.#ofFolders = names;
    const isSame = before.size === names.size && [...names].every(([nodeId, name]) => before.get(nodeId) === name);
    if (!isSame) this.#changed.fire();
  }

  dispose(): void {
    this.#watching?.dispose();
    this.#changed.dispose();
  }
}
