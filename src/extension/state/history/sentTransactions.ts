import * as vscode from "vscode";
import type { ChainGroup } from "../connections/chainGroup";
import { type SentByChain, withChain, withSent } from "./sentMemory";
import type { SentTransaction } from "./sentTransaction";

const storageKey = "chainside.sent";

/** The transactions sent from here, remembered for each chain and group, newest first. */
export class SentTransactions implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<string>();
  /** The key of the chain whose list changed. */
  readonly onDidChange = this.#changed.event;

  constructor(private readonly memory: vscode.Memento) {}

  get #all(): SentByChain {
    return this.memory.get(storageKey, {});
  }

  list(group: ChainGroup): readonly SentTransaction[] {
    return this.#all[group.chainKey] ?? [];
  }

  /** Puts one in, or in the place of what was known of it. */
  async remember(group: ChainGroup, sent: SentTransaction): Promise<void> {
    await this.#store(group.chainKey, withSent(this.list(group), sent));
  }

  async forget(group: ChainGroup, hash: string): Promise<void> {
    await this.#store(
      group.chainKey,
      this.list(group).filter((each) => each.hash !== hash),
    );
  }

  async forgetAll(group: ChainGroup): Promise<void> {
    if (this.list(group).length > 0) await this.#store(group.chainKey, []);
  }

  async #store(chainKey: string, list: readonly SentTransaction[]): Promise<void> {
    await this.memory.update(storageKey, withChain(this.#all, chainKey, list));
    this.#changed.fire(chainKey);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
