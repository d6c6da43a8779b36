import { randomBytes } from "node:crypto";
import { numberToHex } from "../../crypto/bytes/hex";
import type { AnswerContext } from "../model/answerContext";
import { isObject, type JsonObject } from "../model/values";
import { errorCodes, Web3Error } from "../model/web3Error";
import type { Web3Node } from "../model/web3Node";
import type { Head } from "./head";
import type { LogQuery, Logs } from "./logs";

/** A filter that isn't asked about for this long is forgotten, as on a node. */
const idleLimitMs = 300_000;
const maxFilters = 1000;
/** Blocks whose hashes one answer has. */
const maxBlocks = 1000;

type Filter = { next: number; usedAt: number } & (
  | { readonly kind: "logs"; readonly query: LogQuery }
  | { readonly kind: "blocks" | "transactions" }
);

/**
 * Filters of `eth_newFilter` and its kin. They are kept here, not on the node: its own look at ten blocks a time, and end with the
 * connection to another node.
 */
export class Filters {
  readonly #filters = new Map<string, Filter>();
  readonly #node: Web3Node;
  readonly #head: Head;
  readonly #logs: Logs;

  constructor(node: Web3Node, head: Head, logs: Logs) {
    this.#node = node;
    this.#head = head;
    this.#logs = logs;
  }

  #add(filter: Filter, { madeUp }: AnswerContext): string {
    madeUp.add("filter");
    const oldest = Date.now() - idleLimitMs;
    for (const [id, { usedAt }] of this.#filters) if (usedAt < oldest) this.#filters.delete(id);
    if (this.#filters.size >= maxFilters) throw new Web3Error(errorCodes.limitExceeded, "too many filters");
    const id = `0x${randomBytes(16).toString("hex").replace(/^0+/, "") || "1"}`;
    this.#filters.set(id, filter);
    return id;
  }

  /** @returns its ID @throws Web3Error where there are too many; what asking throws */
  async addLogs(query: LogQuery, context: AnswerContext): Promise<string> {
    const head = await this.#head.height();
    const next = query.from.kind === "number" ? query.from.number : head + 1;
    return this.#add({ kind: "logs", query, next, usedAt: Date.now() }, context);
  }

  /** Of blocks, or of the transactions in them: a node tells of none before. */
  async add(kind: "blocks" | "transactions", context: AnswerContext): Promise<string> {
    return this.#add({ kind, next: (await this.#head.height()) + 1, usedAt: Date.now() }, context);
  }

  remove(id: unknown): boolean {
    return this.#filters.delete(String(id));
  }

  #find(id: unknown): Filter {
    const filter = this.#filters.get(String(id));
    if (!filter) throw new Web3Error(errorCodes.server, "filter not found");
    filter.usedAt = Date.now();
    return filter;
  }

  /** All logs of a filter. @throws Web3Error for one that isn't there; what asking throws */
  async logs(id: unknown, context: AnswerContext): Promise<JsonObject[]> {
    const filter = this.#find(id);
    if (filter.kind !== "logs") throw new Web3Error(errorCodes.server, "filter not found");
    return this.#logs.find(filter.query, context);
  }

  /** What is new since the last question. @throws as `logs` */
  async changes(id: unknown, context: AnswerContext): Promise<unknown[]> {
    const filter = this.#find(id);
    const head = await this.#head.height();
    const from = filter.next;
    if (filter.kind === "logs") {
      const { to } = filter.query;
      const last = to.kind === "number" ? Math.min(head, to.number) : head;
      const found = await this.#logs.between(filter.query, from, last, context);
      filter.next = Math.max(filter.next, head + 1);
      return found;
    }
    const last = Math.min(head, from + maxBlocks - 1);
    const found: unknown[] = [];
    for (let number = from; number <= last; number++) {
      const block = await this.#node.request("eth_getBlockByNumber", [numberToHex(number), false], context.signal);
      if (!isObject(block)) continue;
      if (filter.kind === "blocks") found.push(block["hash"]);
      else if (Array.isArray(block["transactions"])) found.push(...block["transactions"]);
    }
    filter.next = Math.max(filter.next, last + 1);
    return found;
  }
}
