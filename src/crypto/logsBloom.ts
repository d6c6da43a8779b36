import { standardSuite } from "./suites";

/**
 * 2048 bits in which each of the items (the addresses and topics of logs) sets three, by Keccak-256 (Ethereum's yellow paper, 4.3.1).
 */
export function logsBloom(items: Iterable<Uint8Array>): Uint8Array {
  const bloom = new Uint8Array(256);
  for (const item of items) {
    const hash = standardSuite.hash(item);
    for (let i = 0; i < 6; i += 2) {
      const bit = (((hash[i] ?? 0) << 8) | (hash[i + 1] ?? 0)) & 2047;
      const at = 255 - (bit >> 3);
      bloom[at] = (bloom[at] ?? 0) | (1 << (bit & 7));
    }
  }
  return bloom;
}
