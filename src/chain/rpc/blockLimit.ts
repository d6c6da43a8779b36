/** How far ahead the official clients set the limit. Half of the node's default window of 1000, so a slow client still fits. */
const blocksAhead = 500n;

/** The block limit to put into a transaction when the chain stands at `blockNumber`: that number and 500. */
export function blockLimitFor(blockNumber: number | bigint): bigint {
  return BigInt(blockNumber) + blocksAhead;
}
