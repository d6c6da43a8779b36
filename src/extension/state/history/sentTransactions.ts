import * as vscode from "vscode";
import type { Address, Hex } from "../../../crypto/bytes/hex";
import type { ChainGroup } from "../connections/chainGroup";

/** What came of a transaction as far as this window knows. */
export type SentOutcome =
  /** Sent, and nothing was heard since: a broken connection, a closed window. */
  | { readonly kind: "open" }
  | {
      readonly kind: "done";
      readonly status: number;
      readonly block: number;
      readonly contractAddress?: string;
      /** Decimal; missing in what was sent before it was kept. */
      readonly gasUsed?: string;
    }
  /** The node did not take it; `code` as in the error dictionary. */
  | { readonly kind: "refused"; readonly code: string | number };

/** A transaction that was signed here. Nothing in it is secret: all of it was sent to the chain. */
export interface SentTransaction {
  readonly hash: Hex;
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly from: Address;
  /** Empty for a deployment. */
  readonly to: string;
  /** Left out when it is long: the chain has it. */
  readonly data?: Hex;
  /** In wei. */
  readonly value?: string;
  /** URI of the compiled contract that was deployed. */
  readonly artifact?: string;
  /** What was asked of the chain, as a person reads it: `set("hello")`. */
  readonly call?: string;
  /** What came of it: the result, or why it failed. */
  readonly answer?: string;
  readonly outcome: SentOutcome;
}

/** What was sent, by chain. */
export type SentByChain = Readonly<Record<string, readonly SentTransaction[]>>;

/** Newest of a chain that are kept, and chains, those used last. */
export const maxOfChain = 100;
export const maxChains = 20;

/** The list with this one in it: at the front when it is new, else where it was. */
export function withSent(list: readonly SentTransaction[], sent: SentTransaction): readonly SentTransaction[] {
  const known = list.some(({ hash }) => hash === sent.hash);
  const next = known ? list.map((each) => (each.hash === sent.hash ? sent : each)) : [sent, ...list];
  return next.slice(0, maxOfChain);
}

/** All chains with this list in place of the chain's own; an empty one is not kept. */
export function withChain(all: SentByChain, chainKey: string, list: readonly SentTransaction[]): SentByChain {
  const { [chainKey]: _, ...others } = all;
  const kept = Object.entries(others).slice(0, maxChains - 1);
  return Object.fromEntries(list.length === 0 ? kept : [[chainKey, list] as const, ...kept]);
}

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
