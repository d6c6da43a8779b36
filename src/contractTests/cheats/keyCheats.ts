import { createECDH, createHmac, pbkdf2Sync } from "node:crypto";
import { ecdsa, weierstrass } from "@noble/curves/abstract/weierstrass.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesOfNumber, numberOfBytes } from "../../crypto/bytes/bigEndian";
import { bytesToHexDigits } from "../../crypto/bytes/hex";
import { joinBytes } from "../../crypto/bytes/joinBytes";
import { keccak256 } from "../../crypto/keccak256";
import { secp256k1Child, secp256k1PublicKey, secp256k1Sign } from "../../crypto/secp256k1";
import { smSuite } from "../../crypto/suites";
import { type AbiValue, bytesOfText } from "./abiCode";
import { bytesAt, type CheatCall, type CheatCode, define, listAt, numberAt, textAt } from "./cheatCode";
import { CheatError } from "./cheatError";

const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** A key as bytes. @throws CheatError for one that the curve does not have. */
function keyOf(number: bigint): Uint8Array {
  if (number <= 0n) throw new CheatError("private key cannot be 0");
  if (number >= curveOrder) throw new CheatError("private key must be less than the secp256k1 curve order");
  return bytesOfNumber(number);
}

/** What ECRECOVER gives for this key: keccak256 of the public key on chains of both kinds. */
export function addressOfKey(key: bigint): string {
  return bytesToHexDigits(keccak256(secp256k1PublicKey(keyOf(key))).subarray(12));
}

function signed(key: bigint, digest: Uint8Array): AbiValue[] {
  const signature = secp256k1Sign(digest, keyOf(key));
  return [27n + BigInt(signature[64] ?? 0), signature.slice(0, 32), signature.slice(32, 64)];
}

/** r and s, with v in the highest bit of s (EIP-2098). */
function signedCompact(key: bigint, digest: Uint8Array): AbiValue[] {
  const [v, r = 0n, s] = signed(key, digest);
  const second = Uint8Array.from(s as Uint8Array);
  if (v === 28n) second[0] = (second[0] ?? 0) | 0x80;
  return [r, second];
}

function walletOf(key: bigint): AbiValue[] {
  const publicKey = secp256k1PublicKey(keyOf(key));
  return [[addressOfKey(key), numberOfBytes(publicKey.subarray(0, 32)), numberOfBytes(publicKey.subarray(32)), key]];
}

/** Keeps a key for tests that sign by address. */
function remember({ state }: CheatCall, key: bigint): string {
  const address = addressOfKey(key);
  state.wallets.set(address, key);
  return address;
}

/** The key of an address; without one that of the only wallet. */
function rememberedKey({ state: { wallets } }: CheatCall, address: string | undefined): bigint {
  const [only] = wallets.values();
  const key = address === undefined ? (wallets.size === 1 ? only : undefined) : wallets.get(address);
  if (key !== undefined) return key;
  throw new CheatError(
    address === undefined
      ? "signing without a key wants exactly one wallet of rememberKey"
      : `no wallet for 0x${address}: vm.rememberKey keeps one`,
  );
}

const wallet = "(address,uint256,uint256,uint256)";
const keyOfText = ({ context }: CheatCall, text: string): bigint =>
  numberOfBytes(context.suite.hash(bytesOfText(text)));

const p256 = {
  p: 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn,
  n: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
  h: 1n,
  a: 0xffffffff00000001000000000000000000000000fffffffffffffffffffffffcn,
  b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
  Gx: 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
  Gy: 0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n,
};
let curve: ReturnType<typeof ecdsa> | undefined;

/** The library's ECDSA on P-256 (FIPS 186-5). */
function p256Curve(): ReturnType<typeof ecdsa> {
  curve ??= ecdsa(weierstrass(p256), sha256);
  return curve;
}

function p256Key(number: bigint): Uint8Array {
  if (number <= 0n) throw new CheatError("private key cannot be 0");
  if (number >= p256.n) throw new CheatError("private key must be less than the secp256r1 curve order");
  return bytesOfNumber(number);
}

const halves = (bytes: Uint8Array): [Uint8Array, Uint8Array] => [bytes.slice(0, 32), bytes.slice(32, 64)];

const ordinaryPath = "m/44'/60'/0'/0/";
const hardened = 0x8000_0000;

/** Numbers of a path `m/44'/60'/0'/0/7`. @throws CheatError for a path that is none. */
function pathNumbers(path: string): number[] {
  const [root, ...parts] = path.split("/");
  const numbers = parts.map((part) => {
    const digits = part.endsWith("'") || part.endsWith("h") ? part.slice(0, -1) : part;
    const number = digits === "" ? Number.NaN : Number(digits);
    return digits === part ? number : number + hardened;
  });
  if (root !== "m" || numbers.some((each) => !Number.isInteger(each) || each < 0 || each >= 2 * hardened)) {
    throw new CheatError(`failed to parse the derivation path ${path}`);
  }
  return numbers;
}

const hmac = (key: Uint8Array | string, data: Uint8Array): [Uint8Array, Uint8Array] =>
  halves(new Uint8Array(createHmac("sha512", key).update(data).digest()));

