import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import type { CryptoSuite, CryptoSuiteName } from "./cryptoSuite";
import { type Address, bytesToHex } from "./hex";
import { sm2PublicKey, sm2Sign, sm2Verify } from "./sm2";
import { sm3 } from "./sm3";

function addressOf(hash: (data: Uint8Array) => Uint8Array, publicKey: Uint8Array): Address {
  if (publicKey.length !== 64) throw new RangeError(`a public key has 64 bytes, not ${publicKey.length}`);
  return bytesToHex(hash(publicKey).subarray(12));
}

function requireHash(hash: Uint8Array): void {
  if (hash.length !== 32) throw new RangeError(`a hash to sign has 32 bytes, not ${hash.length}`);
}

function requireKeyLength(privateKey: Uint8Array): void {
  if (privateKey.length !== 32) throw new RangeError(`a private key has 32 bytes, not ${privateKey.length}`);
}

function uncompressed(publicKey: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(65);
  bytes[0] = 4;
  bytes.set(publicKey, 1);
  return bytes;
}

/** keccak256 and secp256k1: what a chain has unless it was generated with the SM option. */
export const standardSuite: CryptoSuite = {
  name: "standard",
  hash: (data) => keccak_256(data),
  publicKey(privateKey) {
    requireKeyLength(privateKey);
    if (!secp256k1.utils.isValidSecretKey(privateKey)) {
      throw new RangeError("the private key is outside the range of secp256k1");
    }
    return secp256k1.getPublicKey(privateKey, false).slice(1);
  },
  address: (publicKey) => addressOf(keccak_256, publicKey),
  sign(hash, privateKey) {
    requireHash(hash);
    requireKeyLength(privateKey);
    if (!secp256k1.utils.isValidSecretKey(privateKey)) {
      throw new RangeError("the private key is outside the range of secp256k1");
    }
    // noble puts the recovery bit first, FISCO BCOS last
    const recovered = secp256k1.sign(hash, privateKey, { prehash: false, format: "recovered" });
    const signature = new Uint8Array(65);
    signature.set(recovered.subarray(1));
    signature[64] = recovered[0] ?? 0;
    return signature;
  },
  signer(hash, signature) {
    if (hash.length !== 32 || signature.length !== 65) return undefined;
    const recovered = new Uint8Array(65);
    recovered[0] = signature[64] ?? 0;
    recovered.set(signature.subarray(0, 64), 1);
    try {
      const compressed = secp256k1.recoverPublicKey(recovered, hash, { prehash: false });
      return secp256k1.Point.fromBytes(compressed).toBytes(false).slice(1);
    } catch {
      return undefined; // r, s or v out of range, or no point has this r
    }
  },
  verify(hash, signature, publicKey) {
    if (hash.length !== 32 || signature.length < 64 || signature.length > 65 || publicKey.length !== 64) return false;
    try {
      return secp256k1.verify(signature.subarray(0, 64), hash, uncompressed(publicKey), {
        prehash: false,
        lowS: false,
      });
    } catch {
      return false; // not a point of the curve
    }
  },
};

/** SM3 and SM2 (国密): a chain generated with the SM option. */
export const smSuite: CryptoSuite = {
  name: "sm",
  hash: sm3,
  publicKey: sm2PublicKey,
  address: (publicKey) => addressOf(sm3, publicKey),
  sign(hash, privateKey) {
    requireHash(hash);
    return sm2Sign(hash, privateKey);
  },
  signer(hash, signature) {
    if (hash.length !== 32 || signature.length !== 128) return undefined;
    const publicKey = signature.slice(64);
    return sm2Verify(hash, signature.subarray(0, 64), publicKey) ? publicKey : undefined;
  },
  verify(hash, signature, publicKey) {
    return hash.length === 32 && sm2Verify(hash, signature.subarray(0, 64), publicKey);
  },
};

/** The algorithms behind the name that a chain's node info tells (`smCryptoType`). */
export function cryptoSuite(name: CryptoSuiteName): CryptoSuite {
  return name === "sm" ? smSuite : standardSuite;
}
