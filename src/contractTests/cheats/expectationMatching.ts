import type { Message } from "@ethereumjs/evm";
import { decodeRevert } from "../../chain/abi/revert";
import { parametersOf } from "../../chain/abi/typeList";
import { bytesToHex } from "../../crypto/bytes/hex";
import { bytesOfText, decodeValues } from "./abiCode";
import type { ExpectedCall, ExpectedEmit, ExpectedRevert, Mock, SeenLog } from "./testState";

const same = (left: Uint8Array | undefined, right: Uint8Array | undefined): boolean =>
  left !== undefined && right !== undefined && Buffer.compare(left, right) === 0;

/** Whether a log looks as expected, where it is looked at. */
function matches({ checks, anonymous, address, template }: ExpectedEmit, log: SeenLog): boolean {
  const { topics, data } = log;
  if (!template || topics.length !== template.topics.length) return false;
  if (address !== undefined && log.address !== address) return false;
  const checked = anonymous ? checks : [true, ...checks];
  const last = checked.length - 1;
  for (let at = 0; at < topics.length; at++) {
    if ((at >= last || checked[at]) && !same(topics[at], template.topics[at])) return false;
  }
  return !checked[last] || same(data, template.data);
}

/** What is missing of the events that a message had to emit, which have to come in order; undefined: nothing. */
export function unmetEmit(due: readonly ExpectedEmit[], logs: readonly SeenLog[]): string | undefined {
  let from = 0;
  for (const expected of due) {
    if (expected.count !== undefined) {
      const seen = logs.filter((log) => matches(expected, log)).length;
      if (seen !== expected.count) return `log emitted ${seen} times, expected ${expected.count}`;
      continue;
    }
    const at = logs.findIndex((log, index) => index >= from && matches(expected, log));
    if (at < 0) return logs.length === 0 ? "log != expected log: no event was emitted" : "log != expected log";
    from = at + 1;
  }
  return undefined;
}

/** `Error(string)` in both hashes: its bytes, which need not be words; anything else as it is. */
function wordsOrData(data: Uint8Array): Uint8Array {
  if (decodeRevert(bytesToHex(data)).kind !== "error") return data;
  const [words = ""] = decodeValues(parametersOf("string"), data.subarray(4));
  return bytesOfText(String(words));
}

function shown(data: Uint8Array, words: (data: Uint8Array) => string): string {
  const printable = data.length > 0 && data.every((byte) => byte >= 0x20 && byte < 0x7f);
  return printable ? new TextDecoder().decode(data) : words(data) || bytesToHex(data);
}

/** Whether a revert says what is expected, wholly or in its beginning; words and `Error(string)` are the same. */
export const isSuchRevert = (expected: Uint8Array, partial: boolean, actual: Uint8Array): boolean =>
  (partial && (beginsWith(actual, expected) || beginsWith(wordsOrData(actual), wordsOrData(expected)))) ||
  same(actual, expected) ||
  same(wordsOrData(actual), wordsOrData(expected));

/**
 * How a revert is not the one that was expected; undefined: it is.
 * @param words what data says that is no text by itself
 */
export function revertProblem(
  { data, partial, reverter, revertedBy }: ExpectedRevert,
  actual: Uint8Array,
  words: (data: Uint8Array) => string,
): string | undefined {
  if (reverter !== undefined && revertedBy !== undefined && reverter !== revertedBy) {
    return `Reverter != expected reverter: 0x${revertedBy} != 0x${reverter}`;
  }
  if (data === undefined) return undefined;
  if (partial ? beginsWith(actual, data) : same(actual, data)) return undefined;
  if (!partial && same(wordsOrData(actual), wordsOrData(data))) return undefined;
  if (actual.length === 0) return `Error != expected error: no reason given != ${shown(data, words)}`;
  return `Error != expected error: ${shown(actual, words)} != ${shown(data, words)}`;
}

/** Whether the bytes begin so. */
function beginsWith(bytes: Uint8Array, beginning: Uint8Array): boolean {
  if (beginning.length > bytes.length) return false;
  for (let at = 0; at < beginning.length; at++) if (bytes[at] !== beginning[at]) return false;
  return true;
}

/** What comes with coins, for the contract that gets them. */
const stipend = 2300n;

function gasMatches(gas: ExpectedCall["gas"], { gasLimit, value }: Message): boolean {
  if (!gas) return true;
  const wanted = gas.amount + (value > 0n ? stipend : 0n);
  return gas.atLeast ? gasLimit >= wanted : gasLimit === wanted;
}

export const callMatches = ({ address, data, value, gas }: ExpectedCall, to: string, message: Message): boolean =>
  address === to &&
  beginsWith(message.data, data) &&
  (value === undefined || value === message.value) &&
  gasMatches(gas, message);

/** The answer that is meant: the whole input before a beginning of it, a named value before any, the longest first. */
export function mockFor(mocks: readonly Mock[], message: Message): Mock | undefined {
  const fitting = mocks.filter(
    ({ data, value }) => beginsWith(message.data, data) && (value === undefined || value === message.value),
  );
  const rank = ({ data, value }: Mock): number => data.length * 2 + (value === undefined ? 0 : 1);
  return fitting.reduce<Mock | undefined>((best, each) => (best && rank(best) >= rank(each) ? best : each), undefined);
}
