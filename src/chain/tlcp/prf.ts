import { createHmac, getHashes } from "node:crypto";
import { sm3 } from "../../crypto/sm3";

/** Node's OpenSSL has SM3; the cryptography of VS Code's Electron has not. */
const nativeSm3 = getHashes().includes("sm3");
const blockSize = 64;

/** One block of the key under a byte: what HMAC begins its inner (0x36) and its outer hash (0x5c) with. */
export function sm3KeyBlock(key: Uint8Array, byte: 0x36 | 0x5c): Buffer {
  const short = key.length > blockSize ? sm3(key) : key;
  const block = Buffer.alloc(blockSize, byte);
  for (const [i, each] of short.entries()) block[i] = each ^ byte;
  return block;
}

/** HMAC with SM3 out of the suite's own SM3, where the runtime has none. */
export function plainHmacSm3(key: Uint8Array, parts: readonly Uint8Array[]): Buffer {
  const inner = sm3(Buffer.concat([sm3KeyBlock(key, 0x36), ...parts]));
  return Buffer.from(sm3(Buffer.concat([sm3KeyBlock(key, 0x5c), inner])));
}

/** HMAC with SM3 of the parts one after the other, 32 bytes. */
export function hmacSm3(key: Uint8Array, ...parts: readonly Uint8Array[]): Buffer {
  if (!nativeSm3) return plainHmacSm3(key, parts);
  const hmac = createHmac("sm3", key);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}

/** PRF of GB/T 38636-2020, 5.4: P_SM3(secret, label ‖ seed), so many bytes of it. */
export function prf(secret: Uint8Array, label: string, seed: Uint8Array, length: number): Buffer {
  const labelled = Buffer.concat([Buffer.from(label, "latin1"), seed]);
  const blocks: Buffer[] = [];
  let a: Uint8Array = labelled;
  for (let made = 0; made < length; made += 32) {
    a = hmacSm3(secret, a);
    blocks.push(hmacSm3(secret, a, labelled));
  }
  return Buffer.concat(blocks).subarray(0, length);
}

/** 48 bytes. */
export const masterSecret = (preMaster: Uint8Array, clientRandom: Uint8Array, serverRandom: Uint8Array): Buffer =>
  prf(preMaster, "master secret", Buffer.concat([clientRandom, serverRandom]), 48);

/** verify_data of a Finished message: 12 bytes over the hash of the handshake so far. */
export const verifyData = (master: Uint8Array, side: "client" | "server", handshakeHash: Uint8Array): Buffer =>
  prf(master, `${side} finished`, handshakeHash, 12);

/** What protects one direction: with CBC a MAC key and a key, with GCM a key and the fixed part of the nonce. */
export interface DirectionKeys {
  macKey: Buffer;
  key: Buffer;
  iv: Buffer;
}

/** The key block, cut (GB/T 38636-2020, 6.5.2). */
export function directionKeys(
  master: Uint8Array,
  clientRandom: Uint8Array,
  serverRandom: Uint8Array,
  mode: "cbc" | "gcm",
): { client: DirectionKeys; server: DirectionKeys } {
  const [macLength, ivLength] = mode === "cbc" ? [32, 16] : [0, 4];
  const size = 2 * (macLength + 16 + ivLength);
  const block = prf(master, "key expansion", Buffer.concat([serverRandom, clientRandom]), size);
  const part = (from: number, length: number): Buffer => block.subarray(from, from + length);
  const keys = 2 * macLength;
  const ivs = keys + 32;
  return {
    client: { macKey: part(0, macLength), key: part(keys, 16), iv: part(ivs, ivLength) },
    server: {
      macKey: part(macLength, macLength),
      key: part(keys + 16, 16),
      iv: part(ivs + ivLength, ivLength),
    },
  };
}
