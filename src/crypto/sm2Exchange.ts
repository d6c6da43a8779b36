import { timingSafeEqual } from "node:crypto";
import { numberOfBytes, pointOfBytes } from "./bytes/bigEndian";
import { type Sm2KeyPair, sm2IdentityHash, sm2Point } from "./sm2Curve";
import { sm2KeyPair } from "./sm2KeyPair";
import { sm3 } from "./sm3";

/**
 * What TLCP needs of SM2 besides signatures. Every step that touches a secret number is the library's, as when signing: random numbers,
 * multiples of points, arithmetic modulo the order.
 */
const Sm2Point = sm2Point();
const { Fn } = Sm2Point;
type Point = InstanceType<typeof Sm2Point>;

/** Parts of an SM2 ciphertext (GB/T 32918.4): C1 as 64 bytes x ‖ y, C3 of 32 bytes, C2 as long as the message. */
export interface Sm2Ciphertext {
  point: Uint8Array;
  hash: Uint8Array;
  data: Uint8Array;
}

/** @throws RangeError for 64 bytes that are no point of the curve. */
function toPoint(publicKey: Uint8Array): Point {
  if (publicKey.length !== 64) throw new RangeError("an SM2 public key has 64 bytes");
  try {
    const point = Sm2Point.fromAffine(pointOfBytes(publicKey));
    point.assertValidity();
    return point;
  } catch (cause) {
    throw new RangeError("this is no point of SM2's curve", { cause });
  }
}

const bytesOf = (point: Point): Uint8Array => point.toBytes(false).slice(1);

/** The key derivation function of GB/T 32918.4, with SM3. */
function deriveKey(secret: Uint8Array, length: number): Uint8Array {
  const input = Buffer.concat([secret, Buffer.alloc(4)]);
  const blocks: Uint8Array[] = [];
  for (let counter = 1; blocks.length * 32 < length; counter++) {
    input.writeUInt32BE(counter, secret.length);
    blocks.push(sm3(input));
  }
  return Buffer.concat(blocks).subarray(0, length);
}

const exclusiveOr = (a: Uint8Array, b: Uint8Array): Uint8Array => a.map((byte, i) => byte ^ (b[i] ?? 0));

function mask(shared: Uint8Array, message: Uint8Array): { masked: Uint8Array; check(plain: Uint8Array): Uint8Array } {
  return {
    masked: exclusiveOr(message, deriveKey(shared, message.length)),
    check: (plain) => sm3(Buffer.concat([shared.subarray(0, 32), plain, shared.subarray(32)])),
  };
}

/**
 * Encrypts for the owner of a public key (GB/T 32918.4).
 * @param pair the ephemeral key of a published example; fresh otherwise
 * @throws RangeError for a key that is no point of the curve.
 */
export function sm2Encrypt(message: Uint8Array, publicKey: Uint8Array, pair = sm2KeyPair()): Sm2Ciphertext {
  const shared = bytesOf(toPoint(publicKey).multiply(Fn.fromBytes(pair.privateKey)));
  const { masked, check } = mask(shared, message);
  return { point: pair.publicKey, hash: check(message), data: masked };
}

/** The message, or undefined when the ciphertext was not made for this key or was changed. */
export function sm2Decrypt({ point, hash, data }: Sm2Ciphertext, privateKey: Uint8Array): Uint8Array | undefined {
  let shared: Uint8Array;
  try {
    shared = bytesOf(toPoint(point).multiply(Fn.fromBytes(privateKey)));
  } catch {
    return undefined;
  }
  const { masked, check } = mask(shared, data);
  return hash.length === 32 && timingSafeEqual(check(masked), hash) ? masked : undefined;
}

/** 2^w + (x mod 2^w) with w = 127: what stands for a point in the exchange (GB/T 32918.3). */
const shortened = (publicKey: Uint8Array): bigint =>
  (1n << 127n) | (numberOfBytes(publicKey.subarray(0, 32)) & ((1n << 127n) - 1n));

export interface Sm2Agreement {
  /** The one who starts the exchange, A of GB/T 32918.3. */
  initiator: boolean;
  own: Sm2KeyPair;
  ownEphemeral: Sm2KeyPair;
  /** 64 bytes each. */
  peer: Uint8Array;
  peerEphemeral: Uint8Array;
}

/**
 * The key that both sides of an SM2 key exchange reach (GB/T 32918.3), with default identities.
 * @throws RangeError when a key of the other side is no point of the curve, or cancels the rest out.
 */
export function sm2SharedKey(
  { initiator, own, ownEphemeral, peer, peerEphemeral }: Sm2Agreement,
  length: number,
): Uint8Array {
  const ephemeral = Fn.mul(shortened(ownEphemeral.publicKey), Fn.fromBytes(ownEphemeral.privateKey));
  const secret = Fn.add(Fn.fromBytes(own.privateKey), ephemeral);
  const other = toPoint(peer).add(toPoint(peerEphemeral).multiplyUnsafe(shortened(peerEphemeral)));
  if (other.is0() || Fn.is0(secret)) throw new RangeError("the keys of the exchange cancel out");
  const shared = bytesOf(other.multiply(secret));
  const [za, zb] = initiator ? [own.publicKey, peer] : [peer, own.publicKey];
  return deriveKey(Buffer.concat([shared, sm2IdentityHash(za), sm2IdentityHash(zb)]), length);
}
