import { bytesToHexDigits } from "../../crypto/hex";
import type { ExpectedEmit } from "./testState";

type EvmLog = readonly [address: Uint8Array, topics: readonly Uint8Array[], data: Uint8Array];

const same = (left: Uint8Array | undefined, right: Uint8Array | undefined): boolean =>
  left !== undefined && right !== undefined && Buffer.compare(left, right) === 0;

/** Whether a log looks as expected, where it is looked at. */
function matches({ checks, anonymous, address, template }: ExpectedEmit, [emitter, topics, data]: EvmLog): boolean {
  if (!template || topics.length !== template.topics.length) return false;
  if (address !== undefined && bytesToHexDigits(emitter) !== address) return false;
  const checked = anonymous ? checks : [true, ...checks];
  const last = checked.length - 1;
  for (let at = 0; at < topics.length; at++) {
    if ((at >= last || checked[at]) && !same(topics[at], template.topics[at])) return false;
  }
  return !checked[last] || same(data, template.data);
}

/** What is missing of the events that a message had to emit, which have to come in order; undefined: nothing. */
export function unmetEmit(due: readonly ExpectedEmit[], logs: readonly EvmLog[]): string | undefined {
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
