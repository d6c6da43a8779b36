import { jumpTargets, op, opcodes, pushedNumber } from "../../chain/evm/opcodes";
import { combined, maxWord } from "../../chain/evm/wordArithmetic";
import { numberAt } from "../../crypto/bytes/bigEndian";
import type { Frame } from "./frame";
import { maxHeight } from "./frameStack";

/** What the code of a contract comes to, for the opcodes here. */
export interface StackCode {
  /** 1 where a jump may go. */
  readonly jumps: Uint8Array;
  /** What the PUSH at a position puts on the stack, once it has been run. */
  readonly pushes: (bigint | undefined)[];
}

/** Prices of the opcodes here by their code, and of those that touch nothing but the stack; NaN for all others. */
export interface StackFees {
  readonly all: Float64Array;
  readonly stackOnly: Float64Array;
}

const one = 1n;
const zero = 0n;

/** Price of MLOAD and MSTORE where memory need not grow. */
const memoryFee = 3;
const [load, store] = [0x51, 0x52];
const [addMod, mulMod] = [0x08, 0x09];
const [callValue, callDataLoad, callDataSize, gas] = [0x34, 0x35, 0x36, 0x5a];

/** Gas for memory of so many words (`memoryGas` in plain numbers). */
const memoryPrice = (words: number): number => 3 * words + Math.floor((words * words) / 512);

/** How many words the opcodes here take from the stack. */
const taken = Uint8Array.from({ length: 256 }, (_, opcode) => opcodes[opcode]?.pops ?? 0);

/** Prices of the opcodes here, of those that a revision of the EVM has: `priceOf` gives undefined for the others. */
export function stackFees(priceOf: (opcode: number) => number | undefined): StackFees {
  const stackOnly = Float64Array.from({ length: 256 }, (_, opcode) =>
    opcodes[opcode]?.stackOnly ? (priceOf(opcode) ?? Number.NaN) : Number.NaN,
  );
  const all = stackOnly.slice();
  all[load] = memoryFee;
  all[store] = memoryFee;
  for (const opcode of [addMod, mulMod, callValue, callDataLoad, callDataSize, gas])
    all[opcode] = priceOf(opcode) ?? Number.NaN;
  return { all, stackOnly };
}

/** What is worked out once for each code. */
export const stackCode = (code: Uint8Array): StackCode => ({
  jumps: jumpTargets(code),
  pushes: new Array(code.length),
});

/**
 * Runs opcodes from the program counter on, as long as they touch nothing but stack, program counter and memory, or ask for what the frame
 * was called with: nearly all that compilers write. It stops in front of anything else, and of anything that goes wrong (too little gas, a
 * stack too short or too full, a jump to nowhere), which is then the library's to do or to refuse. Gas is counted in a plain number
 * meanwhile, and at most `maxGas` of it is spent in one go. `fees` says which of the opcodes here are to be run, at which price.
 * test/unit/devchain/stackOpcodes.test.ts holds it against the library's own loop.
 */
export function runStackOpcodes(frame: Frame, { jumps, pushes }: StackCode, fees: Float64Array, maxGas: number): void {
  const { stack, code, memory, env } = frame;
  const { words } = stack;
  let memoryWords = Number(frame.memoryWordCount);
  const available = Math.min(Number(frame.gasLeft), maxGas); // beyond 2^53 it is not exact, but nor is there time to spend so much
  let { height } = stack;
  let pc = frame.programCounter;
  let spent = 0;
  while (pc < code.length) {
    const opcode = code[pc] as number;
    let after = spent + (fees[opcode] as number);
    // not so for a price that is no number
    if (!(after <= available) || height < (taken[opcode] as number)) break;
    if (opcode >= 0x90) {
      const other = height - (opcode - 0x8e);
      const top = words[height - 1] as bigint;
      words[height - 1] = words[other] as bigint;
      words[other] = top;
      pc++;
    } else if (opcode >= 0x5f) {
      if (height === maxHeight) break;
      if (opcode >= 0x80) {
        words[height] = words[height - (opcode - 0x7f)] as bigint;
        pc++;
      } else {
        let pushed = opcode === op.push0 ? zero : pushes[pc];
        if (pushed === undefined) {
          pushed = pushedNumber(code, pc);
          pushes[pc] = pushed;
        }
        words[height] = pushed;
        pc += opcode - 0x5e;
      }
      height++;
    } else if (opcode === 0x5b) {
      pc++;
    } else if (opcode === 0x50) {
      height--;
      pc++;
    } else if (opcode === 0x56) {
      const to = Number(words[height - 1]);
      if (jumps[to] !== 1) break;
      height--;
      pc = to;
    } else if (opcode === 0x57) {
      if (words[height - 2] === zero) pc++;
      else {
        const to = Number(words[height - 1]);
        if (jumps[to] !== 1) break;
        pc = to;
      }
      height -= 2;
    } else if (opcode === 0x15) {
      words[height - 1] = words[height - 1] === zero ? one : zero;
      pc++;
    } else if (opcode === 0x19) {
      words[height - 1] = maxWord ^ (words[height - 1] as bigint);
      pc++;
    } else if (opcode === store || opcode === load) {
      const at = Number(words[height - 1]);
      const needed = Math.ceil(at / 32) + 1;
      if (needed > memoryWords) {
        after += memoryPrice(needed) - memoryPrice(memoryWords);
        if (after > available) break;
        memoryWords = needed;
      }
      if (opcode === load) words[height - 1] = memory.word(at);
      else {
        memory.setWord(at, words[height - 2] as bigint);
        height -= 2;
      }
      pc++;
    } else if (opcode === callDataLoad) {
      const at = Number(words[height - 1]);
      words[height - 1] = at < env.callData.length ? numberAt(env.callData, at) : zero;
      pc++;
    } else if (opcode === callDataSize || opcode === callValue || opcode === gas) {
      if (height === maxHeight) break;
      if (opcode === callDataSize) words[height] = BigInt(env.callData.length);
      else words[height] = opcode === callValue ? env.callValue : frame.gasLeft - BigInt(after);
      height++;
      pc++;
    } else if (opcode === addMod || opcode === mulMod) {
      const modulus = words[height - 3] as bigint;
      const [left, right] = [words[height - 1] as bigint, words[height - 2] as bigint];
      if (modulus !== zero) words[height - 3] = (opcode === addMod ? left + right : left * right) % modulus;
      height -= 2;
      pc++;
    } else if (opcode === 0x00) {
      pc = code.length;
    } else {
      words[height - 2] = combined(opcode, words[height - 1] as bigint, words[height - 2] as bigint);
      height--;
      pc++;
    }
    spent = after;
  }
  if (spent > 0) frame.gasLeft -= BigInt(spent);
  if (memoryWords > frame.memoryWordCount) {
    frame.memoryWordCount = BigInt(memoryWords);
    frame.highestMemCost = BigInt(memoryPrice(memoryWords));
  }
  stack.height = height;
  frame.programCounter = pc;
}
