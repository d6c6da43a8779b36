import { randomBytes } from "node:crypto";
import { weierstrass } from "@noble/curves/abstract/weierstrass.js";
import { bytesToHexDigits } from "./hex";
import { sm3 } from "./sm3";

/** sm2p256v1 (GB/T 32918.5). */
const parameters = {
  p: 0xfffffffeffffffffffffffffffffffffffffffff00000000ffffffffffffffffn,
  n: 0xfffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123n,
  h: 1n,
  a: 0xfffffffeffffffffffffffffffffffffffffffff00000000fffffffffffffffcn,
  b: 0x28e9fa9e9d9f5e344d5a9e4bcf6509a7f39789f515ab8f92ddbcbd414d940e93n,
  Gx: 0x32c4ae2c1f1981195f9904466a39c9948fe30bbff2660be1715a4589334c74c7n,
  Gy: 0xbc3736a2f4f6779c59bdcee36b692153d0a9877cc62a474002df32e52139f0a0n,
};
const Point = weierstrass(parameters);
Point.BASE.precompute(8, false);
const order = parameters.n;

const toNumber = (bytes: Uint8Array): bigint => BigInt(`0x${bytesToHexDigits(bytes)}`);

function to32Bytes(value: bigint): Uint8Array {
  const bytes = new Uint8Array(32);
  let rest = value;
  for (let i = 31; i >= 0; i--) {
    bytes[i] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return bytes;
}

const modulo = (value: bigint): bigint => ((value % order) + order) % order;

function inverse(value: bigint): bigint {
  return Point.Fn.inv(value);
}

function scalar(privateKey: Uint8Array): bigint {
  if (privateKey.length !== 32) throw new RangeError(`an SM2 private key has 32 bytes, not ${privateKey.length}`);
  const value = toNumber(privateKey);
  if (value < 1n || value > order - 2n) throw new RangeError("the private key is outside the range of SM2");
  return value;
}

/** 64 bytes x ‖ y. @throws RangeError for a key outside 1 … n−2. */
export function sm2PublicKey(privateKey: Uint8Array): Uint8Array {
  return Point.BASE.multiply(scalar(privateKey)).toBytes(false).slice(1);
}

const identityLength = Uint8Array.of(0x00, 0x80);
const identity = new TextEncoder().encode("1234567812345678");
const curveBytes = [parameters.a, parameters.b, parameters.Gx, parameters.Gy].map(to32Bytes);

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** e = SM3(ZA ‖ message), ZA binding the default identity, the curve and the public key. */
function digest(message: Uint8Array, publicKey: Uint8Array): bigint {
  const za = sm3(concat([identityLength, identity, ...curveBytes, publicKey]));
  return toNumber(sm3(concat([za, message])));
}

/** A number of 1 … n−1; 16 surplus bytes make the bias negligible. */
function randomScalar(): bigint {
  return (toNumber(randomBytes(48)) % (order - 1n)) + 1n;
}

/** 128 bytes r ‖ s ‖ public key over the message (GB/T 32918.2 with the default identity). */
export function sm2Sign(message: Uint8Array, privateKey: Uint8Array): Uint8Array {
  const d = scalar(privateKey);
  const publicKey = sm2PublicKey(privateKey);
  const e = digest(message, publicKey);
  for (;;) {
    const k = randomScalar();
    const r = modulo(e + Point.BASE.multiply(k).toAffine().x);
    if (r === 0n || r + k === order) continue;
    const s = modulo(inverse(1n + d) * (k - r * d));
    if (s !== 0n) return concat([to32Bytes(r), to32Bytes(s), publicKey]);
  }
}

/** Whether r ‖ s (64 bytes) is the key's signature over the message. */
export function sm2Verify(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  if (signature.length !== 64 || publicKey.length !== 64) return false;
  const r = toNumber(signature.subarray(0, 32));
  const s = toNumber(signature.subarray(32));
  if (r === 0n || s === 0n || r >= order || s >= order) return false;
  const t = modulo(r + s);
  if (t === 0n) return false;
  try {
    const point = Point.BASE.multiplyUnsafe(s).add(
      Point.fromAffine({ x: toNumber(publicKey.subarray(0, 32)), y: toNumber(publicKey.subarray(32)) }).multiplyUnsafe(
        t,
      ),
    );
    point.assertValidity();
    return modulo(digest(message, publicKey) + point.toAffine().x) === r;
  } catch {
    return false; // a public key that is no point of the curve verifies nothing
  }
}
