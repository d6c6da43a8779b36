import type { WholeBlock } from "./blockRows";

/** Transactions, and blocks, that are written together. */
const batchTransactions = 3000;
const batchBlocks = 500;
/** A batch isn't waited for longer, in milliseconds. */
const batchMs = 1000;

/** Blocks in groups that are written together, in their order. @param maxBlocks of a group */
export async function* blockBatches(
  blocks: AsyncIterable<WholeBlock>,
  maxBlocks = batchBlocks,
): AsyncGenerator<WholeBlock[]> {
  let batch: WholeBlock[] = [];
  let transactions = 0;
  let began = performance.now();
  for await (const block of blocks) {
    batch.push(block);
    transactions += block.block.transactions.length;
    const isFull =
      transactions >= batchTransactions || batch.length >= maxBlocks || performance.now() - began > batchMs;
    if (!isFull) continue;
    yield batch;
    [batch, transactions, began] = [[], 0, performance.now()];
  }
  if (batch.length > 0) yield batch;
}

/** The numbers from one to the other, in that direction. */
export function* counted(first: number, last: number): Generator<number> {
  if (first <= last) for (let number = first; number <= last; number++) yield number;
  else for (let number = first; number >= last; number--) yield number;
}
