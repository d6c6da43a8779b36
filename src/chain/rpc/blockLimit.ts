import type { ChainClient, RequestOptions } from "../client/client";
import { getBlockNumber } from "./getBlockNumber";

/** How far ahead the official clients set the limit. Half of the node's default window of 1000, so a slow client still fits. */
const blocksAhead = 500n;

/** The block limit to put into a transaction when the chain stands at `blockNumber`: that number and 500. */
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
