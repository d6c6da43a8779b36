import { AskedOnce } from "../../time/askedOnce";
import type { ChainClient, RequestOptions } from "../client/client";
import { getBlockByNumber, getBlockNumber } from "./blocks";

/** How far ahead the official clients set the limit. Half of the node's default window of 1000, so a slow client still fits. */
export const blocksAhead = 500n;

/** The block limit to put into a transaction when the chain stands at `blockNumber`: that number and `blocksAhead`. */
export function blockLimitFor(blockNumber: number | bigint): bigint {
  return BigInt(blockNumber) + blocksAhead;
}

/** A height is good for so long: many transactions at once ask for it by one question, and no chain makes 500 blocks meanwhile. */
const goodForMs = 250;
const heights = new WeakMap<ChainClient, { readonly height: Promise<number>; readonly askedAt: number }>();

/**
 * The block limit to give a transaction now. No method of a node: a rule of the client (docs/protocol/guards.md).
 * @throws ChainError as `getBlockNumber`
 */
export async function getBlockLimit(client: ChainClient, options?: RequestOptions): Promise<bigint> {
  const now = performance.now();
  const known = heights.get(client);
  if (known && now - known.askedAt < goodForMs) {
    // Who asked may have been cancelled: then this one asks by itself.
    const height = await known.height.catch(() => undefined);
    if (height !== undefined) return blockLimitFor(height);
  }
  const height = getBlockNumber(client, options);
  heights.set(client, { height, askedAt: now });
  return blockLimitFor(await height);
}

/** How fast blocks came lately: a chain makes none without transactions, so that the next ones may take longer. */
export interface BlockInterval {
  readonly msPerBlock: number;
  /** How many were measured. */
  readonly blocks: number;
}

/** Blocks that are measured; how long a measure is good; how long it is waited for. */
const [measuredBlocks, intervalGoodForMs, measureTimeoutMs] = [100, 60_000, 2000];
const blockIntervals = new WeakMap<
  ChainClient,
  { readonly asked: AskedOnce<BlockInterval | undefined>; askedAt: number }
>();

async function measureBlockInterval(client: ChainClient): Promise<BlockInterval | undefined> {
  const options = { timeoutMs: measureTimeoutMs };
  const head = await getBlockNumber(client, options);
  // Block 0 has the time of its configuration.
  const first = Math.max(1, head - measuredBlocks);
  if (head <= first) return undefined;
  const [from, to] = await Promise.all(
    [first, head].map(async (number) => (await getBlockByNumber(client, number, "header", options)).timestamp),
  );
  const passed = Number(to) - Number(from);
  return passed > 0 ? { msPerBlock: passed / (head - first), blocks: head - first } : undefined;
}

/** How fast blocks came lately, by three bounded questions, once a minute; undefined where that can't be told. Never throws. */
export function measuredBlockInterval(client: ChainClient): Promise<BlockInterval | undefined> {
  const known = blockIntervals.get(client) ?? { asked: new AskedOnce<BlockInterval | undefined>(), askedAt: 0 };
  blockIntervals.set(client, known);
  if (performance.now() - known.askedAt > intervalGoodForMs) known.asked.forget();
  if (!known.asked.asked) known.askedAt = performance.now();
  const interval = known.asked.get(() => measureBlockInterval(client));
  return interval.then(
    (measured) => {
      // A chain that has just begun is measured anew.
      if (!measured) known.asked.forget();
      return measured;
    },
    () => undefined,
  );
}

/** How long the blocks of a limit take at a pace, in milliseconds. */
export const limitMs = ({ msPerBlock }: BlockInterval): number => msPerBlock * Number(blocksAhead);