/**
 * A key of a mnemonic: its seed by BIP-39 without a passphrase, then the children of BIP-32. Words are not looked up, so those of every
 * language are taken as they are, and none is refused for its checksum.
 */
function derived(mnemonic: string, prefix: string, index: bigint): bigint {
  const words = mnemonic
    .normalize("NFKD")
    .split(" ")
    .filter((word) => word !== "");
  if (words.length < 12 || words.length > 24 || words.length % 3 !== 0) {
    throw new CheatError("failed to parse the mnemonic: it has 12, 15, 18, 21 or 24 words");
  }
  const path = `${prefix}${prefix.endsWith("/") ? "" : "/"}${index}`;
  let [key, chain] = hmac("Bitcoin seed", pbkdf2Sync(words.join(" "), "mnemonic", 2048, 64, "sha512"));
  for (const number of pathNumbers(path)) {
    const place = bytesOfNumber(BigInt(number)).slice(28);
    const publicKey = secp256k1PublicKey(key);
    const compressed = joinBytes([Uint8Array.of(2 + ((publicKey[63] ?? 0) & 1)), publicKey.subarray(0, 32)]);
    const parent = number >= hardened ? joinBytes([Uint8Array.of(0), key]) : compressed;
    const [tweak, next] = hmac(chain, joinBytes([parent, place]));
    [key, chain] = [secp256k1Child(key, tweak), next];
  }
  return numberOfBytes(key);
}

const maxKeys = 1000n;

function rememberMany(call: CheatCall, mnemonic: string, prefix: string, count: bigint): AbiValue[] {
  if (count > maxKeys) throw new CheatError("so many keys are not to be had");
  return Array.from({ length: Number(count) }, (_, index) => remember(call, derived(mnemonic, prefix, BigInt(index))));
}

const derivation: readonly CheatCode[] = ["", ",string"].flatMap((language) => [
  define(`deriveKey(string,uint32${language})`, "uint256", (_, args) => [
    derived(textAt(args, 0), ordinaryPath, numberAt(args, 1)),
  ]),
  define(`deriveKey(string,string,uint32${language})`, "uint256", (_, args) => [
    derived(textAt(args, 0), textAt(args, 1), numberAt(args, 2)),
  ]),
  define(`rememberKeys(string,string${language},uint32)`, "address[]", (call, args) => [
    rememberMany(call, textAt(args, 0), textAt(args, 1), numberAt(args, language ? 3 : 2)),
  ]),
]);

type KeyOf = (call: CheatCall, args: readonly AbiValue[]) => bigint;

/** Who signs: a key, a wallet, an address that is remembered, or the only one that is. */
const signers: readonly (readonly [types: string, key: KeyOf])[] = [
  ["uint256,", (_, args) => numberAt(args, 0)],
  [`${wallet},`, (_, args) => numberAt(listAt(args, 0), 3)],
  ["address,", (call, args) => rememberedKey(call, textAt(args, 0))],
  ["", (call) => rememberedKey(call, undefined)],
];

const signatures: readonly CheatCode[] = signers.flatMap(([types, key]) => [
  define(`sign(${types}bytes32)`, "uint8,bytes32,bytes32", (call, args) =>
    signed(key(call, args), bytesAt(args, types ? 1 : 0)),
  ),
  define(`signCompact(${types}bytes32)`, "bytes32,bytes32", (call, args) =>
    signedCompact(key(call, args), bytesAt(args, types ? 1 : 0)),
  ),
]);

/** Keys, wallets and signatures. They are keys of tests: nothing of them is secret. */
export const keyCheats: readonly CheatCode[] = [
  define("addr(uint256)", "address", (_, args) => [addressOfKey(numberAt(args, 0))]),
  ...signatures,
  define("signP256(uint256,bytes32)", "bytes32,bytes32", (_, args) =>
    halves(p256Curve().sign(bytesAt(args, 1), p256Key(numberAt(args, 0)), { prehash: false, lowS: false })),
  ),
  define("publicKeyP256(uint256)", "uint256,uint256", (_, args) => {
    const pair = createECDH("prime256v1");
    pair.setPrivateKey(p256Key(numberAt(args, 0)));
    return halves(pair.getPublicKey().subarray(1)).map(numberOfBytes);
  }),
  define("signSm2(uint256,bytes32)", "bytes,bytes32,bytes32", (_, args) => {
    const signature = smSuite.sign(bytesAt(args, 1), bytesOfNumber(numberAt(args, 0)));
    return [signature.slice(64), signature.slice(0, 32), signature.slice(32, 64)];
  }),
  define("rememberKey(uint256)", "address", (call, args) => [remember(call, numberAt(args, 0))]),
  define("getWallets()", "address[]", ({ state }) => [[...state.wallets.keys()]]),
  define("createWallet(uint256)", wallet, (_, args) => walletOf(numberAt(args, 0))),
  define("createWallet(uint256,string)", wallet, (call, args) => {
    const made = walletOf(numberAt(args, 0));
    call.state.labels.set(addressOfKey(numberAt(args, 0)), textAt(args, 1));
    return made;
  }),
  define("createWallet(string)", wallet, (call, args) => {
    const key = keyOfText(call, textAt(args, 0));
    call.state.labels.set(addressOfKey(key), textAt(args, 0));
    return walletOf(key);
  }),
  ...derivation,
];
