import { EVMError } from "@ethereumjs/evm";
import { numberAt, numberOfBytes } from "../../crypto/bytes/bigEndian";
import type { Frame } from "./frame";
import { memoryGas, wordsOf } from "./frameMemory";
import { messageOpcodes } from "./messageOpcodes";
import type { FrameOpcode } from "./opcodeTable";

const copyGas = 3n;
const hashGas = 6n;
const nothing: Uint8Array = new Uint8Array(0);

/** Offset and length on top of the stack: the piece of memory that is read. */
function pieceGas(frame: Frame): bigint {
  const [offset, length] = frame.stack.peek(2) as [bigint, bigint];
  return memoryGas(frame, offset, length);
}

/** Fills the target from a place in the bytes on, with zeros behind their end. */
function fillFrom(target: Uint8Array, bytes: Uint8Array, at: bigint): void {
  const start = at < BigInt(bytes.length) ? Number(at) : bytes.length;
  const piece = bytes.subarray(start, start + target.length);
  target.set(piece);
  if (piece.length < target.length) target.fill(0, piece.length);
}

/** Copies bytes that a frame has to its memory. */
const copying = (opcode: number, opcodeName: string, bytesOf: (frame: Frame) => Uint8Array): FrameOpcode => ({
  opcode,
  opcodeName,
  baseFee: 3,
  gasFunction: (frame, gas) => {
    const [to, , length] = frame.stack.peek(3) as [bigint, bigint, bigint];
    return gas + memoryGas(frame, to, length) + copyGas * wordsOf(length);
  },
  logicFunction: (frame) => {
    const [to, from, length] = frame.stack.popN(3) as [bigint, bigint, bigint];
    if (length === 0n) return;
    const bytes = new Uint8Array(Number(length));
    fillFrom(bytes, bytesOf(frame), from);
    frame.memory.write(Number(to), bytes.length, bytes);
  },
});

/**
 * Opcodes that are what they are in Ethereum, done with less: the library gives their prices by promises, ends a frame by an exception, and
 * copies words twice.
 */
export function quickOpcodes(hash: (data: Uint8Array) => Uint8Array): FrameOpcode[] {
  return [
    ...messageOpcodes,
    {
      opcode: 0x20,
      opcodeName: "KECCAK256",
      baseFee: 30,
      gasFunction: (frame, gas) => gas + pieceGas(frame) + hashGas * wordsOf(frame.stack.peek(2)[1] as bigint),
      logicFunction: (frame) => {
        const [offset, length] = frame.stack.popN(2) as [bigint, bigint];
        const data = length === 0n ? nothing : frame.memory.read(Number(offset), Number(length), true);
        frame.stack.push(numberOfBytes(hash(data)));
      },
    },
    {
      opcode: 0x35,
      opcodeName: "CALLDATALOAD",
      baseFee: 3,
      logicFunction: (frame) => {
        const { callData } = frame.env;
        const at = frame.stack.pop();
        frame.stack.push(at < BigInt(callData.length) ? numberAt(callData, Number(at)) : 0n);
      },
    },
    copying(0x37, "CALLDATACOPY", (frame) => frame.env.callData),
    {
      // reading behind the end has a name of its own here, not a lack of gas
      opcode: 0x3e,
      opcodeName: "RETURNDATACOPY",
      baseFee: 3,
      gasFunction: (frame, gas) => {
        const [at, from, length] = frame.stack.peek(3) as [bigint, bigint, bigint];
        const price = gas + wordsOf(length) * copyGas + memoryGas(frame, at, length);
        if (frame.gasLeft < price) throw new EVMError(EVMError.errorMessages.OUT_OF_GAS);
        if (from + length > BigInt(frame.returnBytes.length)) throw new EVMError(EVMError.errorMessages.OUT_OF_RANGE);
        return price;
      },
      logicFunction: (frame) => {
        const [at, from, length] = frame.stack.popN(3) as [bigint, bigint, bigint];
        if (length === 0n) return;
        const data = frame.returnBytes.subarray(Number(from), Number(from + length));
        frame.memory.write(Number(at), Number(length), data);
      },
    },
    {
      opcode: 0x51,
      opcodeName: "MLOAD",
      baseFee: 3,
      gasFunction: (frame, gas) => gas + memoryGas(frame, frame.stack.peek(1)[0] as bigint, 32n),
      logicFunction: (frame) => {
        const at = Number(frame.stack.pop());
        frame.stack.push(frame.memory.word(at));
      },
    },
    {
      opcode: 0x52,
      opcodeName: "MSTORE",
      baseFee: 3,
      gasFunction: (frame, gas) => gas + memoryGas(frame, frame.stack.peek(1)[0] as bigint, 32n),
      logicFunction: (frame) => {
        const [at, word] = frame.stack.popN(2) as [bigint, bigint];
        frame.memory.setWord(Number(at), word);
      },
    },
    {
      opcode: 0xf3,
      opcodeName: "RETURN",
      baseFee: 0,
      gasFunction: (frame, gas) => gas + pieceGas(frame),
      logicFunction: (frame) => {
        const [offset, length] = frame.stack.popN(2) as [bigint, bigint];
        frame.returnValue = length === 0n ? nothing : frame.memory.read(Number(offset), Number(length));
        frame.programCounter = frame.code.length; // where code without an end stops
      },
    },
    {
      opcode: 0xfd,
      opcodeName: "REVERT",
      baseFee: 0,
      gasFunction: (frame, gas) => gas + pieceGas(frame),
      logicFunction: (frame) => {
        const [offset, length] = frame.stack.popN(2) as [bigint, bigint];
        frame.revert(length === 0n ? nothing : frame.memory.read(Number(offset), Number(length)));
      },
    },
    copying(0x39, "CODECOPY", (frame) => frame.code),
  ];
}
