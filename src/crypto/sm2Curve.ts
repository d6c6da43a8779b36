import { weierstrass } from "@noble/curves/abstract/weierstrass.js";
import { bytesOfNumber } from "./bytes/bigEndian";
import { joinBytes } from "./bytes/joinBytes";
import { sm3 } from "./sm3";

/** sm2p256v1 (GB/T 32918.5): y² = x³ − 3x + b over p, with a base point of prime order n. */
export const sm2Curve = {
  p: 0xfffffffeffffffffffffffffffffffffffffffff00000000ffffffffffffffffn,
  n: 0xfffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123n,
  b: 0x28e9fa9e9d9f5e344d5a9e4bcf6509a7f39789f515ab8f92ddbcbd414d940e93n,
  x: 0x32c4ae2c1f1981195f9904466a39c9948fe30bbff2660be1715a4589334c74c7n,
  y: 0xbc3736a2f4f6779c59bdcee36b692153d0a9877cc62a474002df32e52139f0a0n,
} as const;

const { p, n, b, x, y } = sm2Curve;

let point: ReturnType<typeof weierstrass<bigint>> | undefined;

/** The library's arithmetic on the curve, made when it is first needed: most that a command line asks a chain needs none. */
export function sm2Point(): ReturnType<typeof weierstrass<bigint>> {
  point ??= weierstrass({ p, n, h: 1n, a: p - 3n, b, Gx: x, Gy: y });
  return point;
}

/** Length in bits and text of the default identity, then the curve: what ZA begins with for every key. */
const identity = joinBytes([
  Uint8Array.of(0x00, 0x80),
  new TextEncoder().encode("1234567812345678"),
  ...[p - 3n, b, x, y].map(bytesOfNumber),
]);

/** ZA of GB/T 32918.2: the hashed identity of a key's owner, which a signature and a key exchange are bound to. */
export const sm2IdentityHash = (publicKey: Uint8Array): Uint8Array => sm3(joinBytes([identity, publicKey]));

/** What is signed in place of a message: SM3 of ZA and the message. */
export const sm2MessageHash = (message: Uint8Array, identityHash: Uint8Array): Uint8Array =>
  sm3(joinBytes([identityHash, message]));

/** A pair of SM2 keys: 32 bytes, and 64 bytes x ‖ y. */
export interface Sm2KeyPair {
  privateKey: Uint8Array;
  publicKey: Uint8Array;
}
