import { readLogs } from "../../chain/events/readLogs";
import {
  getBlockByHash,
  getBlockByNumber,
  getBlockHashByNumber,
  getBlockNumber as getBlockNumberOf,
  requireHash,
} from "../../chain/rpc/blocks";
import { getABI, getCode as getCodeOf } from "../../chain/rpc/contractCode";
import { getGroupList } from "../../chain/rpc/groups";
import { getObserverList, getSealerList } from "../../chain/rpc/members";
import {
  getPendingTxSize,
  getTotalTransactionCount,
  getTransaction as getTransactionOf,
  getTransactionReceipt,
} from "../../chain/rpc/transactions";
import { resolveTarget } from "../../chain/services/bfs/readLink";
import { clientError, excerpt } from "../../errors/clientError";
import type { Chain } from "./chain";
import type { Address, Block, BlockDetail, GroupNode, Hex, Log, Receipt, RequestOptions, Transaction } from "./records";

/**
 * Refuses what JavaScript passes in place of a query, such as a number alone, which would be taken for no query at all.
 * @throws ChainError usage `badQuery`
 */
function requireQuery(name: string, example: string, query: unknown, keys: readonly string[]): void {
  const isObject = typeof query === "object" && query !== null && !Array.isArray(query);
  if (isObject && Object.keys(query).every((key) => keys.includes(key))) return;
  const given = typeof query === "bigint" || typeof query === "symbol" ? String(query) : excerpt(query);
  throw clientError("badQuery", { function: name, example, given });
}

const requireHashQuery = (name: string, query: unknown): void => {
  requireQuery(name, '{ hash: "0x…" }', query, ["hash", "withProof"]);
};

/** Number of the newest block. */
export function getBlockNumber(chain: Chain, options?: RequestOptions): Promise<number> {
  return getBlockNumberOf(chain.client, options);
}

/** Which block. */
export interface BlockQuery<Detail extends BlockDetail = "hashes"> {
  /** Without number and hash: the newest. */
  readonly number?: number;
  readonly hash?: string;
  /** `header`, `hashes` (default), or `transactions`. */
  readonly detail?: Detail;
}

/**
 * A block.
 * @throws ChainError rpc 3006 for an unknown number, 3008 for an unknown hash, 3003 when its transactions are archived; usage `badQuery`
 * for what is no query
 */
export async function getBlock<const Detail extends BlockDetail = "hashes">(
  chain: Chain,
  query: BlockQuery<Detail> = {},
  options?: RequestOptions,
): Promise<Block<Detail>> {
  requireQuery("getBlock", "{ number: 12 }", query, ["number", "hash", "detail"]);
  const detail = (query.detail ?? "hashes") as Detail;
  const found =
    query.hash === undefined
      ? await getBlockByNumber(chain.client, query.number ?? (await getBlockNumber(chain, options)), detail, options)
      : await getBlockByHash(chain.client, query.hash, detail, options);
  return found as Block<Detail>;
}

/** Hash of the block of a number. @throws ChainError rpc 3006 for a number that the chain doesn't have */
export async function getBlockHash(chain: Chain, number: number, options?: RequestOptions): Promise<Hex> {
  return requireHash(await getBlockHashByNumber(chain.client, number, options), number);
}

/** What is asked of a transaction. */
export interface TransactionQuery {
  readonly hash: string;
  /** With its Merkle path (since 3.2). */
  readonly withProof?: boolean;
}

/** A committed transaction. @throws ChainError rpc 3008 while it waits, and when it is unknown */
export async function getTransaction(
  chain: Chain,
  query: TransactionQuery,
  options?: RequestOptions,
): Promise<Transaction> {
  requireHashQuery("getTransaction", query);
  return getTransactionOf(chain.client, query.hash, query.withProof ?? false, options);
}

/** The receipt of a committed transaction. @throws ChainError rpc 3008 while it waits, and when it is unknown */
export async function getReceipt(chain: Chain, query: TransactionQuery, options?: RequestOptions): Promise<Receipt> {
  requireHashQuery("getReceipt", query);
  return getTransactionReceipt(chain.client, query.hash, query.withProof ?? false, options);
}

/** Runtime code of a contract; `0x` for none. */
export async function getCode(chain: Chain, address: Address, options?: RequestOptions): Promise<Hex> {
  const code = await getCodeOf(chain.client, address, options);
  return code === "" ? "0x" : (`0x${code.replace(/^0x/, "")}` as Hex);
}

/** The ABI text that the chain keeps with a contract; empty when it keeps none. */
export function getAbi(chain: Chain, address: Address, options?: RequestOptions): Promise<string> {
  return getABI(chain.client, address, options);
}

/** Which events. */
export interface LogQuery {
  /** First block; default 0. */
  readonly fromBlock?: number;
  /** Last block, included; default the newest. */
  readonly toBlock?: number;
  /** Contracts; none means any. */
  readonly addresses?: readonly string[];
  /** Up to four positions: a topic, one of several, or null for any. */
  readonly topics?: readonly (string | readonly string[] | null)[];
}

/**
 * Events of a range of blocks, undecoded, in as many requests as the node's limit of ten blocks needs. Nodes before 3.9 push those of the
 * past, or their receipts are read.
 */
export async function getLogs(chain: Chain, query: LogQuery, options?: RequestOptions): Promise<Log[]> {
  const height = await getBlockNumber(chain, options);
  // What isn't there yet has no events, and would be asked for ten blocks at a time.
  const { fromBlock = 0, toBlock = height } = query;
  const range = { ...query, fromBlock, toBlock: Math.min(toBlock, height) };
  return [...(await readLogs({ client: chain.client, push: chain.pushes?.() }, range, options))];
}

/** Groups of the node. */
export function getGroups(chain: Chain, options?: RequestOptions): Promise<string[]> {
  return getGroupList(chain.client, options);
}

/** The nodes that make blocks. */
export function getSealers(chain: Chain, options?: RequestOptions): Promise<GroupNode[]> {
  return getSealerList(chain.client, options);
}

/** Node IDs of those that only follow. */
export function getObservers(chain: Chain, options?: RequestOptions): Promise<string[]> {
  return getObserverList(chain.client, options);
}

/** Transactions that wait for a block. */
export function getPendingCount(chain: Chain, options?: RequestOptions): Promise<number> {
  return getPendingTxSize(chain.client, options);
}

/** How many transactions the chain holds, and how many of them failed. */
export async function getTransactionCount(
  chain: Chain,
  options?: RequestOptions,
): Promise<{ readonly all: number; readonly failed: number; readonly blockNumber: number }> {
  const { transactionCount, failedTransactionCount, blockNumber } = await getTotalTransactionCount(
    chain.client,
    options,
  );
  return { all: transactionCount, failed: failedTransactionCount, blockNumber };
}

/**
 * The address behind an address or a path of the chain's file system (`/apps/Hello/1.0`): no node resolves links by itself.
 * @throws ChainError usage `notALink`, `badTarget`
 */
export function resolveAddress(chain: Chain, target: string, options?: RequestOptions): Promise<Address> {
  return resolveTarget(chain, target, options);
}
