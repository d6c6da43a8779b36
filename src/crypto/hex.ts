/** `0x` followed by hex digits; an even number of them where bytes are meant. */
export type Hex = `0x${string}`;
/** `0x` followed by the 40 hex digits of an account or contract. */
export type Address = `0x${string}`;
/** The consensus identity of a node: 128 lower-case hex digits without `0x`. */
export type NodeId = string;

/** Lower-case hex of the bytes, without prefix. */
export function bytesToHexDigits(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
}

/** Lower-case hex of the bytes, with `0x`. */
export function bytesToHex(bytes: Uint8Array): Hex {
  return `0x${bytesToHexDigits(bytes)}`;
}

export function isHexDigits(text: string): boolean {
  return /^[0-9a-fA-F]*$/.test(text);
}

/** `0x` and exactly 40 hex digits. Anything else may stop a node's block production (docs/protocol/guards.md). */
export function isAddress(text: string): text is Address {
  return /^0x[0-9a-fA-F]{40}$/.test(text);
}

/**
 * Bytes of a hex text, `0x` optional.
 * @throws RangeError when the text has an odd number of digits or another character.
 */
export function hexToBytes(text: string): Uint8Array {
  const body = text.startsWith("0x") || text.startsWith("0X") ? text.slice(2) : text;
  if (body.length % 2 !== 0) throw new RangeError(`hex text has an odd number of digits (${body.length})`);
  const bytes = new Uint8Array(body.length / 2);
  // stops at what is no hex digit; a character beyond one byte must not look like one
  if (Buffer.from(bytes.buffer).write(body, "hex") !== bytes.length || !isHexDigits(body)) {
    throw new RangeError("hex text holds a character that is not a hex digit");
  }
  return bytes;
}
