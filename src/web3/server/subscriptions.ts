import { randomBytes } from "node:crypto";
import { numberToHex } from "../../crypto/bytes/hex";
import { headForm, transactionForm } from "../blocks/blockForm";
import { type LogQuery, readLogQuery } from "../blocks/logs";
import type { AnswerContext } from "../model/answerContext";
import { isObject, shownValue } from "../model/values";
import { errorCodes, Web3Error } from "../model/web3Error";
import type { ProxyParts } from "../proxy/proxyParts";

type Subscription =
  | { readonly kind: "newHeads" | "syncing" }
  | { readonly kind: "newPendingTransactions"; readonly whole: boolean }
  | { readonly kind: "logs"; readonly query: LogQuery };

const maxOfSocket = 100;

/** Sends one notice to a subscriber. */
type Push = (text: string) => void;

/** A transaction of a block as a subscriber wants it: whole, or its hash. */
function transactionNotice(transaction: unknown, whole: boolean, context: AnswerContext): unknown {
  if (!isObject(transaction)) return transaction;
  return whole ? transactionForm(transaction, context) : transaction["hash"];
}

/** Subscriptions of one WebSocket. The node is asked for its height while there are some. */
export class Subscriptions {
  readonly #parts: ProxyParts;
  readonly #push: Push;
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #stop = new AbortController();
  #stopBlocks: (() => void) | undefined;
  #pushed: Promise<void> = Promise.resolve();

  constructor(parts: ProxyParts, push: Push) {
    this.#parts = parts;
    this.#push = push;
  }

  /** @returns the ID @throws Web3Error for what can't be subscribed to */
  subscribe([kind, filter]: readonly unknown[]): string {
    if (this.#subscriptions.size >= maxOfSocket)
      throw new Web3Error(errorCodes.limitExceeded, "too many subscriptions");
    const subscription = this.#read(kind, filter);
    const id = `0x${randomBytes(16).toString("hex")}`;
    this.#subscriptions.set(id, subscription);
    this.#stopBlocks ??= this.#parts.head.onBlock((number) => {
      // one block after the other, so that nothing overtakes
      this.#pushed = this.#pushed.then(() => this.#block(number));
    });
    return id;
  }

  #read(kind: unknown, filter: unknown): Subscription {
    if (kind === "logs") return { kind, query: readLogQuery(filter) };
    if (kind === "newPendingTransactions") return { kind, whole: filter === true };
    if (kind === "newHeads" || kind === "syncing") return { kind };
    throw new Web3Error(errorCodes.invalidParams, `no "${shownValue(kind)}" subscription in eth namespace`);
  }

  unsubscribe(id: unknown): boolean {
    const known = this.#subscriptions.delete(String(id));
    if (this.#subscriptions.size === 0) {
      this.#stopBlocks?.();
      this.#stopBlocks = undefined;
    }
    return known;
  }

  #notify(subscription: string, result: unknown): void {
    this.#push(JSON.stringify({ jsonrpc: "2.0", method: "eth_subscription", params: { subscription, result } }));
  }

  async #block(number: number): Promise<void> {
    const context: AnswerContext = { agent: "", signal: this.#stop.signal, madeUp: new Set() };
    const wantsWhole = [...this.#subscriptions.values()].some((each) => "whole" in each && each.whole);
    const block = await this.#parts.node
      .request("eth_getBlockByNumber", [numberToHex(number), wantsWhole], context.signal)
      .catch(() => undefined); // the node is gone for the moment: the subscriber asks for what it missed
    for (const [id, subscription] of this.#subscriptions) {
      if (!isObject(block) || context.signal.aborted) return;
      if (subscription.kind === "newHeads") this.#notify(id, headForm(block, context));
      if (subscription.kind === "newPendingTransactions" && Array.isArray(block["transactions"]))
        for (const each of block["transactions"])
          this.#notify(id, transactionNotice(each, subscription.whole, context));
      if (subscription.kind !== "logs") continue;
      const logs = await this.#parts.logs.between(subscription.query, number, number, context).catch(() => []);
      for (const log of logs) this.#notify(id, log);
    }
  }

  close(): void {
    this.#stop.abort();
    this.#stopBlocks?.();
    this.#subscriptions.clear();
  }
}
