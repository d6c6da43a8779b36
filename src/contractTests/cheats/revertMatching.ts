import { decodeRevert, revertText } from "../../chain/abi/revert";
import { bytesToHex } from "../../crypto/hex";
import { beginsWith } from "./messageMatching";
import type { ExpectedRevert } from "./testState";

const utf8 = new TextEncoder();
const same = (left: Uint8Array, right: Uint8Array): boolean => Buffer.compare(left, right) === 0;

/** `Error(string)` in both hashes: its words; anything else as it is. */
function wordsOrData(data: Uint8Array): Uint8Array {
  const revert = decodeRevert(bytesToHex(data));
  return revert.kind === "error" ? utf8.encode(revert.message) : data;
}

function shown(data: Uint8Array): string {
  const revert = decodeRevert(bytesToHex(data));
  if (revert.kind === "error" || revert.kind === "panic") return revertText(revert) ?? "";
  const printable = data.length > 0 && data.every((byte) => byte >= 0x20 && byte < 0x7f);
  return printable ? new TextDecoder().decode(data) : bytesToHex(data);
}

/** Whether a revert says what is expected, wholly or in its beginning; words and `Error(string)` are the same. */
export const isSuchRevert = (expected: Uint8Array, partial: boolean, actual: Uint8Array): boolean =>
  (partial && (beginsWith(actual, expected) || beginsWith(wordsOrData(actual), wordsOrData(expected)))) ||
  same(actual, expected) ||
  same(wordsOrData(actual), wordsOrData(expected));

/** How a revert is not the one that was expected; undefined: it is. */
export function revertProblem(
  { data, partial, reverter, revertedBy }: ExpectedRevert,
  actual: Uint8Array,
): string | undefined {
  if (reverter !== undefined && revertedBy !== undefined && reverter !== revertedBy) {
    return `Reverter != expected reverter: 0x${revertedBy} != 0x${reverter}`;
  }
  if (data === undefined) return undefined;
  if (partial ? beginsWith(actual, data) : same(actual, data)) return undefined;
  if (!partial && same(wordsOrData(actual), wordsOrData(data))) return undefined;
  if (actual.length === 0) return `Error != expected error: no reason given != ${shown(data)}`;
  return `Error != expected error: ${shown(actual)} != ${shown(data)}`;
}
