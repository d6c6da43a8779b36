import { ChainError } from "../../errors/chainError";
import { neverSent } from "../../errors/nodeError";
import type { AnswerContext } from "../model/answerContext";
import { failureForm } from "../model/failure";
import { isObject } from "../model/values";
import { errorCodes, Web3Error } from "../model/web3Error";
import type { Web3Node } from "../model/web3Node";
import { readSentTransaction, type SentTransaction } from "./sentTransaction";

/** How many transactions wait here at most, of one account and in all, and their bytes. */
const max = { ofAccount: 1000, all: 5000, characters: 64 * 1024 * 1024, dropped: 1000 };
/** How often the node is asked while something waits: soon after something happened, then more rarely. */
const polling = { soonMs: 20, latestMs: 300, growth: 1.5 };
/** One that was passed on and is in no block is sent again after this time: a node may have forgotten it. */
const sentAgainMs = 10_000;

/** What becomes of transactions, for a log. */
export interface QueueEvent {
  readonly kind: "passed" | "held" | "mined" | "dropped";
  readonly hash: string;
  readonly from: string;
  readonly nonce: bigint;
  /** Why it was dropped, or what it waits for. */
  readonly reason?: string;
}

/** Where transactions are kept over a restart. */
export interface QueueStore {
  read(): Promise<readonly KeptTransaction[]>;
  write(transactions: readonly KeptTransaction[]): Promise<void>;
}

/** A transaction that waits, as it is kept. */
export interface KeptTransaction {
  readonly raw: string;
  /** When it came, in milliseconds since 1970. */
  readonly at: number;
}

export interface QueueOptions {
  /** How long one may wait for those before it, or for a block. */
  readonly heldMs: number;
  readonly store?: QueueStore | undefined;
  readonly onEvent?: (event: QueueEvent) => void;
}

interface Entry extends KeptTransaction {
  readonly transaction: SentTransaction;
  /** When it was passed on to the node; undefined while it waits for those before it. */
  passedAt: number | undefined;
}

/**
 * Keeps each account's transactions in the order of their nonces: one is passed on when the one before it is in a block. A node runs the
 * transactions of one sender in a block in any order, so that what depends on another fails now and then (docs/ethereum-tools.md, "Order").
 * Accounts wait for no other account.
 */
export class TransactionQueue {
  readonly #node: Web3Node;
  readonly #options: QueueOptions;
  readonly #accounts = new Map<string, Entry[]>();
  readonly #advancing = new Map<string, Promise<boolean>>();
  readonly #dropped = new Map<string, string>();
  readonly #settling = new Map<string, Set<() => void>>();
  #characters = 0;
  #running = false;
  #closed = false;
  #wake: (() => void) | undefined;
  #written: Promise<void> = Promise.resolve();
  #writeWaits: Promise<void> | undefined;

  constructor(node: Web3Node, options: QueueOptions) {
    this.#node = node;
    this.#options = options;
  }

  /** Takes up what waited when the program ended. @throws what the store throws */
  async restore(): Promise<number> {
    const kept = (await this.#options.store?.read()) ?? [];
    for (const { raw, at } of kept) {
      const transaction = readSentTransaction(raw);
      if (!this.#entry(transaction.hash)) this.#insert({ raw, at, transaction, passedAt: undefined });
    }
    this.#start();
    return kept.length;
  }

  #all(): Entry[] {
    return [...this.#accounts.values()].flat();
  }

  #entry(hash: string): Entry | undefined {
    return this.#all().find(({ transaction }) => transaction.hash === hash);
  }

  #insert(entry: Entry): void {
    const { from, nonce } = entry.transaction;
    const entries = this.#accounts.get(from) ?? [];
    const at = entries.findIndex(({ transaction }) => transaction.nonce > nonce);
    entries.splice(at < 0 ? entries.length : at, 0, entry);
    this.#accounts.set(from, entries);
    this.#characters += entry.raw.length;
  }

  #remove(entry: Entry): void {
    const { from } = entry.transaction;
    const left = (this.#accounts.get(from) ?? []).filter((each) => each !== entry);
    this.#characters -= entry.raw.length;
    if (left.length === 0) this.#accounts.delete(from);
    else this.#accounts.set(from, left);
    for (const listener of this.#settling.get(entry.transaction.hash) ?? []) listener();
    this.#settling.delete(entry.transaction.hash);
  }

  #event(kind: QueueEvent["kind"], { hash, from, nonce }: SentTransaction, reason?: string): void {
    this.#options.onEvent?.({ kind, hash, from, nonce, ...(reason === undefined ? {} : { reason }) });
  }

