import * as v from "valibot";
import { clientError, excerpt } from "../../errors/clientError";
import { phrase } from "../../text/catalogue";
import { inParallel } from "../../time/inParallel";
import type { ChainClient, RequestOptions } from "../client/client";
import { getBlockNumber, getBlockNumberMethod } from "./blocks";
import { callMethod, wireMethod } from "./wireMethod";
import { address, hash, hex } from "./wireSchemas";

const quantity = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]+$/, "expected a hex quantity"),
  v.transform((text) => Number(text)),
);

/** An event found by a filter. On the wire the numbers are hex quantities. */
export const logSchema = v.looseObject({
  address,
  blockHash: v.optional(hash),
  blockNumber: quantity,
  data: hex,
  /** Index inside the transaction's receipt, not the block. */
  logIndex: quantity,
  removed: v.optional(v.boolean()),
  topics: v.array(hex),
  transactionHash: hash,
  transactionIndex: quantity,
});

export type ChainLog = v.InferOutput<typeof logSchema>;

/** Filter id: opaque. */
export const filterIdSchema = v.pipe(v.string(), v.nonEmpty());

/** Which events are wanted. */
export interface LogFilter {
  /** First block; default 0. */
  fromBlock?: number;
  /** Last block, included; default the chain's height. */
  toBlock?: number;
  /** Contracts; none or empty means any. */
  addresses?: readonly string[];
  /** Up to four positions; each one topic, alternatives, or null for any. */
  topics?: readonly (string | readonly string[] | null)[];
}

/** The filter as a node wants it: all four members, hex numbers, lower-case hex (docs/protocol/json-rpc.md, "Filters"). */
export interface WireLogFilter {
  fromBlock: string;
  toBlock: string;
  address: string[];
  topics: (null | string[])[];
}

function lowerHex(method: string, parameter: string, text: string, digits: number): string {
  const body = text.replace(/^0x/i, "");
  if (body.length === digits && /^[0-9a-fA-F]+$/.test(body)) return `0x${body.toLowerCase()}`;
  throw clientError("wrongParameter", {
    method,
    parameter,
    form: digits === 40 ? phrase("an address of 0x and 40 hex digits") : phrase("a hash of 0x and 64 hex digits"),
    given: excerpt(text),
  });
}

function blockText(method: string, parameter: string, number: number): string {
  if (Number.isSafeInteger(number) && number >= 0) return `0x${number.toString(16)}`;
  throw clientError("wrongParameter", {
    method,
    parameter,
    form: phrase("a block number, 0 or more"),
    given: excerpt(number),
  });
}

/**
 * Checks the filter and writes it for the wire; an open end is `latest`.
 * @throws ChainError usage `wrongParameter`.
 */
export function wireLogFilter(method: string, filter: LogFilter): WireLogFilter {
  const { fromBlock = 0, toBlock, addresses = [], topics = [] } = filter;
  if (topics.length > 4) {
    throw clientError("wrongParameter", {
      method,
      parameter: "topics",
      form: phrase("at most four positions"),
      given: topics.length,
    });
  }
  return {
    fromBlock: blockText(method, "fromBlock", fromBlock),
    toBlock: toBlock === undefined ? "latest" : blockText(method, "toBlock", toBlock),
    address: addresses.map((address) => lowerHex(method, "address", address, 40)),
    topics: topics.map((position) => {
      if (position === null) return null;
      const alternatives = typeof position === "string" ? [position] : position;
      return alternatives.length === 0 ? null : alternatives.map((topic) => lowerHex(method, "topic", topic, 64));
    }),
  };
}

export const getLogsMethod = wireMethod("getLogs", { filter: "filter" }, v.array(logSchema), {
  leading: "group",
  since: "3.9.0",
});

export interface GetLogsOptions extends RequestOptions {
  /** What the node looks at in one request; more is silently left out. Nodes have 10 unless configured otherwise. */
  blocksPerRequest?: number;
  /** Told after each request: blocks done and blocks in all. */
  onProgress?: (done: number, all: number) => void;
}

/** Requests under way at once. */
const parallel = 4;

/** Heights of no chain: one with a block each second comes here after 136 years. */
const beyondChains = 2 ** 32;

/** The blocks that requests begin at. */
function* startsOf(first: number, last: number, step: number): Iterable<number> {
  for (let start = first; start <= last; start += step) yield start;
}

/** The height of the chain. @throws ChainError decode `unexpectedShape` where it is none that a chain has. */
async function newestBlock(client: ChainClient, options: RequestOptions): Promise<number> {
  const height = await getBlockNumber(client, options);
  if (height < beyondChains) return height;
  const { name: method } = getBlockNumberMethod;
  throw clientError("unexpectedShape", { method, path: "result", problem: `no chain has a block ${height}` });
}

/**
 * All matching events of the range in order, in as many requests as the node's silent limit of 10 blocks needs
 * (docs/protocol/guards.md). An open end is the height at the start of the call.
 * @throws ChainError usage `wrongParameter`, decode `unexpectedShape` for a height that no chain has.
 */
export async function getLogs(
  client: ChainClient,
  filter: LogFilter,
  options: GetLogsOptions = {},
): Promise<ChainLog[]> {
  const { blocksPerRequest = 10, onProgress, ...request } = options;
  const first = filter.fromBlock ?? 0;
  const last = filter.toBlock ?? (await newestBlock(client, request));
  wireLogFilter("getLogs", { ...filter, fromBlock: first, toBlock: last });
  if (last >= beyondChains)
    throw clientError("wrongParameter", {
      method: getLogsMethod.name,
      parameter: "toBlock",
      form: phrase("a block that a chain can have"),
      given: excerpt(last),
    });
  const all = last - first + 1;
  let done = 0;
  const pages = await inParallel(startsOf(first, last, blocksPerRequest), parallel, async (fromBlock) => {
    const toBlock = Math.min(fromBlock + blocksPerRequest - 1, last);
    const page = wireLogFilter("getLogs", { ...filter, fromBlock, toBlock });
    const found = await callMethod(client, getLogsMethod, [page], request);
    done += toBlock - fromBlock + 1;
    onProgress?.(done, all);
    return found;
  });
  return pages.flat();
}
