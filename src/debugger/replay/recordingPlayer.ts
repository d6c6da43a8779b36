import {
  callDataOf,
  type ExecutionRecording,
  isCreation,
  type RecordedFrame,
} from "../../chain/dev/executionRecording";
import { creating, jumpTargets, opcodes, pushedNumber, sendsMessage } from "../../chain/evm/opcodes";
import { combined, maxWord } from "../../chain/evm/wordArithmetic";
import { bytesOfNumber, numberOfBytes } from "../../crypto/bytes/bigEndian";
import { hexToBytes } from "../../crypto/bytes/hex";
import { PagedMemory } from "./pagedMemory";

/** Code of a frame, as far as playing it needs. */
interface PlayedCode {
  readonly bytes: Uint8Array;
  readonly jumps: Uint8Array;
  readonly pushes: (bigint | undefined)[];
}

/** A frame in the middle of being played. */
export interface PlayedFrame {
  /** Index into the recording's frames. */
  readonly index: number;
  readonly code: PlayedCode | undefined;
  pc: number;
  stack: bigint[];
  memory: PagedMemory;
  gas: number;
  /** Frame whose output the frame sees as return data; −1 for none. */
  returned: number;
  /** The opcode that waits for the end of another frame. */
  waiting: boolean;
}

/** Listens to what happens while it is played. */
export interface PlayListener {
  enter(frame: number): void;
  leave(frame: number): void;
  stored(frame: number, slot: bigint, value: bigint, transient: boolean): void;
  loaded(frame: number, slot: bigint, value: bigint): void;
  hashed(frame: number, hash: bigint, preimage: Uint8Array): void;
  logged(frame: number, topics: readonly bigint[], data: Uint8Array): void;
}

/** Everything of a machine at one step. */
export interface PlayerState {
  readonly frames: readonly PlayedFrame[];
  readonly position: number;
  readonly noted: number;
  readonly next: number;
}

const maxMemory = 64 * 1024 * 1024;

/** A word as a place in memory or data; beyond what gas can pay for, that bound. */
const small = (word: bigint | undefined): number =>
  word === undefined || word > 0xffffffffn ? 0xffffffff : Number(word);

/** A part of the bytes, with zeros beyond their end. */
export function padded(bytes: Uint8Array, offset: number, length: number): Uint8Array {
  const part = new Uint8Array(length);
  if (offset < bytes.length) part.set(bytes.subarray(offset, offset + length));
  return part;
}

const playedCode = (bytes: Uint8Array): PlayedCode => ({ bytes, jumps: jumpTargets(bytes), pushes: [] });

/** What frames have in common, decoded once. */
export class RecordingData {
  readonly notes: Uint8Array;
  readonly codes: readonly PlayedCode[];
  readonly fees: Float64Array;
  readonly #bytes = new Map<string, Uint8Array>();
  readonly recording: ExecutionRecording;

  constructor(recording: ExecutionRecording) {
    this.recording = recording;
    this.notes = Buffer.from(recording.notes, "base64");
    this.codes = recording.codes.map((code) => playedCode(hexToBytes(code)));
    this.fees = Float64Array.from({ length: 256 }, (_, opcode) => recording.fees[opcode] ?? Number.NaN);
  }

  frame(index: number): RecordedFrame | undefined {
    return this.recording.frames[index];
  }

  /** What the code of a frame sees as its call data. */
  callData(index: number): Uint8Array {
    const frame = this.recording.frames[index];
    return this.#cached(frame ? callDataOf(frame) : "0x");
  }

  #cached(text: string): Uint8Array {
    let bytes = this.#bytes.get(text);
    if (!bytes) {
      bytes = hexToBytes(text);
      this.#bytes.set(text, bytes);
    }
    return bytes;
  }

  /** What a frame sees as return data after another one; −1 for none. */
  returnData(index: number): Uint8Array {
    const frame = this.recording.frames[index];
    if (!frame) return new Uint8Array(0);
    if (frame.given !== undefined) return this.#cached(frame.given);
    return this.#cached(isCreation(frame) && frame.error === undefined ? "0x" : frame.output);
  }
}

/** Plays a recording opcode by opcode (docs/devchain.md, "Recordings"). */
export class RecordingPlayer {
  readonly frames: PlayedFrame[] = [];
  readonly #data: RecordingData;
  readonly #listener: PlayListener | undefined;
  #position = 0;
  #noted = 0;
  #next = 0;
  /** A note that is not there: the recording ends here. */
  ended = false;

