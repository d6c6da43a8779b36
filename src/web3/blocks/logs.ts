import { numberToHex } from "../../crypto/bytes/hex";
import { inParallel } from "../../time/inParallel";
import type { AnswerContext } from "../model/answerContext";
import {
  type BlockReference,
  isObject,
  type JsonObject,
  numberOf,
  readAddress,
  readBlockReference,
  readHash,
} from "../model/values";
import { errorCodes, invalidParams, Web3Error } from "../model/web3Error";
import type { Web3Node } from "../model/web3Node";
import type { Head } from "./head";
import type { Receipts } from "./receipts";

/** Addresses, or topics of one position, that a query may name. */
const maxNames = 1000;

/** Which logs are wanted. Every member may be left out. */
export interface LogQuery {
  readonly from: BlockReference;
  readonly to: BlockReference;
  /** Instead of a range. */
  readonly blockHash: string | undefined;
  /** Empty: any. */
  readonly addresses: readonly string[];
  /** For each position the accepted topics; null accepts any. */
  readonly topics: readonly (readonly string[] | null)[];
}

function names<Name>(value: unknown, what: string, read: (value: unknown, name: string) => Name): Name[] {
  if (value === undefined || value === null) return [];
  const list = Array.isArray(value) ? value : [value];
  if (list.length > maxNames) throw new Web3Error(errorCodes.limitExceeded, `${what}: more than ${maxNames} values`);
  return list.map((each) => read(each, what));
}

/** @throws Web3Error −32602 */
export function readLogQuery(filter: unknown): LogQuery {
  const given = filter === undefined || filter === null ? {} : filter;
  if (!isObject(given)) throw invalidParams("invalid argument: a filter must be an object");
  const { fromBlock, toBlock, blockHash, address, topics } = given;
  const hash = blockHash === undefined || blockHash === null ? undefined : readHash(blockHash, "blockHash");
  if (hash !== undefined && (fromBlock ?? toBlock) !== undefined)
    throw invalidParams("cannot specify both blockHash and fromBlock/toBlock, choose one or the other");
  if (topics !== undefined && topics !== null && !Array.isArray(topics))
    throw invalidParams("invalid argument topics: not a list");
  const positions: readonly unknown[] = Array.isArray(topics) ? topics : [];
  if (positions.length > 4) throw invalidParams("exceed max topics");
  return {
    from: readBlockReference(fromBlock, "fromBlock"),
    to: readBlockReference(toBlock, "toBlock"),
    blockHash: hash,
    addresses: names(address, "address", readAddress),
    topics: positions.map((position) => {
      const accepted = names(position, "topics", (topic, name) => (topic === null ? undefined : readHash(topic, name)));
      // a null among alternatives takes anything, as no alternatives do
      const known = accepted.flatMap((topic) => topic ?? []);
      return accepted.length === 0 || known.length < accepted.length ? null : known;
    }),
  };
}

/** Whether a log is one of those that a query names, wherever it is. */
function matches({ addresses, topics }: LogQuery, log: Readonly<Record<string, unknown>>): boolean {
  const own = Array.isArray(log["topics"]) ? log["topics"].map((topic) => String(topic).toLowerCase()) : [];
  if (addresses.length > 0 && !addresses.includes(String(log["address"]).toLowerCase())) return false;
  if (topics.length > own.length) return false;
  return topics.every((accepted, position) => accepted === null || accepted.includes(own[position] ?? ""));
}

/** An index of the chain's events (docs/history.md), which answers long ranges at once. */
export interface LogIndex {
  /**
   * The blocks in which there are logs that a query names, of a range, and the hash of its last block; undefined where the index doesn't
   * have all blocks of it.
   * @param addresses in lower case; empty: any
   */
  blocksWith(range: {
    readonly from: number;
    readonly to: number;
    readonly addresses: readonly string[];
    readonly topics: LogQuery["topics"];
  }): Promise<{ readonly blocks: readonly number[]; readonly lastHash: string } | undefined>;
}

/** What one answer may cost. */
const max = {
  /** Logs in one answer, as large providers have it. */
  logs: 20_000,
  /** Questions to the node for one range. */
  requests: 20_000,
};
/** Ranges that are asked for at once. */
const atOnce = 4;
/** Ranges of so many blocks are worth asking an index. */
const indexedFrom = 50;

/** Logs of any range, though a node looks at a few blocks at a time and leaves the rest out without a word. */
export class Logs {
  readonly #node: Web3Node;
  readonly #head: Head;
  readonly #receipts: Receipts;
  readonly #blocksAtOnce: number;
  readonly #index: LogIndex | undefined;

  /** @param blocksAtOnce the node's `filter_max_process_block` */
  constructor(node: Web3Node, head: Head, receipts: Receipts, blocksAtOnce: number, index?: LogIndex) {
    this.#node = node;
    this.#head = head;
    this.#receipts = receipts;
    this.#blocksAtOnce = blocksAtOnce;
    this.#index = index;
  }

