import { EVMError, type EVMOpts } from "@ethereumjs/evm";
import { numberOfBytes } from "../../crypto/bigEndian";
import type { FrameMemory } from "./frameMemory";
import type { RunState } from "./runState";

export type CustomOpcode = NonNullable<EVMOpts["customOpcodes"]>[number];

const wordGas = 3n;
const copyGas = 3n;
const hashGas = 6n;
const nothing = new Uint8Array(0);
const wordsOf = (length: bigint): bigint => (length + 31n) / 32n;

/** `runFrame` has put it there. */
const memoryOf = (state: RunState): FrameMemory => state.memory as unknown as FrameMemory;

/** Price of growing a frame's memory to hold `length` bytes from `offset` on: 3 a word and the square of the words over 512. */
function memoryGas(state: RunState, offset: bigint, length: bigint): bigint {
  if (length === 0n) return 0n;
  const words = wordsOf(offset + length);
  if (words <= state.memoryWordCount) return 0n;
  const cost = words * wordGas + (words * words) / 512n;
  const more = cost - state.highestMemCost;
  state.highestMemCost = cost;
  state.memoryWordCount = words;
  return more > 0n ? more : 0n;
}

/** Offset and length on top of the stack: the piece of memory that is read. */
function pieceGas(state: RunState): bigint {
  const [offset, length] = state.stack.peek(2) as [bigint, bigint];
  return memoryGas(state, offset, length);
}

const scratch = new Uint8Array(32);

/** Fills the target from a place in the bytes on, with zeros behind their end. */
function fillFrom(target: Uint8Array, bytes: Uint8Array, at: bigint): void {
  const start = at < BigInt(bytes.length) ? Number(at) : bytes.length;
  const piece = bytes.subarray(start, start + target.length);
  target.set(piece);
  if (piece.length < target.length) target.fill(0, piece.length);
}

/**
 * Opcodes that are what they are in Ethereum, done with less: the library gives their prices by promises, ends a frame by an exception, and
 * copies words twice.
 */
export function quickOpcodes(hash: (data: Uint8Array) => Uint8Array): CustomOpcode[] {
  return [
    {
      opcode: 0x20,
      opcodeName: "KECCAK256",
      baseFee: 30,
      gasFunction: (state, gas) => gas + pieceGas(state) + hashGas * wordsOf(state.stack.peek(2)[1] as bigint),
      logicFunction: (state) => {
        const [offset, length] = state.stack.popN(2) as [bigint, bigint];
        const data = length === 0n ? nothing : memoryOf(state).read(Number(offset), Number(length), true);
        state.stack.push(numberOfBytes(hash(data)));
      },
    },
    {
      opcode: 0x35,
      opcodeName: "CALLDATALOAD",
      baseFee: 3,
      logicFunction: (state) => {
        fillFrom(scratch, state.env.callData, state.stack.pop());
        state.stack.push(numberOfBytes(scratch));
      },
    },
    {
      opcode: 0x37,
      opcodeName: "CALLDATACOPY",
      baseFee: 3,
      gasFunction: (state, gas) => {
        const [to, , length] = state.stack.peek(3) as [bigint, bigint, bigint];
        return gas + memoryGas(state, to, length) + copyGas * wordsOf(length);
      },
      logicFunction: (state) => {
        const [to, from, length] = state.stack.popN(3) as [bigint, bigint, bigint];
        if (length === 0n) return;
        const bytes = new Uint8Array(Number(length));
        fillFrom(bytes, state.env.callData, from);
        memoryOf(state).write(Number(to), bytes.length, bytes);
      },
    },
    {
      // reading behind the end has a name of its own here, not a lack of gas
      opcode: 0x3e,
      opcodeName: "RETURNDATACOPY",
      baseFee: 3,
      gasFunction: (state, gas) => {
        const [at, from, length] = state.stack.peek(3) as [bigint, bigint, bigint];
        const price = gas + wordsOf(length) * copyGas + memoryGas(state, at, length);
        if (state.interpreter.getGasLeft() < price) throw new EVMError(EVMError.errorMessages.OUT_OF_GAS);
        if (from + length > state.interpreter.getReturnDataSize())
          throw new EVMError(EVMError.errorMessages.OUT_OF_RANGE);
        return price;
      },
      logicFunction: (state) => {
        const [at, from, length] = state.stack.popN(3) as [bigint, bigint, bigint];
        if (length === 0n) return;
        const data = state.interpreter.getReturnData().subarray(Number(from), Number(from + length));
        memoryOf(state).write(Number(at), Number(length), data);
      },
    },
    {
      opcode: 0x51,
      opcodeName: "MLOAD",
      baseFee: 3,
      gasFunction: (state, gas) => gas + memoryGas(state, state.stack.peek(1)[0] as bigint, 32n),
      logicFunction: (state) => {
        const at = Number(state.stack.pop());
        state.stack.push(memoryOf(state).word(at));
      },
    },
    {
      opcode: 0x52,
      opcodeName: "MSTORE",
      baseFee: 3,
      gasFunction: (state, gas) => gas + memoryGas(state, state.stack.peek(1)[0] as bigint, 32n),
      logicFunction: (state) => {
        const [at, word] = state.stack.popN(2) as [bigint, bigint];
        memoryOf(state).setWord(Number(at), word);
      },
    },
    {
      opcode: 0xf3,
      opcodeName: "RETURN",
      baseFee: 0,
      gasFunction: (state, gas) => gas + pieceGas(state),
      logicFunction: (state) => {
        const [offset, length] = state.stack.popN(2) as [bigint, bigint];
        const result = (state.interpreter as unknown as { _result: { returnValue: Uint8Array } })._result;
        result.returnValue = length === 0n ? nothing : memoryOf(state).read(Number(offset), Number(length));
        state.programCounter = state.code.length; // where code without an end stops
      },
    },
  ];
}
