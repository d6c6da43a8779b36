import type { ExecutionRecording } from "../../chain/dev/executionRecording";
import { opcodes, sendsMessage } from "../../chain/evm/opcodes";
import { bytesOfNumber } from "../../crypto/bytes/bigEndian";
import { bytesToHexDigits, numberToHex } from "../../crypto/bytes/hex";
import type { PlayedFrame } from "../../debugger/replay/recordingPlayer";
import { errorCodes, Web3Error } from "../model/web3Error";
import { walk } from "./walk";

/** How geth's struct logger can be asked. */
interface StructLogOptions {
  readonly disableStack: boolean;
  readonly disableStorage: boolean;
  readonly enableMemory: boolean;
  /** Steps at most; 0: as many as one answer has. */
  readonly limit: number;
}

/** What one answer has at most. */
const max = { steps: 200_000, memory: 32 * 1024 * 1024 };

interface StructLog {
  readonly pc: number;
  readonly op: string;
  readonly gas: number;
  /** @public of the answer */
  gasCost: number;
  readonly depth: number;
  readonly stack?: readonly string[];
  readonly memory?: readonly string[];
  storage?: Readonly<Record<string, string>>;
}

const digits = (word: bigint): string => bytesToHexDigits(bytesOfNumber(word));

function memoryWords(frame: PlayedFrame): string[] {
  const words: string[] = [];
  for (let at = 0; at < frame.memory.size; at += 32) words.push(bytesToHexDigits(frame.memory.read(at, 32)));
  return words;
}

/** Every opcode of an execution, as geth's struct logger gives them. @throws Web3Error where they are too many for one answer */
export function structLogs(recording: ExecutionRecording, options: StructLogOptions): object {
  const logs: StructLog[] = [];
  const storage = new Map<string, Record<string, string>>();
  /** The last step of each open frame, whose cost is known at the next. */
  const open = new Map<number, { readonly log: StructLog; readonly gas: number }>();
  let memory = 0;
  const touched = (index: number, slot: bigint, word: bigint): void => {
    if (options.disableStorage) return;
    const address = recording.frames[index]?.to ?? "";
    const slots = { ...storage.get(address), [digits(slot)]: digits(word) };
    storage.set(address, slots);
    const last = open.get(index);
    if (last) last.log.storage = slots;
  };
  walk(
    recording,
    {
      stored: (index, slot, word, transient) => (transient ? undefined : touched(index, slot, word)),
      loaded: touched,
      leave: (index) => open.delete(index),
    },
    ({ frame, opcode, depth }) => {
      const last = open.get(frame.index);
      if (last) last.log.gasCost = last.gas - frame.gas;
      if (options.limit > 0 && logs.length >= options.limit) return false;
      if (logs.length >= max.steps || memory > max.memory)
        throw new Web3Error(
          errorCodes.limitExceeded,
          `the transaction has more steps than one answer holds: ask with a limit, or with { "tracer": "callTracer" }`,
        );
      if (options.enableMemory) memory += frame.memory.size;
      const log: StructLog = {
        pc: frame.pc,
        op: opcodes[opcode]?.name ?? `opcode 0x${opcode.toString(16)} not defined`,
        gas: frame.gas,
        // of one that ends its frame: what opcodes of its kind cost without their operands
        gasCost: sendsMessage(opcode) ? frame.gas : (recording.fees[opcode] ?? 0),
        depth,
        ...(options.disableStack ? {} : { stack: frame.stack.map(numberToHex) }),
        ...(options.enableMemory ? { memory: memoryWords(frame) } : {}),
      };
      logs.push(log);
      open.set(frame.index, { log, gas: frame.gas });
      return true;
    },
  );
  const { gasUsed, status, output } = recording;
  return { gas: Number(gasUsed), failed: status !== 0, returnValue: output, structLogs: logs };
}
