import { bytesToHex, bytesToHexDigits, hexToBytes } from "../../crypto/hex";
import { requireBody } from "../archive/requireBody";
import type { BlockRecord, LogRecord } from "../ledger/blockRecord";
import type { Group } from "../ledger/group";
import type { WireObject, WireValue } from "./jsonText";
import { invalidParams, type RpcError } from "./rpcError";

/** Blocks that one query looks at (`[rpc] filter_max_process_block`). */
const blocksAtOnce = 10;
/** A filter that nobody asks about for this long is forgotten (`[rpc] filter_timeout`). */
const idleLimitMs = 300_000;

/** What a log query asks for (json-rpc.md §9). */
export interface LogQuery {
  /** `undefined` is the latest block at the time of asking. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly blockHash: string | undefined;
  readonly addresses: ReadonlySet<string>;
  /** For each position the accepted topics; `undefined` accepts any. */
  readonly topics: readonly (ReadonlySet<string> | undefined)[];
}

const latestTags = new Set(["", "latest", "pending", "safe", "finalized"]);

function blockTag(value: WireValue): number | undefined {
  const text = typeof value === "string" ? value : String(value);
  if (typeof value === "string" && latestTags.has(text)) return undefined;
  if (text === "earliest") return 0;
  if (!/^0x[0-9a-fA-F]+$/.test(text)) throw invalidParams(`Invalid Block Number: ${text}`);
  return Number.parseInt(text, 16);
}

const texts = (value: WireValue): string[] =>
  (Array.isArray(value) ? value : [value]).filter((item) => typeof item === "string");

/** @throws RpcError −32602 for a missing member or a range that runs backwards. */
export function readLogQuery(filter: WireObject, filterError: (message: string) => RpcError = invalidParams): LogQuery {
  const member = (name: string): WireValue => {
    const value = filter[name];
    if (value === undefined || value === null) throw filterError(`${name} is null`);
    return value;
  };
  const [fromValue, toValue] = [member("fromBlock"), member("toBlock")];
  const address = member("address");
  const topicList = member("topics");
  const from = blockTag(fromValue);
  const to = blockTag(toValue);
  if (to !== undefined && (from === undefined || to < from)) throw filterError("invalid block range params");
  const positions = Array.isArray(topicList) ? topicList : [];
  if (positions.length > 4) throw invalidParams("exceed max topics");
  return {
    from,
    to,
    blockHash: typeof filter["blockhash"] === "string" ? filter["blockhash"] : undefined,
    addresses: new Set(texts(address)),
    topics: positions.map((topic) =>
      topic === null || (Array.isArray(topic) && topic.length === 0) ? undefined : new Set(texts(topic)),
    ),
  };
}

function matches(query: LogQuery, log: LogRecord): boolean {
  if (query.addresses.size > 0 && !query.addresses.has(`0x${log.address}`)) return false;
  if (query.topics.length > log.topics.length) return false;
  return query.topics.every(
    (accepted, index) => !accepted || accepted.has(bytesToHex(log.topics[index] as Uint8Array)),
  );
}

/** Logs of one block that a query wants, all quantities as hex. */
function blockLogs(query: LogQuery, block: BlockRecord): unknown[] {
  const found: unknown[] = [];
  block.receipts.forEach((receipt, transactionIndex) => {
    if (receipt.status !== 0) return;
    receipt.logs.forEach((log, logIndex) => {
      if (!matches(query, log)) return;
      found.push({
        address: `0x${log.address}`,
        blockHash: bytesToHex(block.header.hash),
        blockNumber: `0x${block.header.number.toString(16)}`,
        data: bytesToHex(log.data),
        logIndex: `0x${logIndex.toString(16)}`,
        removed: false,
        topics: log.topics.map(bytesToHex),
        transactionHash: bytesToHex((block.transactions[transactionIndex] as { hash: Uint8Array }).hash),
        transactionIndex: `0x${transactionIndex.toString(16)}`,
      });
    });
  });
  return found;
}

/** Runs a query over at most ten blocks from its start; the rest is silently left out, as a node does. */
export function queryLogs(group: Group, query: LogQuery): unknown[] {
  const head = group.blocks.head;
  if (query.blockHash !== undefined) {
    const number = /^0x[0-9a-f]{64}$/i.test(query.blockHash)
      ? group.blocks.numberOf(hexToBytes(query.blockHash))
      : undefined;
    if (number === undefined) throw invalidParams("unknown block");
    requireBody(group, number);
    return blockLogs(query, group.blocks.block(number));
  }
  const from = query.from ?? head;
  return logsBetween(group, query, from, Math.min(query.to ?? head, head, from + blocksAtOnce - 1));
}

function logsBetween(group: Group, query: LogQuery, from: number, to: number): unknown[] {
  const logs: unknown[] = [];
  for (let number = from; number <= to; number++) requireBody(group, number);
  for (let number = from; number <= to; number++) logs.push(...blockLogs(query, group.blocks.block(number)));
  return logs;
}

type Filter = { group: Group; next: number; usedAt: number } & (
  | { kind: "blocks" }
  | { kind: "transactions" }
  | { kind: "logs"; query: LogQuery }
);

/** The filters of one port, by their random ids. */
export class FilterSystem {
  readonly #filters = new Map<string, Filter>();

  #add(filter: Filter): string {
    this.#forgetIdle();
    let id: string;
    do {
      const random = crypto.getRandomValues(new Uint8Array(8));
      id = `0x${bytesToHexDigits(random).replace(/^0+/, "") || "1"}`;
    } while (this.#filters.has(id));
    this.#filters.set(id, filter);
    return id;
  }

  #forgetIdle(): void {
    const oldest = Date.now() - idleLimitMs;
    for (const [id, filter] of this.#filters) if (filter.usedAt < oldest) this.#filters.delete(id);
  }

  addBlocks(group: Group): string {
    return this.#add({ kind: "blocks", group, next: group.blocks.head + 1, usedAt: Date.now() });
  }

  addTransactions(group: Group): string {
    return this.#add({ kind: "transactions", group, next: group.blocks.head + 1, usedAt: Date.now() });
  }

  addLogs(group: Group, query: LogQuery): string {
    return this.#add({ kind: "logs", group, query, next: query.from ?? group.blocks.head + 1, usedAt: Date.now() });
  }

  remove(id: string): boolean {
    return this.#filters.delete(id);
  }

  #find(id: string): Filter | undefined {
    this.#forgetIdle();
    const filter = this.#filters.get(id);
    if (filter) filter.usedAt = Date.now();
    return filter;
  }

  /** What happened since the last asking; `undefined` when there is no such filter. */
  changes(id: string): unknown[] | undefined {
    const filter = this.#find(id);
    if (!filter) return undefined;
    const { blocks } = filter.group;
    const last = Math.min(blocks.head, filter.next + blocksAtOnce - 1);
    const from = filter.next;
    filter.next = Math.max(filter.next, last + 1);
    if (filter.kind === "logs") {
      return logsBetween(filter.group, filter.query, from, Math.min(last, filter.query.to ?? last));
    }
    const found: unknown[] = [];
    for (let number = from; number <= last; number++) {
      const block = blocks.block(number);
      if (filter.kind === "blocks") found.push(bytesToHex(block.header.hash));
      else found.push(...block.transactions.map(({ hash }) => bytesToHex(hash)));
    }
    return found;
  }

  /** All logs of a log filter; `undefined` when there is no such log filter. */
  logs(id: string): unknown[] | undefined {
    const filter = this.#find(id);
    return filter?.kind === "logs" ? queryLogs(filter.group, filter.query) : undefined;
  }
}
