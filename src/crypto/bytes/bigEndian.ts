import { bytesToHexDigits } from "./hex";

/** Through these 32 bytes numbers go in and out: a view of each array of its own would cost more than the rest. */
const word = new Uint8Array(32);
const view = new DataView(word.buffer);

/** The number that big-endian bytes stand for; any length. */
export function numberOfBytes(bytes: Uint8Array): bigint {
  const { length } = bytes;
  if (length > 32) return BigInt(`0x${bytesToHexDigits(bytes)}`);
  if (length < 32) word.fill(0, 0, 32 - length);
  word.set(bytes, 32 - length);
  return wordNumber();
}

/** The number that 32 bytes from there on stand for; behind the end there are zeros. */
export function numberAt(bytes: Uint8Array, at: number): bigint {
  const left = bytes.length - at;
  if (left >= 32) word.set(bytes.subarray(at, at + 32));
  else {
    word.fill(0);
    if (left > 0) word.set(bytes.subarray(at));
  }
  return wordNumber();
}

function wordNumber(): bigint {
  const [a, b] = [view.getBigUint64(0), view.getBigUint64(8)];
  const [c, low] = [view.getBigUint64(16), view.getBigUint64(24)];
  if (a === 0n && b === 0n) return c === 0n ? low : (c << 64n) | low; // most numbers are small
  return (((a << 64n) | b) << 128n) | (c << 64n) | low;
}

/** The first four bytes, by which contracts know their functions, as one number; what is missing is zero. */
export const firstFourBytes = (bytes: Uint8Array): number =>
  (((bytes[0] ?? 0) << 24) | ((bytes[1] ?? 0) << 16) | ((bytes[2] ?? 0) << 8) | (bytes[3] ?? 0)) >>> 0;

/** Puts a number below 2^256 into 32 big-endian bytes. */
function writeNumber(bytes: Uint8Array, at: number, value: bigint): void {
  view.setBigUint64(24, BigInt.asUintN(64, value));
  view.setBigUint64(16, BigInt.asUintN(64, value >> 64n));
  view.setBigUint64(8, BigInt.asUintN(64, value >> 128n));
  view.setBigUint64(0, value >> 192n);
  bytes.set(word, at);
}

/** 32 big-endian bytes of a number below 2^256. */
export function bytesOfNumber(value: bigint): Uint8Array {
  const bytes = new Uint8Array(32);
  writeNumber(bytes, 0, value);
  return bytes;
}

/** The coordinates of 64 bytes x ‖ y; whether they are a point is not asked. */
export function pointOfBytes(bytes: Uint8Array): { x: bigint; y: bigint } {
  return { x: numberOfBytes(bytes.subarray(0, 32)), y: numberOfBytes(bytes.subarray(32, 64)) };
}
