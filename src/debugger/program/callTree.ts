import type { DecodedValue } from "../../chain/abi/abiDecoder";
import { valuesText } from "../../chain/abi/valueText";
import { bytesOfNumber } from "../../crypto/bytes/bigEndian";
import { bytesToHex, numberToHex } from "../../crypto/bytes/hex";
import { visibleLine } from "../../text/visibleText";
import type { Debuggee } from "./debuggee";
import { failureText, frameFacts } from "./explain";

/** An argument, a result or a part of an event. */
interface NamedText {
  readonly name: string;
  readonly type: string;
  readonly value: unknown;
}

/** A message of an execution with everything that it did itself, and the messages that it sent. */
interface TracedCall {
  readonly type: string;
  readonly contract: string;
  readonly address: string;
  readonly from: string;
  readonly call: string;
  readonly arguments: readonly NamedText[];
  readonly results: readonly NamedText[];
  readonly input: string;
  readonly output: string;
  readonly value: string;
  readonly gasUsed: string;
  /** Why it failed. */
  readonly error?: string;
  readonly events: readonly {
    readonly name: string;
    readonly arguments: readonly NamedText[];
    readonly topics: readonly string[];
    readonly data: string;
  }[];
  readonly writes: readonly {
    readonly slot: string;
    /** Null where it isn't known. */
    readonly before: string | null;
    readonly value: string;
    readonly transient: boolean;
  }[];
  readonly calls: readonly TracedCall[];
}

const named = (values: readonly DecodedValue[]): NamedText[] =>
  values.map(({ name, type, value }) => ({ name, type, value }));

/** The calls of an execution as a tree; undefined where nothing ran. */
export function callTree(debuggee: Debuggee, index = 0): TracedCall | undefined {
  const { playback } = debuggee;
  const frame = playback.recording.frames[index];
  if (!frame) return undefined;
  const facts = frameFacts(debuggee, index);
  const events = playback.events
    .filter((event) => event.frame === index)
    .map(({ topics, data }) => {
      const log = { topics: topics.map((topic) => bytesToHex(bytesOfNumber(topic))), data: bytesToHex(data) };
      const decoded = facts.abi?.decodeEvent(log);
      return { name: decoded?.name ?? "", arguments: named(decoded?.arguments ?? []), ...log };
    });
  const writes = playback.writes
    .filter((write) => write.frame === index)
    .map(({ slot, before, value, transient }) => ({
      slot: numberToHex(slot),
      before: before === undefined ? null : numberToHex(before),
      value: numberToHex(value),
      transient,
    }));
  const calls = playback.recording.frames.flatMap((each, i) => {
    const call = each.parent === index ? callTree(debuggee, i) : undefined;
    return call ? [call] : [];
  });
  const { type, from, input, output, value, gasUsed } = frame;
  return {
    type,
    contract: facts.name,
    address: frame.codeAddress,
    from,
    call: facts.call,
    arguments: named(facts.arguments),
    results: named(facts.results),
    input,
    output,
    value,
    gasUsed,
    ...(frame.error === undefined ? {} : { error: failureText(debuggee, index) }),
    events,
    writes,
    calls,
  };
}

/** A call tree for a terminal: one line a message, event and write, those inside further in. */
export function callTreeLines(call: TracedCall, depth = 0): string[] {
  const indent = "  ".repeat(depth);
  const what = call.arguments.length > 0 ? `${call.call.split("(")[0]}(${valuesText(call.arguments)})` : call.call;
  const ended =
    call.error === undefined ? (call.results.length > 0 ? ` → ${valuesText(call.results)}` : "") : ` ✗ ${call.error}`;
  const value = call.value === "0" ? "" : ` {value: ${call.value}}`;
  const lines = [
    `${indent}${call.type} ${call.contract}.${what}${value} ${call.address} [${call.gasUsed} gas]${ended}`,
  ];
  for (const write of call.writes) {
    lines.push(
      `${indent}  ${write.transient ? "TSTORE" : "SSTORE"} ${write.slot}: ${write.before ?? "?"} → ${write.value}`,
    );
  }
  for (const event of call.events) {
    lines.push(
      `${indent}  EVENT ${event.name ? `${event.name}(${valuesText(event.arguments)})` : `${event.topics.join(" ")} ${event.data}`}`,
    );
  }
  return [...lines.map(visibleLine), ...call.calls.flatMap((inner) => callTreeLines(inner, depth + 1))];
}
