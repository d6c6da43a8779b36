/** The number that big-endian bytes stand for; any length. */
export function numberOfBytes(bytes: Uint8Array): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let value = 0n;
  let at = 0;
  for (; at + 8 <= bytes.length; at += 8) value = (value << 64n) | view.getBigUint64(at);
  for (; at < bytes.length; at++) value = (value << 8n) | BigInt(view.getUint8(at));
  return value;
}

/** 32 big-endian bytes of a number below 2^256. */
export function bytesOfNumber(value: bigint): Uint8Array {
  const bytes = new Uint8Array(32);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < 4; i++) view.setBigUint64(8 * i, BigInt.asUintN(64, value >> BigInt(192 - 64 * i)));
  return bytes;
}

/** 64 bytes x ‖ y. */
export function bytesOfPoint({ x, y }: { x: bigint; y: bigint }): Uint8Array {
  const bytes = new Uint8Array(64);
  bytes.set(bytesOfNumber(x));
  bytes.set(bytesOfNumber(y), 32);
  return bytes;
}

/** The coordinates of 64 bytes x ‖ y; whether they are a point is not asked. */
export function pointOfBytes(bytes: Uint8Array): { x: bigint; y: bigint } {
  return { x: numberOfBytes(bytes.subarray(0, 32)), y: numberOfBytes(bytes.subarray(32, 64)) };
}
