import { keccak_256 } from "@noble/hashes/sha3.js";
import { keccakEngine } from "./wasm/engines";

/** keccak256 of the bytes, 32 bytes. */
export function keccak256(data: Uint8Array): Uint8Array {
  return keccakEngine()?.keccak256(data) ?? keccak_256(data);
}
