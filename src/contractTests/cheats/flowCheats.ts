import { createHash } from "node:crypto";
import { numberOfBytes } from "../../crypto/bytes/bigEndian";
import { joinBytes } from "../../crypto/bytes/joinBytes";
import { compareVersions } from "../../text/versions";
import { type CheatCall, type CheatCode, define, flagAt, listAt, numberAt, order, textAt } from "./cheatCode";
import { CheatError, endings } from "./cheatError";
import { addressOfKey } from "./keyCheats";

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

/** Scripts that tests run send from an account, which is no more than the sender of messages here: nothing goes to any chain. */
function broadcast({ state, message }: CheatCall, sender: string, single: boolean): void {
  const { depth, caller } = message;
  const present = state.pranks.find((each) => each.depth === depth);
  if (present) {
    throw new CheatError(
      present.broadcast ? "a broadcast is active already" : "cannot broadcast while a prank is ongoing",
    );
  }
  const added = { depth, caller, sender, origin: sender, single, delegate: false, used: false, broadcast: true };
  state.pranks = [...state.pranks, added];
}

const broadcasts = (["broadcast", "startBroadcast"] as const).flatMap((name) => {
  const single = name === "broadcast";
  return [
    order(`${name}()`, (call) => broadcast(call, call.evm.scope.origin, single)),
    order(`${name}(address)`, (call, args) => broadcast(call, textAt(args, 0), single)),
    order(`${name}(uint256)`, (call, args) => broadcast(call, addressOfKey(numberAt(args, 0)), single)),
  ];
});

/** The version of Foundry whose cheat codes these are: what tests compare. */
const version = "1.3.0";

/** How that version stands to another: 1, 0 or -1. */
function compared(text: string): bigint {
  if (!/^\d+\.\d+\.\d+$/.test(text)) throw new CheatError(`invalid version: ${text}`);
  return BigInt(Math.sign(compareVersions(version, text)));
}

/** Scripts of deployment, and what tests ask of the program that runs them. */
export const scriptCheats: readonly CheatCode[] = [
  ...broadcasts,
  order("stopBroadcast()", ({ state, message }) => {
    const present = state.pranks.find(({ depth, broadcast: on }) => on && depth === message.depth);
    if (!present) throw new CheatError("no broadcast in progress to stop");
    state.pranks = state.pranks.filter((each) => each !== present);
  }),
  define("getFoundryVersion()", "string", () => [version]),
  define("foundryVersionCmp(string)", "int256", (_, args) => [compared(textAt(args, 0))]),
  define("foundryVersionAtLeast(string)", "bool", (_, args) => [compared(textAt(args, 0)) >= 0n]),
  // TestGroup and Test of Foundry's list
  define("isContext(uint8)", "bool", (_, args) => [numberAt(args, 0) < 2n]),
];
