import { EVMError } from "@ethereumjs/evm";
import type { Address } from "@ethereumjs/util";
import { bytesOfNumber } from "../../crypto/bytes/bigEndian";
import type { Frame } from "./frame";
import { memoryGas } from "./frameMemory";
import { addressOfWord } from "./knownAddress";
import type { FrameOpcode } from "./opcodeTable";

/** Every account is a cold one (evm-differences.md, "Gas"). */
export const accountGas = 2600n;
const valueGas = 9000n;
/** What a message with a value brings along for whom it goes to. */
const stipend = 2300n;
const topicGas = 375n;
const byteGas = 8n;
const nothing: Uint8Array = new Uint8Array(0);

/** So many messages within each other are sent without waiting. */
const piece = 32;

type Words = bigint[];
type Send = (frame: Frame, gas: bigint, to: Address, value: bigint, data: Uint8Array) => Promise<bigint>;

const staticChange = (): EVMError => new EVMError(EVMError.errorMessages.STATIC_STATE_CHANGE);

/**
 * An opcode that sends a message. On its stack are gas, receiver, `withValue` the value, and place and length of the data and of the room
 * for the answer.
 */
function messageOpcode(opcode: number, opcodeName: string, withValue: boolean, send: Send): FrameOpcode {
  const count = withValue ? 7 : 6;
  const data = withValue ? 3 : 2;
  return {
    opcode,
    opcodeName,
    baseFee: 0,
    gasFunction: (frame, gas) => {
      const words: Words = frame.stack.peek(count);
      const paying = withValue && words[2] !== 0n;
      if (paying && opcode === 0xf1 && frame.env.isStatic) throw staticChange();
      const memory =
        memoryGas(frame, words[data] as bigint, words[data + 1] as bigint) +
        memoryGas(frame, words[data + 2] as bigint, words[data + 3] as bigint);
      const price = gas + memory + accountGas + (paying ? valueGas : 0n);
      const left = frame.gasLeft - price;
      if (left < 0n) throw new EVMError(EVMError.errorMessages.OUT_OF_GAS);
      const max = left - left / 64n;
      const wanted = words[0] as bigint;
      frame.messageGasLimit = wanted > max ? max : wanted;
      return price;
    },
    logicFunction: async (frame) => {
      // messages within messages go as deep as 1024, which the stack of JavaScript would not bear in one piece
      if (frame.env.depth % piece === piece - 1) await undefined;
      const words: Words = frame.stack.popN(count);
      const [from, length, to, room] = words.slice(data) as [bigint, bigint, bigint, bigint];
      const value = withValue ? (words[2] as bigint) : 0n;
      let gas = frame.messageGasLimit ?? 0n;
      frame.messageGasLimit = undefined;
      if (value !== 0n) {
        frame.addStipend(stipend);
        gas += stipend;
      }
      const input = length === 0n ? nothing : frame.memory.read(Number(from), Number(length), true);
      const ended = await send(frame, gas, addressOfWord(words[1] as bigint), value, input);
      const { returnBytes, memory } = frame;
      const size = Math.min(returnBytes.length, Number(room));
      if (size > 0) memory.write(Number(to), size, returnBytes.subarray(0, size));
      frame.stack.push(ended);
    },
  };
}

const logOpcode = (topics: number): FrameOpcode => ({
  opcode: 0xa0 + topics,
  opcodeName: "LOG",
  baseFee: 375,
  gasFunction: (frame, gas) => {
    if (frame.env.isStatic) throw staticChange();
    const [at, length] = frame.stack.peek(2) as [bigint, bigint];
    return gas + memoryGas(frame, at, length) + topicGas * BigInt(topics) + byteGas * length;
  },
  logicFunction: (frame) => {
    const [at, length] = frame.stack.popN(2) as [bigint, bigint];
    const words = frame.stack.popN(topics);
    const data = length === 0n ? nothing : frame.memory.read(Number(at), Number(length));
    frame.log(data, topics, words.map(bytesOfNumber));
  },
});

/** Messages, events and what is asked of other accounts: as in Ethereum, where nothing is warm, and without a promise for each price. */
export const messageOpcodes: readonly FrameOpcode[] = [
  messageOpcode(0xf1, "CALL", true, (frame, gas, to, value, data) => frame.call(gas, to, value, data)),
  messageOpcode(0xf2, "CALLCODE", true, (frame, gas, to, value, data) => frame.callCode(gas, to, value, data)),
  messageOpcode(0xf4, "DELEGATECALL", false, (frame, gas, to, _, data) =>
    frame.callDelegate(gas, to, frame.getCallValue(), data),
  ),
  messageOpcode(0xfa, "STATICCALL", false, (frame, gas, to, value, data) => frame.callStatic(gas, to, value, data)),
  ...[0, 1, 2, 3, 4].map(logOpcode),
  {
    opcode: 0x3b,
    opcodeName: "EXTCODESIZE",
    baseFee: Number(accountGas),
    logicFunction: (frame) => {
      const code = frame.stateManager.codeSeen(addressOfWord(frame.stack.pop()));
      // code of Ethereum's object format shows no more than that it is such
      frame.stack.push(code[0] === 0xef && code[1] === 0 ? 2n : BigInt(code.length));
    },
  },
];
