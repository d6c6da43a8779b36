import type { DebugProtocol } from "@vscode/debugprotocol";
import { bytesOfNumber } from "../../crypto/bytes/bigEndian";
import { t } from "../../text/catalogue";
import type { Debuggee } from "../program/debuggee";
import { NotAvailable } from "../values/value";

/**
 * What of a frame can be read as bytes: its memory, its call data, what the last call returned, and its stack, 32 bytes a word, the top
 * first.
 */
type ByteSpace = "memory" | "callData" | "returned" | "stack";

const letters: Readonly<Record<ByteSpace, string>> = { memory: "m", callData: "i", returned: "r", stack: "s" };

/** A reference to a byte of a frame: `m0:64`. */
export const byteReference = (space: ByteSpace, frame: number, at = 0): string => `${letters[space]}${frame}:${at}`;

/** Addresses of a code begin here; the first code is not at 0, so that what lies before an address has one too. */
const span = 0x100_0000;

/** The address of an instruction as clients show and count it: the same wherever the code runs. */
export const codeAddress = (code: number, pc: number): string => `0x${((code + 1) * span + pc).toString(16)}`;

const numberOf = (text: string): number => (/^(?:0x[0-9a-f]{1,12}|\d{1,15})$/i.test(text) ? Number(text) : Number.NaN);

/** @throws NotAvailable */
function unknown(reference: string): never {
  throw new NotAvailable(t("{0} isn't known here", reference));
}

/** The code and program counter of an address of code. @throws NotAvailable */
export function readCodeAddress({ playback }: Debuggee, text: string): { readonly code: number; readonly pc: number } {
  const address = numberOf(text);
  const code = Math.floor(address / span) - 1;
  return playback.data.codes[code] ? { code, pc: address % span } : unknown(text);
}

function bytesOf(debuggee: Debuggee, step: number, space: ByteSpace, index: number): Uint8Array {
  const { playback } = debuggee;
  if (!playback.recording.frames[index]) return new Uint8Array(0);
  if (space === "callData") return playback.data.callData(index);
  const frame = playback.frameAt(step, index);
  if (!frame) return new Uint8Array(0);
  if (space === "returned") return playback.data.returnData(frame.returned);
  if (space === "memory") return frame.memory.read(0, frame.memory.size);
  return Buffer.concat([...frame.stack].reverse().map((word) => bytesOfNumber(word)));
}

/**
 * Bytes from a reference on. What lies before or behind cannot be read, and is counted so that the next question can begin behind it.
 * A bare number is an address of code, or of the memory of the running frame. @throws NotAvailable for what is no reference
 */
export function readBytes(
  debuggee: Debuggee,
  step: number,
  { memoryReference, offset = 0, count }: DebugProtocol.ReadMemoryArguments,
): NonNullable<DebugProtocol.ReadMemoryResponse["body"]> {
  const [, letter, frame, at] = /^([mirs])(\d{1,9}):(\d{1,15})$/.exec(memoryReference) ?? [];
  let bytes: Uint8Array;
  let [from, base] = [Number(at), 0];
  if (letter !== undefined) {
    const space = (Object.keys(letters) as ByteSpace[]).find((each) => letters[each] === letter) ?? "memory";
    bytes = bytesOf(debuggee, step, space, Number(frame));
  } else if (numberOf(memoryReference) < span) {
    from = numberOf(memoryReference);
    bytes = bytesOf(debuggee, step, "memory", debuggee.playback.frameOf[Math.max(0, step)] ?? 0);
  } else {
    const { code, pc } = readCodeAddress(debuggee, memoryReference);
    [from, base] = [pc, (code + 1) * span];
    bytes = debuggee.playback.data.codes[code]?.bytes ?? new Uint8Array(0);
  }
  if (!Number.isSafeInteger(offset) || !Number.isSafeInteger(count) || count < 0) unknown(String(count));
  const start = from + offset;
  const address = base + start < 0 ? String(base + start) : `0x${(base + start).toString(16)}`;
  if (count === 0) return { address, data: "" };
  if (start < 0) return { address, unreadableBytes: Math.min(count, -start) };
  if (start >= bytes.length) return { address, unreadableBytes: count };
  const part = bytes.subarray(start, start + count);
  return {
    address,
    data: Buffer.from(part).toString("base64"),
    ...(part.length < count ? { unreadableBytes: count - part.length } : {}),
  };
}
