// Bytes as text and back, as Node does it fastest; a page takes binaryText.browser.ts in its place (docs/architecture.md, "Browsers").
import { isAscii } from "node:buffer";

/**
 * Up to so many bytes, an array's numbers lie in the heap of JavaScript. Asking for its `buffer` would move them out, which costs
 * several times what is done here.
 */
const inHeap = 64;
let scratch: Buffer | undefined;

/** A copy of a few bytes, good until the next. */
function copied(bytes: Uint8Array): Buffer {
  scratch ??= Buffer.alloc(inHeap);
  scratch.set(bytes);
  return scratch;
}

const viewOf = ({ buffer, byteOffset, length }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, length);

const coded = (bytes: Uint8Array, encoding: "hex" | "latin1"): string =>
  bytes.length <= inHeap ? copied(bytes).toString(encoding, 0, bytes.length) : viewOf(bytes).toString(encoding);

/** Lower-case hex of the bytes, without prefix. */
export const hexDigits = (bytes: Uint8Array): string => coded(bytes, "hex");

/** One character a byte. */
export const latin1Text = (bytes: Uint8Array): string => coded(bytes, "latin1");

/** Whether as many hex digits lead the text as the bytes need; then the bytes are filled. A character beyond one byte may pass for one. */
export const fillFromDigits = (bytes: Uint8Array, digits: string): boolean =>
  viewOf(bytes).write(digits, "hex") === bytes.length;

/** UTF-8 of a text. */
export const utf8Bytes = (text: string): Uint8Array => Buffer.from(text, "utf8");

/** The text of UTF-8. A node writes ASCII, everything else as escapes, and that is read several times as fast. */
export function utf8Text(bytes: Uint8Array): string {
  const view = viewOf(bytes);
  return isAscii(view) ? view.toString("latin1") : view.toString("utf8");
}

/** The bytes of base64, of either alphabet; what is none is left out. */
export const base64Bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "base64"));

/** Below 0 where the first of them comes first, byte by byte; 0 for the same bytes. */
export const compareBytes = (one: Uint8Array, other: Uint8Array): number => Buffer.compare(one, other);
