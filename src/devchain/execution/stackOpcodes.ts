import { numberOfBytes } from "../../crypto/bigEndian";
import type { Frame } from "./frame";
import { tallest } from "./frameStack";

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

const wordSpan = 1n << 256n;
const largestWord = wordSpan - 1n;
const signBit = 1n << 255n;
const one = 1n;
const zero = 0n;

/** Numbers of two's complement keep their order when the sign bit is turned over. */
const ordered = (word: bigint): bigint => word ^ signBit;

const isPush = (opcode: number): boolean => opcode >= 0x60 && opcode <= 0x7f;

/** How many words an opcode takes from the stack; undefined: it is none of those here. */
function wordsTaken(opcode: number): number | undefined {
  if (isPush(opcode)) return 0;
  if (opcode >= 0x80 && opcode <= 0x8f) return opcode - 0x7f; // DUP
  if (opcode >= 0x90 && opcode <= 0x9f) return opcode - 0x8e; // SWAP
  switch (opcode) {
    case 0x00: // STOP
    case 0x5b: // JUMPDEST
    case 0x5f: // PUSH0
      return 0;
    case 0x15: // ISZERO
    case 0x19: // NOT
    case 0x50: // POP
    case 0x56: // JUMP
      return 1;
    case 0x01: // ADD
    case 0x02: // MUL
    case 0x03: // SUB
    case 0x04: // DIV
    case 0x10: // LT
    case 0x11: // GT
    case 0x12: // SLT
    case 0x13: // SGT
    case 0x14: // EQ
    case 0x16: // AND
    case 0x17: // OR
    case 0x18: // XOR
    case 0x1b: // SHL
    case 0x1c: // SHR
    case 0x57: // JUMPI
      return 2;
    default:
      return undefined;
  }
}

/** Price of MLOAD and MSTORE where memory need not grow. */
const memoryFee = 3;
const [load, store] = [0x51, 0x52];

const taken = Array.from({ length: 256 }, (_, opcode) =>
  opcode === load ? 1 : opcode === store ? 2 : wordsTaken(opcode),
);

/** Whether an opcode touches nothing but stack and program counter: whoever knows the code knows what it does. */
export const isStackOpcode = (opcode: number): boolean => wordsTaken(opcode) !== undefined;

/** Prices of the opcodes here, of those that a revision of the EVM has: `priceOf` gives undefined for the others. */
export function stackFees(priceOf: (opcode: number) => number | undefined): StackFees {
  const stackOnly = Float64Array.from({ length: 256 }, (_, opcode) =>
    isStackOpcode(opcode) ? (priceOf(opcode) ?? Number.NaN) : Number.NaN,
  );
  const all = stackOnly.slice();
  all[load] = memoryFee;
  all[store] = memoryFee;
  return { all, stackOnly };
}

/** Finds where jumps may go in code. */
export function stackCode(code: Uint8Array): StackCode {
  const jumps = new Uint8Array(code.length);
  for (let pc = 0; pc < code.length; pc++) {
    const opcode = code[pc] as number;
    if (opcode === 0x5b) jumps[pc] = 1;
    else if (isPush(opcode)) pc += opcode - 0x5f;
  }
  return { jumps, pushes: new Array(code.length) };
}

/** The number behind a PUSH; behind the end of the code there are zeros. */
function pushedNumber(code: Uint8Array, pc: number): bigint {
  const size = (code[pc] as number) - 0x5f;
  const bytes = code.subarray(pc + 1, pc + 1 + size);
  return numberOfBytes(bytes) << BigInt(8 * (size - bytes.length));
}

/** What an opcode with two operands puts in their place; `a` was on top. */
function combined(opcode: number, a: bigint, b: bigint): bigint {
  switch (opcode) {
    case 0x01: {
      const sum = a + b;
      return sum > largestWord ? sum - wordSpan : sum;
    }
    case 0x02:
      return (a * b) & largestWord;
    case 0x03:
      return a >= b ? a - b : a - b + wordSpan;
    case 0x04:
      return b === zero ? zero : a / b;
    case 0x10:
      return a < b ? one : zero;
    case 0x11:
      return a > b ? one : zero;
    case 0x12:
      return ordered(a) < ordered(b) ? one : zero;
    case 0x13:
      return ordered(a) > ordered(b) ? one : zero;
    case 0x14:
      return a === b ? one : zero;
    case 0x16:
      return a & b;
    case 0x17:
      return a | b;
    case 0x18:
      return a ^ b;
    case 0x1b:
      return a > 255n ? zero : (b << a) & largestWord;
    default: // 0x1c
      return a > 255n ? zero : b >> a;
  }
}

/**
 * Runs opcodes from the program counter on, as long as they touch nothing but stack, program counter and memory that is there: nineteen of twenty
 * in what compilers write. It stops in front of anything else, and of anything that goes wrong (too little gas, a stack too short or
 * too full, a jump to nowhere), which is then the library's to do or to refuse. Gas is counted in a plain number meanwhile, and at most
 * `mostGas` of it is spent in one go. `fees` says which of the opcodes here are to be run, at which price.
 * test/unit/devchain/stackOpcodes.test.ts holds it against the library's own loop.
 */
export function runStackOpcodes(frame: Frame, { jumps, pushes }: StackCode, fees: Float64Array, mostGas: number): void {
  const { stack, code, memory } = frame;
  const { words } = stack;
  const lastWord = Number(frame.memoryWordCount) * 32 - 32; // below 0 where there is no memory yet
  const available = Math.min(Number(frame.gasLeft), mostGas); // beyond 2^53 it is not exact, but nor is there time to spend so much
  let { height } = stack;
  let pc = frame.programCounter;
  let spent = 0;
  while (pc < code.length) {
    const opcode = code[pc] as number;
    const after = spent + (fees[opcode] as number);
    // not so for a price that is no number
    if (!(after <= available) || height < (taken[opcode] as number)) break;
    if (opcode >= 0x90) {
      const other = height - (opcode - 0x8e);
      const top = words[height - 1] as bigint;
      words[height - 1] = words[other] as bigint;
      words[other] = top;
      pc++;
    } else if (opcode >= 0x5f) {
      if (height === tallest) break;
      if (opcode >= 0x80) {
        words[height] = words[height - (opcode - 0x7f)] as bigint;
        pc++;
      } else {
        let pushed = opcode === 0x5f ? zero : pushes[pc];
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
      words[height - 1] = largestWord ^ (words[height - 1] as bigint);
      pc++;
    } else if (opcode === store) {
      const at = Number(words[height - 1]);
      if (at > lastWord) break;
      memory.setWord(at, words[height - 2] as bigint);
      height -= 2;
      pc++;
    } else if (opcode === load) {
      const at = Number(words[height - 1]);
      if (at > lastWord) break;
      words[height - 1] = memory.word(at);
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
  stack.height = height;
  frame.programCounter = pc;
}
