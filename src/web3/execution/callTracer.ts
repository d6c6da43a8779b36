import { decodeRevert } from "../../chain/abi/revert";
import type { ExecutionRecording, RecordedFrame } from "../../chain/dev/executionRecording";
import { bytesOfNumber } from "../../crypto/bytes/bigEndian";
import { bytesToHex, type Hex, numberToHex } from "../../crypto/bytes/hex";
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
