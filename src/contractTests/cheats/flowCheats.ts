import { createHash } from "node:crypto";
import { Message } from "@ethereumjs/evm";
import { numberOfBytes } from "../../crypto/bigEndian";
import { addressDigits, addressOf } from "../../devchain/execution/knownAddress";
import { joined } from "./abiCode";
import { bytesAt, type CheatCall, type CheatCode, define, flagAt, numberAt, order, textAt } from "./cheatCode";
import { CheatError } from "./cheatEvm";

/** 32 random bytes that follow from the seed and from how many were asked for before. */
function randomWord({ state, ground }: CheatCall): Uint8Array {
  return new Uint8Array(
    createHash("sha256")
      .update(`${ground.seed}\n${state.randomCount++}`)
      .digest(),
  );
}

function randomBytes(call: CheatCall, count: bigint): Uint8Array {
  if (count > 65_536n) throw new CheatError("so many random bytes are not to be had");
  const parts = Array.from({ length: Math.ceil(Number(count) / 32) }, () => randomWord(call));
  return joined(parts).slice(0, Number(count));
}

function randomBetween(call: CheatCall, least: bigint, most: bigint): bigint {
  if (least > most) throw new CheatError("min must be less than or equal to max");
  return least + (numberOfBytes(randomWord(call)) % (most - least + 1n));
}

function bitsAt(args: Parameters<CheatCode["run"]>[1]): bigint {
  const bits = numberAt(args, 0);
  if (bits < 1n || bits > 256n) throw new CheatError("a number has 1 to 256 bits");
  return bits;
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
  define("randomBytes4()", "bytes4", (call) => [randomWord(call).slice(0, 4)]),
  define("randomBytes8()", "bytes8", (call) => [randomWord(call).slice(0, 8)]),
];

function codeOf({ ground }: CheatCall, name: string) {
  const found = ground.code(name);
  if (!found) throw new CheatError(`no matching artifact found for ${name}`);
  return found;
}

/** Makes a contract in the name of who asks. */
async function deploy(call: CheatCall, name: string, args: Uint8Array, value = 0n, salt?: Uint8Array) {
  const { evm, message } = call;
  const { creation } = codeOf(call, name);
  const { execResult, createdAddress } = await evm.runCall({
    message: new Message({
      caller: addressOf(message.caller),
      data: joined([creation, args]),
      value,
      gasLimit: 1_000_000_000n,
      depth: message.depth + 1,
      ...(salt ? { salt } : {}),
    }),
  });
  if (execResult.exceptionError || !createdAddress)
    throw new CheatError(`deployCode: the constructor of ${name} reverted`);
  return [addressDigits(createdAddress)];
}

const none = new Uint8Array(0);
const code: readonly CheatCode[] = [
  define("getCode(string)", "bytes", (call, args) => [codeOf(call, textAt(args, 0)).creation]),
  define("getDeployedCode(string)", "bytes", (call, args) => [codeOf(call, textAt(args, 0)).runtime]),
  define("deployCode(string)", "address", (call, args) => deploy(call, textAt(args, 0), none)),
  define("deployCode(string,bytes)", "address", (call, args) => deploy(call, textAt(args, 0), bytesAt(args, 1))),
  define("deployCode(string,uint256)", "address", (call, args) =>
    deploy(call, textAt(args, 0), none, numberAt(args, 1)),
  ),
  define("deployCode(string,bytes,uint256)", "address", (call, args) =>
    deploy(call, textAt(args, 0), bytesAt(args, 1), numberAt(args, 2)),
  ),
  define("deployCode(string,bytes32)", "address", (call, args) =>
    deploy(call, textAt(args, 0), none, 0n, bytesAt(args, 1)),
  ),
  define("deployCode(string,bytes,bytes32)", "address", (call, args) =>
    deploy(call, textAt(args, 0), bytesAt(args, 1), 0n, bytesAt(args, 2)),
  ),
  define("computeCreate2Address(bytes32,bytes32,address)", "address", ({ ground }, args) => {
    const sender = Buffer.from(textAt(args, 2), "hex");
    const hashed = ground.suite.hash(joined([Uint8Array.of(0xff), sender, bytesAt(args, 0), bytesAt(args, 1)]));
    return [Buffer.from(hashed.subarray(12)).toString("hex")];
  }),
];

function skip({ state }: CheatCall, wanted: boolean, reason: string): void {
  if (!wanted) return;
  state.skipped = reason;
  throw new CheatError("skipped");
}

/** What decides how a test goes on, chance, and code of the project. */
export const flowCheats: readonly CheatCode[] = [
  order("assume(bool)", ({ state }, args) => {
    if (flagAt(args, 0)) return;
    state.rejected = true;
    throw new CheatError("the values were rejected by vm.assume");
  }),
  order("skip(bool)", (call, args) => skip(call, flagAt(args, 0), "")),
  order("skip(bool,string)", (call, args) => skip(call, flagAt(args, 0), textAt(args, 1))),
  // Gas is measured here without them, there is no debugger that stops, and nothing is forked: they mean nothing here and do no harm.
  ...[
    "pauseGasMetering()",
    "resumeGasMetering()",
    "resetGasMetering()",
    "breakpoint(string)",
    "breakpoint(string,bool)",
    "allowCheatcodes(address)",
    "makePersistent(address)",
    "makePersistent(address,address)",
    "makePersistent(address,address,address)",
    "makePersistent(address[])",
    "sleep(uint256)",
  ].map((signature) => order(signature, () => undefined)),
  define("unixTime()", "uint256", () => [BigInt(Date.now())]),
  ...random,
  ...code,
];
