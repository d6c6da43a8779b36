import { type Address, bytesToHex } from "./bytes/hex";
import type { CryptoSuite, CryptoSuiteName } from "./cryptoSuite";
import { keccak256 } from "./keccak256";
import { secp256k1PublicKey, secp256k1Recover, secp256k1Sign, secp256k1Verify } from "./secp256k1";
import { sm2PublicKey } from "./sm2KeyPair";
import { sm2SigningWith } from "./sm2Signing";
import { sm2Verify } from "./sm2Verifying";
import { sm3 } from "./sm3";

function addressOf(hash: (data: Uint8Array) => Uint8Array, publicKey: Uint8Array): Address {
  if (publicKey.length !== 64) throw new RangeError(`a public key has 64 bytes, not ${publicKey.length}`);
  return bytesToHex(hash(publicKey).subarray(12));
}

function requireHash({ length }: Uint8Array): void {
  if (length !== 32) throw new RangeError(`a hash to sign has 32 bytes, not ${length}`);
}

/** keccak256 and secp256k1: what a chain has unless it was generated with the SM option. */
export const standardSuite: CryptoSuite = {
  name: "standard",
  hash: keccak256,
  publicKey: secp256k1PublicKey,
  address: (publicKey) => addressOf(keccak256, publicKey),
  sign(hash, privateKey) {
    requireHash(hash);
    return secp256k1Sign(hash, privateKey);
  },
  signingWith: (privateKey) => (hash) => standardSuite.sign(hash, privateKey),
  signer(hash, signature) {
    return hash.length === 32 && signature.length === 65 ? secp256k1Recover(hash, signature) : undefined;
  },
  verify(hash, signature, publicKey) {
    if (hash.length !== 32 || signature.length < 64 || signature.length > 65 || publicKey.length !== 64) return false;
    return secp256k1Verify(hash, signature, publicKey);
  },
};

/** SM3 and SM2 (国密): a chain generated with the SM option. */
export const smSuite: CryptoSuite = {
  name: "sm",
  hash: sm3,
  publicKey: sm2PublicKey,
  address: (publicKey) => addressOf(sm3, publicKey),
  sign: (hash, privateKey, publicKey) => smSuite.signingWith(privateKey, publicKey)(hash),
  signingWith(privateKey, publicKey) {
    const sign = sm2SigningWith(privateKey, publicKey);
    return (hash) => {
      requireHash(hash);
      return sign(hash);
    };
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
