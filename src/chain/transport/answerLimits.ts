/** An answer longer than this is given up: the whole of it is in memory, several times as large once it is read. */
export const longestAnswer = 128 * 1024 * 1024;
/** Code has at most 1 MiB (`evm/codeSize.ts`), two digits a byte; what lists no blocks, transactions or events is smaller, too. */
const shortAnswer = 8 * 1024 * 1024;
/** What may be long: blocks, transactions with their input, receipts, events, whatever a contract returns. */
const mayBeLong = /block|transaction|receipt|logs|changes|call|trace|proof|archive|list/i;
/** What tells no more of these than a number or a hash. `getBlockByNumber` is none of them. */
const isShort = /blockNumber$|count|hashBy/i;

/** Bytes that an answer to this method may have, at most `most`. */
export function answerLimit(method: string, most: number): number {
  return mayBeLong.test(method) && !isShort.test(method) ? most : Math.min(most, shortAnswer);
}
