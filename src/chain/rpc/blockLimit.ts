/** How far ahead the official clients set the limit. Half of the node's default window, so a slow client still fits. */
const blocksAhead = 500n;
/** The node's `chain.block_limit` unless its genesis says otherwise (at most 5000). */
const defaultWindow = 1000n;

/** The block limit to put into a transaction when the chain stands at `blockNumber`: that number and 500. */
export function blockLimitFor(blockNumber: number | bigint): bigint {
  return BigInt(blockNumber) + blocksAhead;
}

/**
 * Whether a node at `blockNumber` takes a transaction with this limit: N < limit ≤ N + window, else it answers
 * status 10001 (docs/protocol/transaction-encoding.md, "Admission").
 */
export function isWithinBlockLimit(
  blockNumber: number | bigint,
  blockLimit: number | bigint,
  window: number | bigint = defaultWindow,
): boolean {
  const current = BigInt(blockNumber);
  const limit = BigInt(blockLimit);
  return limit > current && limit <= current + BigInt(window);
}
