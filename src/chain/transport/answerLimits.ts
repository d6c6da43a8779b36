import { maxCode } from "../evm/codeSize";

/** An answer longer than this is given up: the whole of it is in memory, several times as large once it is read. */
export const maxAnswerLength = 128 * 1024 * 1024;
/** What lists no blocks, transactions or events is smaller than this. */
const shortAnswer = 8 * 1024 * 1024;
/** Two digits for each byte of the longest code; more around it than any node writes. */
const codeAnswer = 2 * maxCode + 64 * 1024;
const isCode = /^(?:eth_)?getCode$/;
/** What may be long: blocks, transactions with their input, receipts, events, whatever a contract returns. */
const mayBeLong = /block|transaction|receipt|logs|changes|call|trace|proof|archive|list/i;
/** What tells no more of these than a number or a hash. `getBlockByNumber` is none of them. */
const isShort = /blockNumber$|count|hashBy/i;

/** Bytes that an answer to this method may have, at most `max`. */
export function answerLimit(method: string, max: number): number {
  if (isCode.test(method)) return Math.min(max, codeAnswer);
  return mayBeLong.test(method) && !isShort.test(method) ? max : Math.min(max, shortAnswer);
}
