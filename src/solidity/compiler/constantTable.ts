import { keccakRoundConstants } from "../../crypto/wasm/hashCode";

/** Keccak's round constants as a compiler keeps them in memory. */
export function constantTable(): Buffer {
  const constants = keccakRoundConstants();
  const table = Buffer.alloc(8 * constants.length);
  for (const [i, constant] of constants.entries()) table.writeBigUInt64LE(constant, 8 * i);
  return table;
}
