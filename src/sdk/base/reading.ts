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

/**
 * Number of the newest block.
 * @returns 0 on a chain that has its first block alone
 * @example
 * ```ts
 * console.log(await getBlockNumber(chain)); // 12
 * ```
 */
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
 * @param query number or hash, and how much of its transactions; default the newest
 * @returns the block
 * @throws ChainError rpc 3006 for an unknown number, 3008 for an unknown hash, 3003 when its transactions are archived; usage `badQuery`
 * for what is no query
 * @example
 * ```ts
 * const { timestamp, transactions } = await getBlock(chain, { number: 12, detail: "transactions" });
 * console.log(new Date(timestamp), transactions.map(({ from }) => from));
 * ```
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

/**
 * Hash of the block of a number.
 * @returns 32 bytes in hex
 * @throws ChainError rpc 3006 for a number that the chain doesn't have
 * @example
 * ```ts
 * const hash = await getBlockHash(chain, 12);
 * console.log((await getBlock(chain, { hash })).number); // 12
 * ```
 */
export async function getBlockHash(chain: Chain, number: number, options?: RequestOptions): Promise<Hex> {
  return requireHash(await getBlockHashByNumber(chain.client, number, options), number);
}

/** What is asked of a transaction. */
export interface TransactionQuery {
  readonly hash: string;
  /** With its Merkle path (since 3.2). */
  readonly withProof?: boolean;
}

/**
 * A committed transaction.
 * @param query its hash
 * @returns the transaction
 * @throws ChainError rpc 3008 while it waits, and when it is unknown
 * @example
 * ```ts
 * const { from, to, input } = await getTransaction(chain, { hash });
 * console.log(from, to, input);
 * ```
 */
export async function getTransaction(
  chain: Chain,
  query: TransactionQuery,
  options?: RequestOptions,
): Promise<Transaction> {
  requireHashQuery("getTransaction", query);
  return getTransactionOf(chain.client, query.hash, query.withProof ?? false, options);
}

/**
 * The receipt of a committed transaction.
 * @param query the hash of its transaction
 * @returns the receipt; `status` 0 means that it succeeded
 * @throws ChainError rpc 3008 while it waits, and when it is unknown
 * @example
 * ```ts
 * const { status, gasUsed, logEntries } = await getReceipt(chain, { hash });
 * console.log(status === 0, gasUsed, logEntries.length);
 * ```
 */
export async function getReceipt(chain: Chain, query: TransactionQuery, options?: RequestOptions): Promise<Receipt> {
  requireHashQuery("getReceipt", query);
  return getTransactionReceipt(chain.client, query.hash, query.withProof ?? false, options);
}

/**
 * Runtime code of a contract; `0x` for none.
 * @returns hex
 * @example
 * ```ts
 * console.log((await getCode(chain, address)) === "0x"); // true where there is no contract
 * ```
 */
export async function getCode(chain: Chain, address: Address, options?: RequestOptions): Promise<Hex> {
  const code = await getCodeOf(chain.client, address, options);
  return code === "" ? "0x" : (`0x${code.replace(/^0x/, "")}` as Hex);
}

/**
 * The ABI text that the chain keeps with a contract; empty when it keeps none.
 * @returns JSON, as it was deployed with
 * @example
 * ```ts
 * const text = await getAbi(chain, address);
 * const abi = text === "" ? [] : (JSON.parse(text) as unknown[]);
 * console.log(abi.length);
 * ```
 */
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
 * @param query blocks, contracts, and topics
 * @returns the events in their order on the chain
 * @example
 * ```ts
 * const logs = await getLogs(chain, { fromBlock: 0, addresses: [address] });
 * console.log(decodeLogs(chain, shopAbi, logs).map(({ eventName }) => eventName));
 * ```
 */
export async function getLogs(chain: Chain, query: LogQuery, options?: RequestOptions): Promise<Log[]> {
  const height = await getBlockNumber(chain, options);
  // What isn't there yet has no events, and would be asked for ten blocks at a time.
  const { fromBlock = 0, toBlock = height } = query;
  const range = { ...query, fromBlock, toBlock: Math.min(toBlock, height) };
  return [...(await readLogs({ client: chain.client, push: chain.pushes?.() }, range, options))];
}

/**
 * Groups of the node.
 * @returns their IDs
 * @example
 * ```ts
 * console.log(await getGroups(chain)); // ["group0"]
 * ```
 */
export function getGroups(chain: Chain, options?: RequestOptions): Promise<string[]> {
  return getGroupList(chain.client, options);
}

/**
 * The nodes that make blocks.
 * @returns node IDs with their weights
 * @example
 * ```ts
 * for (const { nodeID, weight } of await getSealers(chain)) console.log(nodeID, weight);
 * ```
 */
export function getSealers(chain: Chain, options?: RequestOptions): Promise<GroupNode[]> {
  return getSealerList(chain.client, options);
}

/**
 * Node IDs of those that only follow.
 * @returns node IDs of 128 hex digits
 * @example
 * ```ts
 * console.log((await getObservers(chain)).length);
 * ```
 */
export function getObservers(chain: Chain, options?: RequestOptions): Promise<string[]> {
  return getObserverList(chain.client, options);
}

/**
 * Transactions that wait for a block.
 * @returns their number in the pool of the node
 * @example
 * ```ts
 * console.log(await getPendingCount(chain)); // 0
 * ```
 */
export function getPendingCount(chain: Chain, options?: RequestOptions): Promise<number> {
  return getPendingTxSize(chain.client, options);
}

/**
 * How many transactions the chain holds, and how many of them failed.
 * @returns counts up to a block
 * @example
 * ```ts
 * const { all, failed, blockNumber } = await getTransactionCount(chain);
 * console.log(`${all - failed} of ${all} succeeded up to block ${blockNumber}`);
 * ```
 */
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
 * @param target an address, which is given back, or a path
 * @returns the address
 * @throws ChainError usage `notALink`, `badTarget`
 * @example
 * ```ts
 * const shop = await resolveAddress(chain, "/apps/Shop/1.0");
 * console.log(await getContract({ chain, address: shop, abi: shopAbi }).read.label());
 * ```
 */
export function resolveAddress(chain: Chain, target: string, options?: RequestOptions): Promise<Address> {
  return resolveTarget(chain, target, options);
}
