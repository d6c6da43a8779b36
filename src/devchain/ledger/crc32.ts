const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

/** CRC-32 as in ZIP and PNG, of the bytes from `start` to `end`: tells a torn or damaged record from a whole one. */
export function crc32(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let value = 0xffffffff;
  for (let i = start; i < end; i++) value = (value >>> 8) ^ (table[(value ^ (bytes[i] as number)) & 0xff] as number);
  return (value ^ 0xffffffff) >>> 0;
}