  constructor(data: RecordingData, listener?: PlayListener, state?: PlayerState) {
    this.#data = data;
    this.#listener = listener;
    if (state) {
      this.#position = state.position;
      this.#noted = state.noted;
      this.#next = state.next;
      this.frames.push(...state.frames.map(copyFrame));
    } else {
      this.#enter();
    }
    this.#settle();
  }

  /** The frame whose opcode is next; undefined at the end. */
  get top(): PlayedFrame | undefined {
    return this.ended ? undefined : this.frames.at(-1);
  }

  /** All of it, to go on from later. */
  state(): PlayerState {
    const { frames } = this;
    return { frames: frames.map(copyFrame), position: this.#position, noted: this.#noted, next: this.#next };
  }

  #enter(): void {
    const index = this.#next;
    const frame = this.#data.frame(index);
    if (!frame) return;
    this.#next++;
    this.frames.push({
      index,
      code: this.#data.codes[frame.code],
      pc: 0,
      stack: [],
      memory: new PagedMemory(),
      gas: Number(frame.gas),
      returned: -1,
      waiting: false,
    });
    this.#listener?.enter(index);
  }

  #leave(): void {
    const frame = this.frames.pop();
    if (!frame) return;
    this.#listener?.leave(frame.index);
    const caller = this.frames.at(-1);
    if (caller?.waiting) {
      caller.waiting = false;
      this.#finishCall(caller, frame.index);
    }
  }

  /** Goes on to where the next opcode is: ends frames without any, and begins those that they sent. */
  #settle(): void {
    for (let frame = this.frames.at(-1); frame && !this.ended; frame = this.frames.at(-1)) {
      if (frame.code && frame.pc < frame.code.bytes.length) return;
      if (!frame.code && this.#data.frame(this.#next)?.parent === frame.index) this.#enter();
      else this.#leave();
    }
  }

  /** Runs the next opcode. */
  step(): void {
    const frame = this.frames.at(-1);
    if (!frame?.code) return;
    const opcode = frame.code.bytes[frame.pc] as number;
    if (opcodes[opcode]?.stackOnly) this.#stackStep(frame, frame.code, opcode);
    else this.#notedStep(frame, opcode);
    const top = this.frames.at(-1);
    if (!top?.code || top.pc >= top.code.bytes.length) this.#settle();
  }

  #stackStep(frame: PlayedFrame, code: PlayedCode, opcode: number): void {
    const { stack } = frame;
    const gas = frame.gas - (this.#data.fees[opcode] as number);
    const height = stack.length;
    const info = opcodes[opcode];
    if (!(gas >= 0) || !info || height < info.pops || height + info.pushes - info.pops > 1024) {
      this.#leave();
      return;
    }
    frame.gas = gas;
    if (opcode >= 0x90) {
      const other = height - (opcode - 0x8e);
      const top = stack[height - 1] as bigint;
      stack[height - 1] = stack[other] as bigint;
      stack[other] = top;
      frame.pc++;
    } else if (opcode >= 0x80) {
      stack.push(stack[height - (opcode - 0x7f)] as bigint);
      frame.pc++;
    } else if (opcode >= 0x5f) {
      let pushed = code.pushes[frame.pc];
      if (pushed === undefined) {
        pushed = pushedNumber(code.bytes, frame.pc);
        code.pushes[frame.pc] = pushed;
      }
      stack.push(pushed);
      frame.pc += opcode - 0x5e;
    } else if (opcode === 0x5b) frame.pc++;
    else if (opcode === 0x50) {
      stack.pop();
      frame.pc++;
    } else if (opcode === 0x56 || opcode === 0x57) {
      const to = Number(stack.pop());
      if (opcode === 0x57 && stack.pop() === 0n) frame.pc++;
      else if (code.jumps[to] === 1) frame.pc = to;
      else this.#leave();
    } else if (opcode === 0) this.#leave();
    else {
      const a = stack.pop() as bigint;
      stack.push(info.pops === 1 ? single(opcode, a) : combined(opcode, a, stack.pop() as bigint));
      frame.pc++;
    }
  }

  #notedStep(frame: PlayedFrame, opcode: number): void {
    const recorded = this.#data.frame(frame.index);
    const call = sendsMessage(opcode);
    if (call) {
      const next = this.#data.frame(this.#next);
      if (next && next.parent === frame.index && next.at === this.#noted) {
        frame.waiting = true;
        this.#enter();
        return;
      }
    }
    if (!recorded || this.#noted >= recorded.end || !opcodes[opcode]) {
      this.#leave();
      return;
    }
    if (call) {
      this.#finishCall(frame, -1);
      return;
    }
    this.#note(frame, opcode);
  }

  #count(): number {
    const { notes } = this.#data;
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = notes[this.#position++];
      if (byte === undefined) {
        this.ended = true;
        return 0;
      }
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
  }

  #word(): bigint {
    const { notes } = this.#data;
    const length = notes[this.#position++] ?? 0;
    const word = numberOfBytes(notes.subarray(this.#position, this.#position + length));
    this.#position += length;
    return word;
  }

  #begin(frame: PlayedFrame): void {
    this.#noted++;
    frame.gas -= this.#count();
  }

  #finishCall(frame: PlayedFrame, called: number): void {
    const recorded = this.#data.frame(frame.index);
    const opcode = frame.code?.bytes[frame.pc] ?? 0;
    if (!recorded || this.#noted >= recorded.end) {
      this.#leave();
      return;
    }
    this.#begin(frame);
    const word = this.#word();
    const { stack } = frame;
    const operands = stack.splice(stack.length - (opcodes[opcode]?.pops ?? 0)).reverse();
    frame.returned = called;
    if (!creating.includes(opcode)) {
      const first = opcode === 0xf1 || opcode === 0xf2 ? 3 : 2;
      const [inAt, inSize, outAt, outSize] = operands.slice(first, first + 4).map(small) as [
        number,
        number,
        number,
        number,
      ];
      if (inSize > 0 && inAt + inSize < maxMemory) frame.memory.extend(inAt + inSize);
      if (outSize > 0 && outAt + outSize < maxMemory) {
        frame.memory.extend(outAt + outSize);
        const data = this.#data.returnData(called);
        frame.memory.write(outAt, data.subarray(0, Math.min(outSize, data.length)));
      }
    }
    stack.push(word);
    frame.pc++;
  }

  #note(frame: PlayedFrame, opcode: number): void {
    this.#begin(frame);
    if (this.ended) return;
    const info = opcodes[opcode];
    const { stack, memory, index } = frame;
    const operands = stack.splice(stack.length - (info?.pops ?? 0)).reverse();
    const [a = 0n, b = 0n, c = 0n] = operands;
    const word = info?.pushes === 1 ? this.#word() : 0n;
    if (info?.pushes === 1) stack.push(word);
    frame.pc++;
    const listener = this.#listener;
    switch (opcode) {
      case 0x20: {
        const preimage = memory.read(small(a), Math.min(small(b), maxMemory));
        if (b > 0n) memory.extend(small(a) + small(b));
        listener?.hashed(frame.index, word, preimage);
        break;
      }
      case 0x37:
        this.#copy(memory, a, this.#data.callData(index), b, c);
        break;
      case 0x39:
        this.#copy(memory, a, frame.code?.bytes ?? new Uint8Array(0), b, c);
        break;
      case 0x3e:
        this.#copy(memory, a, this.#data.returnData(frame.returned), b, c);
        break;
      case 0x3c: {
        const length = this.#count();
        memory.write(0, this.#data.notes.subarray(this.#position, this.#position + length));
        this.#position += length;
        break;
      }
      case 0x51:
        memory.extend(small(a) + 32);
        break;
      case 0x52:
        memory.write(small(a), bytesOfNumber(b));
        break;
      case 0x53:
        memory.writeByte(small(a), Number(b & 255n));
        break;
      case 0x54:
        listener?.loaded(index, a, word);
        break;
      case 0x55:
      case 0x5d:
        listener?.stored(index, a, b, opcode === 0x5d);
        break;
      case 0x5e:
        if (c > 0n && Math.max(small(a), small(b)) + small(c) <= maxMemory) {
          memory.extend(small(b) + small(c));
          memory.write(small(a), memory.read(small(b), small(c)));
        }
        break;
      default:
        if (opcode >= 0xa0 && opcode <= 0xa4) {
          if (b > 0n) memory.extend(small(a) + small(b));
          listener?.logged(index, operands.slice(2), memory.read(small(a), Math.min(small(b), maxMemory)));
        } else if (opcode === 0xf3 || opcode >= 0xfd) this.#leave();
    }
  }

  #copy(memory: PagedMemory, to: bigint, data: Uint8Array, from: bigint, length: bigint): void {
    if (length === 0n || small(to) + small(length) > maxMemory) return;
    memory.write(small(to), padded(data, small(from), small(length)));
  }
}

function copyFrame(frame: PlayedFrame): PlayedFrame {
  return { ...frame, stack: frame.stack.slice(), memory: frame.memory.copy() };
}

/** ISZERO and NOT. */
const single = (opcode: number, a: bigint): bigint => (opcode === 0x15 ? (a === 0n ? 1n : 0n) : maxWord ^ a);
