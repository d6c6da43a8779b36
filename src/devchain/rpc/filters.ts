import { bytesToHex, bytesToHexDigits, hexToBytes, numberToHex } from "../../crypto/bytes/hex";
import { atLeast } from "../../text/versions";
import { invalidParams, type RpcError } from "../errors/rpcError";
import type { Group } from "../ledger/group";
import type { BlockRecord, LogRecord } from "../records/blockRecord";
import type { WireValue } from "./jsonText";
import { requireBody } from "./requireBody";
import { asItems, asMembers, asQuantity, asText, isObject } from "./wireConversions";

/** Blocks that one query looks at (`[rpc] filter_max_process_block`). */
const blocksAtOnce = 10;
/** A filter that isn't asked about for this long is forgotten (`[rpc] filter_timeout`). */
const idleLimitMs = 300_000;

/** What a log query asks for (json-rpc.md, "Filters"). */
interface LogQuery {
  /** `undefined` is the latest block at the time of asking. Below 0 when the request overflowed. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly blockHash: string | undefined;
  readonly addresses: ReadonlySet<string>;
  /** For each position the accepted topics; `undefined` accepts any. */
  readonly topics: readonly (ReadonlySet<string> | undefined)[];
}

const latestTags = new Set(["", "latest", "pending", "safe", "finalized"]);

/**
 * The height that a text names; `undefined` is the latest. A height that 63 bits cannot hold turns negative.
 * @throws RpcError −32602 for what is neither a tag nor hex, ConversionError beyond 64 bits.
 */
export function blockTag(text: string): number | undefined {
  if (latestTags.has(text)) return undefined;
  if (text === "earliest") return 0;
  if (!/^0x[0-9a-fA-F]+$/.test(text)) throw invalidParams(`Invalid Block Number: ${text}`);
  return Number(BigInt.asIntN(64, asQuantity(text)));
}

/** One text or many; anything single counts as its text. @throws ConversionError for objects. */
const texts = (value: WireValue): Set<string> => new Set((Array.isArray(value) ? value : [value]).map(asText));

/** How many positions the topics have to a node, which counts an object's members too. */
const positionCount = (value: WireValue): number =>
  Array.isArray(value) ? value.length : isObject(value) ? Object.keys(value).length : 0;

/** Who asks for logs: the program version that is imitated, and how a bad filter is answered. */
interface LogQueryStyle {
  readonly nodeVersion: string;
  readonly filterError?: (message: string) => RpcError;
}

/**
 * Addresses are compared in lower case from program version 3.14 on, before as they were written (json-rpc.md, "Filters").
 * @throws RpcError of `filterError` for a missing member, ConversionError for one of a type that cannot be meant.
 */
export function readLogQuery(
  filter: WireValue | undefined,
  { nodeVersion, filterError = invalidParams }: LogQueryStyle,
): LogQuery {
  const members = asMembers(filter);
  const member = (name: string): WireValue => {
    const value = members[name];
    if (value === undefined || value === null) throw filterError(`${name} is null`);
    return value;
  };
  const [fromValue, toValue] = [member("fromBlock"), member("toBlock")];
  const address = member("address");
  const topicList = member("topics");
  const from = blockTag(asText(fromValue));
  const to = blockTag(asText(toValue));
  const written = texts(address);
  const addresses = atLeast(nodeVersion, "3.14.0") ? new Set([...written].map((text) => text.toLowerCase())) : written;
  if (positionCount(topicList) > 4) throw filterError("exceed max topics");
  const topics = asItems(topicList).map((topic) =>
    topic === null || (Array.isArray(topic) && topic.length === 0) ? undefined : texts(topic),
  );
  const blockHash = members["blockhash"];
  return {
    from,
    to,
    blockHash: blockHash === undefined || blockHash === null ? undefined : asText(blockHash),
    addresses,
    topics,
  };
}

/** @throws RpcError of `filterError` for a range that runs backwards or below 0. */
export function requireRange({ from, to }: LogQuery, filterError: (message: string) => RpcError = invalidParams): void {
  const negative = (from ?? 0) < 0 || (to ?? 0) < 0;
  if (negative || (to !== undefined && (from === undefined || to < from))) {
    throw filterError("invalid block range params");
  }
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
        blockNumber: numberToHex(block.header.number),
        data: bytesToHex(log.data),
        logIndex: numberToHex(logIndex),
        removed: false,
        topics: log.topics.map(bytesToHex),
        transactionHash: bytesToHex((block.transactions[transactionIndex] as { hash: Uint8Array }).hash),
        transactionIndex: numberToHex(transactionIndex),
      });
    });
  });
  return found;
}

/**
 * Runs a query over at most ten blocks from its start; the rest is silently left out, as a node does. A query for one block has no range.
 * @throws RpcError of `filterError` for a block that is not there, and for a range as `requireRange`.
 */
