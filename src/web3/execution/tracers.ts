import { decodeRevert } from "../../chain/abi/revert";
import type { ExecutionRecording, RecordedFrame } from "../../chain/dev/executionRecording";
import { opcodes, sendsMessage } from "../../chain/evm/opcodes";
import { bytesOfNumber } from "../../crypto/bytes/bigEndian";
import { bytesToHex, bytesToHexDigits, type Hex, numberToHex } from "../../crypto/bytes/hex";
import type { PlayedFrame } from "../../debugger/replay/recordingPlayer";
import { errorCodes, Web3Error } from "../model/web3Error";
import { walk } from "./walk";

/** How geth's `callTracer` can be asked. */
interface CallTracerOptions {
  readonly onlyTopCall: boolean;
  readonly withLog: boolean;
}

interface TracedLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  /** How many calls of its frame stand before it. */
  readonly position: string;
}

/** The events that each frame wrote. */
function logsByFrame(recording: ExecutionRecording): ReadonlyMap<number, readonly TracedLog[]> {
  const logs = new Map<number, TracedLog[]>();
  const calls = new Map<number, number>();
  walk(recording, {
    enter: (index) => {
      const parent = recording.frames[index]?.parent ?? -1;
      calls.set(parent, (calls.get(parent) ?? 0) + 1);
    },
    logged: (index, topics, data) => {
      const log = {
        address: recording.frames[index]?.to ?? "0x",
        topics: topics.map((topic) => bytesToHex(bytesOfNumber(topic))),
        data: bytesToHex(data),
        position: numberToHex(calls.get(index) ?? 0),
      };
      logs.set(index, [...(logs.get(index) ?? []), log]);
    },
  });
  return logs;
}

const words: Readonly<Record<string, string>> = { revert: "execution reverted" };

function reasonOf(output: string): string | undefined {
  const revert = decodeRevert(output as Hex);
  return revert.kind === "error" ? revert.message : undefined;
}

/** A message without those that it sent. */
function frameForm(frame: RecordedFrame): Record<string, unknown> {
  const { type, from, to, codeAddress, input, output, value, gas, gasUsed, error } = frame;
  const isDelegated = type === "DELEGATECALL" || type === "CALLCODE";
  const reason = error === undefined ? undefined : reasonOf(output);
  return {
    type,
    from,
    ...(to === "" ? {} : { to: isDelegated ? codeAddress : to }),
    ...(type === "STATICCALL" ? {} : { value: numberToHex(BigInt(value)) }),
    gas: numberToHex(BigInt(gas)),
    gasUsed: numberToHex(BigInt(gasUsed)),
    input,
    ...(output === "0x" ? {} : { output }),
    ...(error === undefined ? {} : { error: words[error] ?? error }),
    ...(reason === undefined ? {} : { revertReason: reason }),
  };
}

/** Messages as geth's `callTracer` gives them: each with those that it sent. */
export function callTrace(recording: ExecutionRecording, options: CallTracerOptions): object {
  const { frames, gasUsed, transaction } = recording;
  const logs = options.withLog ? logsByFrame(recording) : new Map<number, readonly TracedLog[]>();
  const calls = frames.map((frame, index) => {
    const own = logs.get(index);
    return { ...frameForm(frame), ...(own && frame.error === undefined ? { logs: own } : {}) };
  });
  if (!options.onlyTopCall) {
    // later ones first: each is whole before its sender takes it
    for (let index = frames.length - 1; index > 0; index--) {
      const parent = calls[frames[index]?.parent ?? -1] as { calls?: object[] } | undefined;
      const call = calls[index];
      if (parent && call) parent.calls = [call, ...(parent.calls ?? [])];
    }
  }
  const [first] = calls;
  if (!first) {
    // nothing ran: what was refused before
    const { from, to, input, value } = transaction;
    return { type: "CALL", from, to, input, value: numberToHex(BigInt(value)), gas: "0x0", gasUsed: "0x0" };
  }
  // what a transaction takes before its code runs counts in its own frame
  const before = BigInt(gasUsed) - BigInt(frames[0]?.gasUsed ?? 0);
  return {
    ...first,
    gas: numberToHex(BigInt(frames[0]?.gas ?? 0) + (before > 0n ? before : 0n)),
    gasUsed: numberToHex(BigInt(gasUsed)),
  };
}

/** Functions that were called, by selector and size of their arguments: geth's `4byteTracer`. */
export function selectorCounts(recording: ExecutionRecording): object {
  const counts: Record<string, number> = {};
  for (const { type, input, builtin } of recording.frames) {
    if (type.startsWith("CREATE") || builtin || input.length < 10) continue;
    const name = `${input.slice(0, 10)}-${(input.length - 10) / 2}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

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
