import * as vscode from "vscode";
import { shortHex } from "../../kit/text/shortHex";

const storageKey = "chainside.nodeNames";

/** Names that the user gave to nodes: a node ID has 128 digits, and nobody knows a node by them. Kept on this machine only. */
export class NodeNames implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(private readonly memory: vscode.Memento) {}

  get #all(): Readonly<Record<string, string>> {
    return this.memory.get(storageKey, {});
  }

  get(nodeId: string): string | undefined {
    return this.#all[nodeId.toLowerCase()];
  }

  /** `Beijing 1 1a2b3c4d…`, or the beginning of the ID of a node without a name. */
  label(nodeId: string): string {
    const name = this.get(nodeId);
    return name === undefined ? shortHex(nodeId) : `${name} ${shortHex(nodeId)}`;
  }

  /** An empty name takes the name away. */
  async set(nodeId: string, name: string): Promise<void> {
    const { [nodeId.toLowerCase()]: _, ...others } = this.#all;
    const given = name.trim();
    await this.memory.update(storageKey, given === "" ? others : { ...others, [nodeId.toLowerCase()]: given });
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
