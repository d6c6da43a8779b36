import { bytesOfNumber, numberOfBytes } from "../../crypto/bigEndian";
import { bytesToHexDigits } from "../../crypto/hex";
import { keccak256 } from "../../crypto/keccak256";
import { secp256k1PublicKey, secp256k1Sign } from "../../crypto/secp256k1";
import { smSuite } from "../../crypto/suites";
import {
  codeTable,
  readAccount,
  readCode,
  storageTable,
  writeAccount,
} from "../../devchain/execution/flatStateManager";
import type { Value } from "./abiCode";
import { bytesAt, type CheatCall, type CheatCode, define, flagAt, listAt, numberAt, order, textAt } from "./cheatCode";
import { CheatError } from "./cheatEvm";

const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const utf8 = new TextEncoder();

/** A key as a number. @throws CheatError for one that the curve does not have. */
function keyOf(number: bigint): Uint8Array {
  if (number <= 0n) throw new CheatError("private key cannot be 0");
  if (number >= curveOrder) throw new CheatError("private key must be less than the secp256k1 curve order");
  return bytesOfNumber(number);
}

/** What ECRECOVER gives for this key: keccak256 of the public key on chains of both kinds. */
function addressOfKey(key: bigint): string {
  return bytesToHexDigits(keccak256(secp256k1PublicKey(keyOf(key))).subarray(12));
}

function signed(key: bigint, digest: Uint8Array): Value[] {
  const signature = secp256k1Sign(digest, keyOf(key));
  return [27n + BigInt(signature[64] ?? 0), signature.slice(0, 32), signature.slice(32, 64)];
}

function walletOf(key: bigint): Value[] {
  const publicKey = secp256k1PublicKey(keyOf(key));
  return [[addressOfKey(key), numberOfBytes(publicKey.subarray(0, 32)), numberOfBytes(publicKey.subarray(32)), key]];
}

const wallet = "(address,uint256,uint256,uint256)";
const keyOfText = ({ ground }: CheatCall, text: string): bigint => numberOfBytes(ground.suite.hash(utf8.encode(text)));

/** Puts code at an address. */
function putCode({ ground: { store, suite } }: CheatCall, address: string, code: Uint8Array): void {
  if (code.length === 0) {
    writeAccount(store, address, { codeHash: "" });
    return;
  }
  const hash = bytesToHexDigits(suite.hash(code));
  if (store.get(codeTable, hash) === undefined) store.set(codeTable, hash, code.slice());
  writeAccount(store, address, { codeHash: hash });
}

function startPrank(
  { state, message }: CheatCall,
  sender: string,
  origin: string | undefined,
  single: boolean,
  delegate: boolean,
): void {
  const { depth, caller } = message;
  const present = state.pranks.find((each) => each.depth === depth);
  if (present && single && !present.single) {
    throw new CheatError(
      "cannot override an ongoing prank with a single vm.prank; use vm.startPrank to override the current prank",
    );
  }
  const others = state.pranks.filter((each) => each !== present);
  state.pranks = [...others, { depth, caller, sender, origin, single, delegate }];
}

function stopPrank({ state, message }: CheatCall): void {
  state.pranks = state.pranks.filter(({ depth }) => depth !== message.depth);
}

function readCallers({ state, message, evm }: CheatCall): Value[] {
  const prank = state.pranks.find(({ depth }) => depth === message.depth);
  const origin = evm.scope.origin;
  if (!prank) return [0n, message.caller, origin];
  return [prank.single ? 3n : 4n, prank.sender, prank.origin ?? origin];
}

const pranks: readonly CheatCode[] = (["prank", "startPrank"] as const).flatMap((name) => {
  const single = name === "prank";
  return [
    order(`${name}(address)`, (call, args) => startPrank(call, textAt(args, 0), undefined, single, false)),
    order(`${name}(address,address)`, (call, args) =>
      startPrank(call, textAt(args, 0), textAt(args, 1), single, false),
    ),
    order(`${name}(address,bool)`, (call, args) =>
      startPrank(call, textAt(args, 0), undefined, single, flagAt(args, 1)),
    ),
    order(`${name}(address,address,bool)`, (call, args) =>
      startPrank(call, textAt(args, 0), textAt(args, 1), single, flagAt(args, 2)),
    ),
  ];
});