  async #numberOf(reference: BlockReference, head: number, signal: AbortSignal): Promise<number> {
    if (reference.kind === "number") return reference.number;
    if (reference.kind !== "hash") return head;
    return this.#numberOfHash(reference.hash, signal);
  }

  async #numberOfHash(hash: string, signal: AbortSignal): Promise<number> {
    const block = await this.#node.request("eth_getBlockByHash", [hash, false], signal);
    if (!isObject(block)) throw new Web3Error(errorCodes.server, "unknown block");
    return numberOf(block["number"]);
  }

  /** All logs that a query names, in the chain's order. @throws Web3Error, ChainError */
  async find(query: LogQuery, context: AnswerContext): Promise<JsonObject[]> {
    const { signal } = context;
    const head = await this.#head.height();
    if (query.blockHash !== undefined) {
      const number = await this.#numberOfHash(query.blockHash, signal);
      return this.between(query, number, number, context);
    }
    const from = await this.#numberOf(query.from, head, signal);
    const to = await this.#numberOf(query.to, head, signal);
    if (to < from && query.to.kind === "number") throw invalidParams("invalid block range params");
    return this.between(query, from, Math.min(to, head), context);
  }

  /** The same of a range with both ends. @throws Web3Error, ChainError */
  async between(query: LogQuery, from: number, to: number, context: AnswerContext): Promise<JsonObject[]> {
    if (to < from) return [];
    const ranges = (await this.#indexedRanges(query, from, to, context)) ?? this.#ranges(from, to);
    if (ranges.length > max.requests)
      throw new Web3Error(
        errorCodes.limitExceeded,
        `query exceeds the range of ${max.requests * this.#blocksAtOnce} blocks: ask for less at a time`,
      );
    if (ranges.length > 1) context.madeUp.add("chunked-logs");
    let count = 0;
    const found = await inParallel(ranges, atOnce, async (range) => {
      context.signal.throwIfAborted();
      const logs = await this.#range(query, range, context.signal);
      count += logs.length;
      if (count > max.logs)
        throw new Web3Error(errorCodes.limitExceeded, `query returned more than ${max.logs} results`);
      return logs;
    });
    return this.#placed(found.flat(), context);
  }

  #ranges(from: number, to: number): [number, number][] {
    const ranges: [number, number][] = [];
    for (let first = from; first <= to && ranges.length <= max.requests; first += this.#blocksAtOnce)
      ranges.push([first, Math.min(to, first + this.#blocksAtOnce - 1)]);
    return ranges;
  }

  /** Ranges of the blocks that an index names: the node is asked for their logs, which the index doesn't prove. */
  async #indexedRanges(
    { addresses, topics }: LogQuery,
    from: number,
    to: number,
    { madeUp, signal }: AnswerContext,
  ): Promise<[number, number][] | undefined> {
    if (!this.#index || to - from < indexedFrom) return undefined;
    const indexed = await this.#index.blocksWith({ from, to, addresses, topics }).catch(() => undefined);
    if (!indexed) return undefined;
    // an index of another chain knows nothing of this one
    const last = await this.#node.request("eth_getBlockByNumber", [numberToHex(to), false], signal);
    if (!isObject(last) || last["hash"] !== indexed.lastHash) return undefined;
    const { blocks } = indexed;
    madeUp.add("index");
    const ranges: [number, number][] = [];
    for (const block of [...blocks].sort((a, b) => a - b)) {
      const last = ranges.at(-1);
      if (last && block < last[0] + this.#blocksAtOnce) last[1] = block;
      else ranges.push([block, block]);
    }
    return ranges;
  }

  async #range(query: LogQuery, [from, to]: [number, number], signal: AbortSignal): Promise<JsonObject[]> {
    const filter = {
      fromBlock: numberToHex(from),
      toBlock: numberToHex(to),
      address: query.addresses,
      topics: query.topics,
    };
    const logs = await this.#node.request("eth_getLogs", [filter], signal);
    if (!Array.isArray(logs)) throw new Web3Error(errorCodes.internal, "the node gave no list of logs");
    return logs.filter((log): log is JsonObject => isObject(log) && matches(query, log));
  }

  /** A node counts logs in their transaction; tools tell them apart by their number in the block, which receipts have. */
  async #placed(logs: readonly JsonObject[], context: AnswerContext): Promise<JsonObject[]> {
    const hashes = [...new Set(logs.filter((log) => log["transactionIndex"] !== "0x0").map(hashOf))];
    const receipts = await inParallel(hashes, atOnce, (hash) => this.#receipts.ofTransaction(hash, context));
    const first = new Map(
      receipts.map((receipt, index) => {
        const own = receipt?.["logs"];
        const [log] = Array.isArray(own) ? own : [];
        return [hashes[index], isObject(log) ? numberOf(log["logIndex"]) : 0] as const;
      }),
    );
    return logs.map((log) => {
      const before = first.get(hashOf(log)) ?? 0;
      if (before === 0) return log;
      context.madeUp.add("log-index");
      return { ...log, logIndex: numberToHex(before + numberOf(log["logIndex"])) };
    });
  }
}

const hashOf = (log: JsonObject): string => String(log["transactionHash"]);
