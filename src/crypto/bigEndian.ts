/** The number that big-endian bytes stand for; any length. */
export function numberOfBytes(bytes: Uint8Array): bigint {
  return bytes.length === 0
    ? 0n
    : BigInt(`0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex")}`);
}

/** Puts a number below 2^256 into 32 big-endian bytes. */
export function writeNumber(bytes: Uint8Array, at: number, value: bigint): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  view.setBigUint64(at + 24, BigInt.asUintN(64, value));
  view.setBigUint64(at + 16, BigInt.asUintN(64, value >> 64n));
  view.setBigUint64(at + 8, BigInt.asUintN(64, value >> 128n));
  view.setBigUint64(at, value >> 192n);
}

/** 32 big-endian bytes of a number below 2^256. */
export function bytesOfNumber(value: bigint): Uint8Array {
  const bytes = new Uint8Array(32);
  writeNumber(bytes, 0, value);
  return bytes;
}

/** 64 bytes x ‖ y. */
export function bytesOfPoint({ x, y }: { x: bigint; y: bigint }): Uint8Array {
  const bytes = new Uint8Array(64);
  writeNumber(bytes, 0, x);
  writeNumber(bytes, 32, y);
  return bytes;
}

/** The coordinates of 64 bytes x ‖ y; whether they are a point is not asked. */
export function pointOfBytes(bytes: Uint8Array): { x: bigint; y: bigint } {
  return { x: numberOfBytes(bytes.subarray(0, 32)), y: numberOfBytes(bytes.subarray(32, 64)) };
}