  #drop(entry: Entry, reason: string): void {
    this.#remove(entry);
    if (this.#dropped.size >= max.dropped) this.#dropped.delete(this.#dropped.keys().next().value ?? "");
    this.#dropped.set(entry.transaction.hash, reason);
    this.#event("dropped", entry.transaction, reason);
  }

  async #latestCount(address: string): Promise<bigint> {
    const count = await this.#node.request("eth_getTransactionCount", [address, "latest"]);
    return typeof count === "string" && /^0x[0-9a-f]{1,16}$/i.test(count) ? BigInt(count) : 0n;
  }

  /**
   * Takes a signed transaction: passes it on, or keeps it until those before it are in a block.
   * @returns its hash
   * @throws Web3Error for one that can't be, and for what the node refuses at once; ChainError where the node doesn't answer
   */
  async submit(raw: unknown, context: AnswerContext): Promise<string> {
    const transaction = readSentTransaction(raw);
    const { hash, from, nonce } = transaction;
    if (this.#entry(hash)) throw new Web3Error(errorCodes.server, "already known");
    const next = await this.#latestCount(from);
    if (nonce < next) throw new Web3Error(errorCodes.server, `nonce too low: next nonce ${next}, tx nonce ${nonce}`);
    this.#requireRoom(transaction);
    this.#replace(transaction);
    this.#dropped.delete(hash);
    const entry: Entry = { raw: transaction.raw, at: Date.now(), transaction, passedAt: undefined };
    this.#insert(entry);
    const [first] = this.#accounts.get(from) ?? [];
    if (first === entry && nonce === next) {
      await this.#pass(entry, context);
    } else {
      context.madeUp.add("held");
      this.#event("held", transaction, this.#waitsFor(entry, next));
    }
    await this.#keep();
    this.#start();
    return hash;
  }

  #requireRoom({ from, raw }: SentTransaction): void {
    const own = this.#accounts.get(from)?.length ?? 0;
    if (own >= max.ofAccount) throw new Web3Error(errorCodes.server, "account limit exceeded");
    if (this.#all().length >= max.all || this.#characters + raw.length > max.characters)
      throw new Web3Error(errorCodes.server, "txpool is full");
  }

  /** Another transaction with the nonce of one that waits takes its place where it offers more, as on Ethereum. */
  #replace({ from, nonce, hash, fields }: SentTransaction): void {
    const other = (this.#accounts.get(from) ?? []).find(({ transaction }) => transaction.nonce === nonce);
    if (!other) return;
    const offers = fields.maxFeePerGas * 10n >= other.transaction.fields.maxFeePerGas * 11n && fields.maxFeePerGas > 0n;
    if (other.passedAt !== undefined || !offers)
      throw new Web3Error(errorCodes.server, "replacement transaction underpriced");
    this.#drop(other, `it was replaced by ${hash}`);
  }

  /** @throws Web3Error for what the node refuses, in the words of tools; it is not kept then */
  async #pass(entry: Entry, context: Pick<AnswerContext, "madeUp">): Promise<void> {
    entry.passedAt = Date.now();
    try {
      await this.#node.request("eth_sendRawTransaction", [entry.raw]);
      this.#event("passed", entry.transaction);
    } catch (error) {
      const isRefused = error instanceof Web3Error;
      // whether another failure came after the node had it isn't known: it is looked for then
      if (!isRefused && !(error instanceof ChainError && (error.kind === "usage" || neverSent(error)))) return;
      this.#remove(entry);
      throw isRefused ? await failureForm(error, context) : error;
    }
  }

  #waitsFor({ transaction }: Entry, next: bigint): string {
    const before = (this.#accounts.get(transaction.from) ?? []).filter(
      (each) => each.transaction.nonce < transaction.nonce,
    );
    const expected = next + BigInt(before.length);
    return expected === transaction.nonce && before.length > 0
      ? `nonce ${before.at(-1)?.transaction.nonce} isn't in a block yet`
      : `nonce ${expected} hasn't been sent`;
  }

  /** Next nonce of an account, with what waits here. @param counted what the node says, with what waits there */
  next(address: string, counted: bigint): bigint {
    let next = counted;
    for (const { transaction } of this.#accounts.get(address) ?? []) if (transaction.nonce === next) next += 1n;
    return next;
  }

  /** A transaction that waits here, or that was passed on and is in no block as far as is known. */
  find(hash: string): SentTransaction | undefined {
    return this.#entry(hash)?.transaction;
  }

  /** Ends when a transaction is done with, or after `timeoutMs`; at once where it doesn't wait here. */
  async settled(hash: string, timeoutMs: number): Promise<void> {
    if (!this.#entry(hash)) return;
    const listeners = this.#settling.get(hash) ?? new Set();
    this.#settling.set(hash, listeners);
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        listeners.delete(end);
        resolve();
      };
      const timer = setTimeout(end, timeoutMs);
      listeners.add(end);
    });
  }

  /** Why a transaction is not to be waited for any more. */
  droppedReason(hash: string): string | undefined {
    return this.#dropped.get(hash);
  }

  /** All that wait, by account: those that were passed on, and those that are held. */
  list(): readonly { readonly transaction: SentTransaction; readonly isHeld: boolean; readonly sinceMs: number }[] {
    return this.#all().map(({ transaction, passedAt, at }) => ({
      transaction,
      isHeld: passedAt === undefined,
      sinceMs: Date.now() - at,
    }));
  }

  /** @throws Error of the file system */
  #keep(): Promise<void> {
    const { store } = this.#options;
    if (!store) return Promise.resolve();
    // one write for all that changed while another was under way
    this.#writeWaits ??= this.#written.then(async () => {
      this.#writeWaits = undefined;
      const kept = this.#all().map(({ raw, at }) => ({ raw, at }));
      this.#written = store.write(kept);
      await this.#written;
    });
    return this.#writeWaits;
  }

  #start(): void {
    this.#wake?.();
    if (this.#running || this.#closed || this.#accounts.size === 0) return;
    this.#running = true;
    void this.#run().finally(() => {
      this.#running = false;
      if (this.#accounts.size > 0) this.#start();
    });
  }

  async #run(): Promise<void> {
    let waitMs = polling.soonMs;
    while (!this.#closed && this.#accounts.size > 0) {
      const moved = await Promise.all([...this.#accounts.keys()].map((account) => this.#advance(account)));
      const any = moved.some(Boolean);
      if (any) await this.#keep().catch(() => undefined); // the next change writes again
      waitMs = any ? polling.soonMs : Math.min(polling.latestMs, waitMs * polling.growth);
      if (this.#accounts.size > 0 && !this.#closed) await this.#sleep(waitMs);
    }
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Looks what became of an account's transactions. @returns whether anything did */
  #advance(account: string): Promise<boolean> {
    const under = this.#advancing.get(account);
    if (under) return under;
    const advance = this.#looked(account)
      .catch(() => false) // a node that doesn't answer is asked again
      .finally(() => this.#advancing.delete(account));
    this.#advancing.set(account, advance);
    return advance;
  }

  async #looked(account: string): Promise<boolean> {
    const next = await this.#latestCount(account);
    let moved = false;
    for (const entry of [...(this.#accounts.get(account) ?? [])]) {
      const { nonce } = entry.transaction;
      if (nonce < next || entry.passedAt !== undefined) {
        if (await this.#settled(entry, next)) {
          moved = true;
          continue;
        }
        break;
      }
      if (nonce === next && this.#accounts.get(account)?.[0] === entry) {
        moved = true;
        await this.#pass(entry, { madeUp: new Set() }).catch((error: unknown) => {
          if (error instanceof Web3Error) return this.#drop(entry, `the node refused it: ${error.message}`);
          entry.passedAt = undefined; // it never came there
          this.#insert(entry);
        });
        break;
      }
      if (Date.now() - entry.at < this.#options.heldMs) break;
      const seconds = Math.round(this.#options.heldMs / 1000);
      this.#drop(entry, `it waited ${seconds} s, and ${this.#waitsFor(entry, next)}`);
      moved = true;
    }
    return moved;
  }

  /** Whether one is done with: in a block, or no longer to be waited for. */
  async #settled(entry: Entry, next: bigint): Promise<boolean> {
    const { hash, nonce } = entry.transaction;
    if (isObject(await this.#node.request("eth_getTransactionReceipt", [hash]))) {
      this.#remove(entry);
      this.#event("mined", entry.transaction);
      return true;
    }
    const since = Date.now() - (entry.passedAt ?? entry.at);
    if (nonce < next) {
      // the receipt may come a moment after the count
      if (since < sentAgainMs / 5) return false;
      this.#drop(entry, `another transaction took its nonce ${nonce}`);
      return true;
    }
    if (Date.now() - entry.at >= this.#options.heldMs) {
      this.#drop(entry, `it was in no block after ${Math.round(this.#options.heldMs / 1000)} s`);
      return true;
    }
    if (since >= sentAgainMs) {
      entry.passedAt = Date.now();
      // what waits in the pool is refused again, which says nothing
      await this.#node.request("eth_sendRawTransaction", [entry.raw]).catch(() => undefined);
    }
    return false;
  }

  /** Ends it; what waits stays in the store. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#wake?.();
    for (const listeners of this.#settling.values()) for (const listener of listeners) listener();
    await this.#keep().catch(() => undefined); // what was written last stays
  }
}
