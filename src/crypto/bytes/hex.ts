import { fillFromDigits, hexDigits, latin1Text } from "./binaryText";

/** `0x` followed by hex digits; an even number of them where bytes are meant. */
export type Hex = `0x${string}`;
/** `0x` followed by the 40 hex digits of an account or contract. */
export type Address = `0x${string}`;
/** The zero address: what a chain says where there is no account or contract. */
export const zeroAddress: Address = `0x${"0".repeat(40)}`;
/** No block or transaction. */
export const zeroHash: Hex = `0x${"0".repeat(64)}`;
/** The consensus identity of a node: 128 lower-case hex digits without `0x`. */
export type NodeId = string;

/** Lower-case hex of the bytes, without prefix. */
export const bytesToHexDigits = hexDigits;

/** One character a byte: a short key for maps. */
export const bytesToKey = latin1Text;

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

/** `0x` and exactly 64 hex digits: the hash of a block or a transaction. */
export function isHash(text: string): text is Hex {
  return /^0x[0-9a-fA-F]{64}$/.test(text);
}

/** 128 hex digits without `0x`: the consensus identity of a node. */
export const isNodeId = (text: string): boolean => /^[0-9a-fA-F]{128}$/.test(text);

/** Up to so many bytes are read here: the system costs more. */
const few = 64;

/** Value of a character's code below 128 as a hex digit; −1 for others. */
const digitValues = Int8Array.from({ length: 128 }, (_, code) => {
  return "0123456789abcdef".indexOf(String.fromCharCode(code).toLowerCase());
});

/** Whether the text is hex from there on; then the bytes are filled. */
function fillFromHex(bytes: Uint8Array, text: string, start: number): boolean {
  let bad = 0;
  for (let i = 0, at = start; i < bytes.length; i++, at += 2) {
    const [high, low] = [text.charCodeAt(at), text.charCodeAt(at + 1)];
    bad |= high | low;
    const value = ((digitValues[high & 127] ?? -1) << 4) | (digitValues[low & 127] ?? -1);
    if (value < 0) return false;
    bytes[i] = value;
  }
  return bad < 128;
}

/** The same for many digits: the system's reader stops at what is none, but takes a character beyond one byte for one. */
function fillLongFromHex(bytes: Uint8Array, digits: string): boolean {
  return fillFromDigits(bytes, digits) && isHexDigits(digits);
}

/**
 * Bytes of a hex text, `0x` optional.
 * @throws RangeError when the text has an odd number of digits or another character.
 */
export function hexToBytes(text: string): Uint8Array {
  const start = text.startsWith("0x") || text.startsWith("0X") ? 2 : 0;
  const digits = text.length - start;
  if (digits % 2 !== 0) throw new RangeError(`hex text has an odd number of digits (${digits})`);
  const bytes = new Uint8Array(digits / 2);
  const filled =
    bytes.length <= few ? fillFromHex(bytes, text, start) : fillLongFromHex(bytes, start === 0 ? text : text.slice(2));
  if (!filled) throw new RangeError("hex text holds a character that is not a hex digit");
  return bytes;
}

/** One character a byte of what begins as hex digits; what follows another character is left out. */
export const charactersOfHex = (digits: string): string =>
  bytesToKey(hexToBytes(/^(?:[0-9a-f]{2})*/i.exec(digits)?.[0] ?? ""));

/**
 * An address with `0x`, of its digits with or without it: clients send both, and a node keeps what was sent
 * (docs/protocol/json-rpc.md, "Transactions"). Any other text, such as a path, stays as it is.
 */
export const prefixedAddress = (text: string): string => (/^[0-9a-fA-F]{40}$/.test(text) ? `0x${text}` : text);

/** Whether two texts are the same address, with or without `0x`, however its letters are written. */
export const isSameAddress = (one: string, other: string): boolean => addressDigits(one) === addressDigits(other);

/** The 40 lower-case digits of an address, as tables and logs of nodes have it. */
export const addressDigits = (address: string): string => address.replace(/^0x/i, "").toLowerCase();

/** An amount as a transaction carries it: `0x` and digits, or decimal; empty and a bare `0x` are 0, as nodes take them. */
export const amountOf = (text: string): bigint => BigInt(/^(?:0x)?$/i.test(text) ? 0 : text);

/** `0x1f`: without zeros in front. */
export const numberToHex = (number: number | bigint): Hex => `0x${number.toString(16)}`;