export function queryLogs(
  group: Group,
  query: LogQuery,
  filterError: (message: string) => RpcError = invalidParams,
): unknown[] {
  const head = group.blocks.head;
  if (query.blockHash !== undefined && query.blockHash !== "") {
    const digits = query.blockHash.replace(/^0[xX]/, "");
    const known = digits.length <= 64 && /^(?:[0-9a-fA-F]{2})*$/.test(digits);
    const number = known ? group.blocks.numberOf(hexToBytes(`0x${digits.padStart(64, "0")}`)) : undefined;
    if (number === undefined) throw filterError("unknown block");
    requireBody(group, number);
    return blockLogs(query, group.blocks.block(number));
  }
  requireRange(query, filterError);
  const from = query.from ?? head;
  return logsBetween(group, query, from, Math.min(query.to ?? head, head, from + blocksAtOnce - 1));
}

function logsBetween(group: Group, query: LogQuery, from: number, to: number): unknown[] {
  const logs: unknown[] = [];
  for (let number = from; number <= to; number++) requireBody(group, number);
  for (let number = from; number <= to; number++) logs.push(...blockLogs(query, group.blocks.block(number)));
  return logs;
}

/**
 * The block that a reader looks at next when its chain has gone back: what is made then is new to who had seen the blocks that are gone
 * (docs/devchain.md, "The dev_ methods"). One that waits for a block that never was, and one behind all that is gone, stay where they are.
 */
export function nextAfterRewind(next: number, from: number | undefined, head: number, before: number): number {
  if (next > before + 1 || next <= head + 1) return next;
  return Math.max(head + 1, from ?? 0);
}

type Filter = { group: Group; next: number; usedAt: number } & (
  | { kind: "blocks" }
  | { kind: "transactions" }
  | { kind: "logs"; query: LogQuery }
);

/** The number that a filter's id means: what is no hex means 0, which no filter has. */
function filterNumber(id: string): bigint {
  const digits = id.replace(/^0[xX]/, "");
  return /^[0-9a-fA-F]+$/.test(digits) ? BigInt(`0x${digits}`) : 0n;
}

/** Where a filter is kept: by the group's name as it was given when it was made, and its number. */
const keyOf = (groupName: string, id: string): string => `${groupName} ${filterNumber(id)}`;

/** The filters of one port, by their random ids. */
export class FilterSystem {
  readonly #filters = new Map<string, Filter>();
  /** Groups whose going back it hears of. */
  readonly #followed = new Set<Group>();

  #add(filter: Filter, groupName: string): string {
    this.#forgetIdle();
    if (!this.#followed.has(filter.group)) this.#follow(filter.group);
    let id: string;
    do {
      const random = crypto.getRandomValues(new Uint8Array(8));
      id = `0x${bytesToHexDigits(random).replace(/^0+/, "") || "1"}`;
    } while (this.#filters.has(keyOf(groupName, id)));
    this.#filters.set(keyOf(groupName, id), filter);
    return id;
  }

  #follow(group: Group): void {
    this.#followed.add(group);
    group.on("rewound", (head, before) => {
      for (const filter of this.#filters.values()) {
        if (filter.group !== group) continue;
        const from = filter.kind === "logs" ? filter.query.from : undefined;
        filter.next = nextAfterRewind(filter.next, from, head, before);
      }
    });
  }

  #forgetIdle(): void {
    const oldest = Date.now() - idleLimitMs;
    for (const [key, filter] of this.#filters) if (filter.usedAt < oldest) this.#filters.delete(key);
  }

  addBlocks(group: Group, groupName = group.id): string {
    return this.#add({ kind: "blocks", group, next: group.blocks.head + 1, usedAt: Date.now() }, groupName);
  }

  addTransactions(group: Group, groupName = group.id): string {
    return this.#add({ kind: "transactions", group, next: group.blocks.head + 1, usedAt: Date.now() }, groupName);
  }

  addLogs(group: Group, query: LogQuery, groupName = group.id): string {
    const next = query.from ?? group.blocks.head + 1;
    return this.#add({ kind: "logs", group, query, next, usedAt: Date.now() }, groupName);
  }

  remove(id: string, groupName: string): boolean {
    return this.#filters.delete(keyOf(groupName, id));
  }

  #find(id: string, groupName: string): Filter | undefined {
    this.#forgetIdle();
    const filter = this.#filters.get(keyOf(groupName, id));
    if (filter) filter.usedAt = Date.now();
    return filter;
  }

  /** What happened since the last asking; `undefined` when there is no such filter. */
  changes(id: string, groupName: string): unknown[] | undefined {
    const filter = this.#find(id, groupName);
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
  logs(id: string, groupName: string): unknown[] | undefined {
    const filter = this.#find(id, groupName);
    return filter?.kind === "logs" ? queryLogs(filter.group, filter.query) : undefined;
  }
}
