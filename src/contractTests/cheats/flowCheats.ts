import { createHash } from "node:crypto";
import { numberOfBytes } from "../../crypto/bytes/bigEndian";
import { joinBytes } from "../../crypto/bytes/joinBytes";

import { type CheatCall, type CheatCode, define, flagAt, listAt, numberAt, order, textAt } from "./cheatCode";
import { CheatError, endings } from "./cheatError";

/** 32 random bytes that follow from the seed and from how many were asked for before. */
function randomWord({ state, context }: CheatCall): Uint8Array {
  return new Uint8Array(
    createHash("sha256")
      .update(`${state.randomSeed ?? context.seed}\n${state.randomCount++}`)
      .digest(),
  );
}

function randomBytes(call: CheatCall, count: bigint): Uint8Array {
  if (count > 65_536n) throw new CheatError("so many random bytes are not to be had");
  const parts = Array.from({ length: Math.ceil(Number(count) / 32) }, () => randomWord(call));
  return joinBytes(parts).slice(0, Number(count));
}

function randomBetween(call: CheatCall, min: bigint, max: bigint): bigint {
  if (min > max) throw new CheatError("min must be less than or equal to max");
  return min + (numberOfBytes(randomWord(call)) % (max - min + 1n));
}

function bitsAt(args: Parameters<CheatCode["run"]>[1]): bigint {
  const bits = numberAt(args, 0);
  if (bits < 1n || bits > 256n) throw new CheatError("a number has 1 to 256 bits");
  return bits;
}

/** The value, brought into the range as a remainder. */
function within(value: bigint, min: bigint, max: bigint): bigint {
  if (min > max) throw new CheatError("min must be less than or equal to max");
  if (value >= min && value <= max) return value;
  const size = max - min + 1n;
  return min + ((((value - min) % size) + size) % size);
}

const random: readonly CheatCode[] = [
  define("randomUint()", "uint256", (call) => [numberOfBytes(randomWord(call))]),
  define("randomUint(uint256)", "uint256", (call, args) => [
    BigInt.asUintN(Number(bitsAt(args)), numberOfBytes(randomWord(call))),
  ]),
  define("randomUint(uint256,uint256)", "uint256", (call, args) => [
    randomBetween(call, numberAt(args, 0), numberAt(args, 1)),
  ]),
  define("randomInt()", "int256", (call) => [BigInt.asIntN(256, numberOfBytes(randomWord(call)))]),
  define("randomInt(uint256)", "int256", (call, args) => [
    BigInt.asIntN(Number(bitsAt(args)), numberOfBytes(randomWord(call))),
  ]),
  define("randomAddress()", "address", (call) => [Buffer.from(randomWord(call).slice(12)).toString("hex")]),
  define("randomBool()", "bool", (call) => [(randomWord(call)[0] ?? 0) % 2 === 1]),
  define("randomBytes(uint256)", "bytes", (call, args) => [randomBytes(call, numberAt(args, 0))]),
  define("shuffle(uint256[])", "uint256[]", (call, args) => {
    const items = [...listAt(args, 0)];
    for (let at = items.length - 1; at > 0; at--) {
      const other = Number(randomBetween(call, 0n, BigInt(at)));
      [items[at], items[other]] = [items[other] ?? 0n, items[at] ?? 0n];
    }
    return [items];
  }),
  define("bound(uint256,uint256,uint256)", "uint256", (_, args) => [
    within(numberAt(args, 0), numberAt(args, 1), numberAt(args, 2)),
  ]),
  define("bound(int256,int256,int256)", "int256", (_, args) => [
    within(numberAt(args, 0), numberAt(args, 1), numberAt(args, 2)),
  ]),
  order("setSeed(uint256)", ({ state }, args) => {
    state.randomSeed = String(numberAt(args, 0));
    state.randomCount = 0;
  }),
  define("randomBytes4()", "bytes4", (call) => [randomWord(call).slice(0, 4)]),
  define("randomBytes8()", "bytes8", (call) => [randomWord(call).slice(0, 8)]),
];

function skip({ state }: CheatCall, wanted: boolean, reason: string): void {
  if (!wanted) return;
  state.skipped = reason;
  throw new CheatError(endings.skipped);
}

/** What decides how a test goes on, and chance. */
export const flowCheats: readonly CheatCode[] = [
  order("assume(bool)", (_, args) => {
    if (!flagAt(args, 0)) throw new CheatError(endings.rejected);
  }),
  order("skip(bool)", (call, args) => skip(call, flagAt(args, 0), "")),
  order("skip(bool,string)", (call, args) => skip(call, flagAt(args, 0), textAt(args, 1))),
  // There is no debugger that stops, and nothing is forked: they mean nothing here and do no harm.
  ...[
    "breakpoint(string)",
    "breakpoint(string,bool)",
    "allowCheatcodes(address)",
    "makePersistent(address)",
    "makePersistent(address,address)",
    "makePersistent(address,address,address)",
    "makePersistent(address[])",
    "sleep(uint256)",
    "revokePersistent(address)",
    "revokePersistent(address[])",
    "cool(address)",
    "pauseTracing()",
    "resumeTracing()",
  ].map((signature) => order(signature, () => undefined)),
  define("isPersistent(address)", "bool", () => [true]),
  define("sort(uint256[])", "uint256[]", (_, args) => [
    [...listAt(args, 0)].sort((left, right) => (left < right ? -1 : left > right ? 1 : 0)),
  ]),
  define("unixTime()", "uint256", () => [BigInt(Date.now())]),
  ...random,
];