const keys: readonly CheatCode[] = [
  define("addr(uint256)", "address", (_, args) => [addressOfKey(numberAt(args, 0))]),
  define("sign(uint256,bytes32)", "uint8,bytes32,bytes32", (_, args) => signed(numberAt(args, 0), bytesAt(args, 1))),
  define(`sign(${wallet},bytes32)`, "uint8,bytes32,bytes32", (_, args) =>
    signed(numberAt(listAt(args, 0), 3), bytesAt(args, 1)),
  ),
  define("rememberKey(uint256)", "address", (_, args) => [addressOfKey(numberAt(args, 0))]),
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
  define("signSm2(uint256,bytes32)", "bytes,bytes32,bytes32", (_, args) => {
    const signature = smSuite.sign(bytesAt(args, 1), bytesOfNumber(numberAt(args, 0)));
    return [signature.slice(64), signature.slice(0, 32), signature.slice(32, 64)];
  }),
];

const records: readonly CheatCode[] = [
  order("deal(address,uint256)", ({ ground }, args) =>
    writeAccount(ground.store, textAt(args, 0), { balance: numberAt(args, 1) }),
  ),
  order("etch(address,bytes)", (call, args) => putCode(call, textAt(args, 0), bytesAt(args, 1))),
  order("store(address,bytes32,bytes32)", ({ ground }, args) => {
    const value = bytesAt(args, 2);
    const empty = value.every((byte) => byte === 0);
    ground.store.set(storageTable(textAt(args, 0)), bytesToHexDigits(bytesAt(args, 1)), empty ? undefined : value);
  }),
  define("load(address,bytes32)", "bytes32", ({ ground }, args) => {
    const value = ground.store.get(storageTable(textAt(args, 0)), bytesToHexDigits(bytesAt(args, 1)));
    return [value instanceof Uint8Array ? bytesOfNumber(numberOfBytes(value)) : new Uint8Array(32)];
  }),
  define("getNonce(address)", "uint64", ({ ground }, args) => [
    readAccount(ground.store, textAt(args, 0))?.nonce ?? 0n,
  ]),
  ...["setNonce(address,uint64)", "setNonceUnsafe(address,uint64)"].map((signature) =>
    order(signature, ({ ground }, args) => writeAccount(ground.store, textAt(args, 0), { nonce: numberAt(args, 1) })),
  ),
  order("resetNonce(address)", ({ ground }, args) => {
    const address = textAt(args, 0);
    writeAccount(ground.store, address, { nonce: readCode(ground.store, address).length > 0 ? 1n : 0n });
  }),
  order("label(address,string)", ({ state }, args) => state.labels.set(textAt(args, 0), textAt(args, 1))),
  define("getLabel(address)", "string", ({ state }, args) => [
    state.labels.get(textAt(args, 0)) ?? `unlabeled:0x${textAt(args, 0)}`,
  ]),
];

/** Whether the account has code, so that compilers' own checks let a message to it pass. */
export function ensureCode(call: CheatCall, address: string): void {
  if (readCode(call.ground.store, address).length === 0) putCode(call, address, new Uint8Array(1));
}

/** Who sends, what accounts hold, keys and signatures. */
export const accountCheats: readonly CheatCode[] = [
  ...pranks,
  order("stopPrank()", stopPrank),
  define("readCallers()", "uint8,address,address", readCallers),
  ...keys,
  ...records,
];

/** The next message comes from the address, as sender and origin. */
export function prankOnce(call: CheatCall, sender: string, single: boolean): void {
  startPrank(call, sender, sender, single, false);
}
