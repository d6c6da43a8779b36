import type { ExecutionRecording, RecordedFrame } from "../../chain/dev/executionRecording";
import { numberToHex } from "../../crypto/bytes/hex";
import { AccountHashes } from "./accountHashes";
import {
  type PlayedFrame,
  type PlayerState,
  type PlayListener,
  RecordingData,
  RecordingPlayer,
} from "./recordingPlayer";

/** Where the steps of frames begin, and where they have ended. */
interface FrameSteps {
  readonly frameStart: readonly number[];
  readonly frameEnd: readonly number[];
}

/** Balances over time. */
class BalanceHistory {
  readonly #known = new Map<string, { readonly step: number; readonly balance: bigint }[]>();

  constructor({ balances, balanceChanges = [] }: ExecutionRecording, { frameStart, frameEnd }: FrameSteps) {
    for (const [address, balance] of Object.entries(balances))
      this.#of(address).push({ step: -1, balance: BigInt(balance) });
    for (const { frame, at, address, balance } of balanceChanges) {
      const step = (at === "begin" ? frameStart : frameEnd)[frame] ?? 0;
      this.#of(address).push({ step, balance: BigInt(balance) });
    }
  }

  #of(address: string): { readonly step: number; readonly balance: bigint }[] {
    const known = this.#known.get(address) ?? [];
    this.#known.set(address, known);
    return known;
  }

  /** What an address has before a step runs; undefined where the recording doesn't tell. */
  at(address: string, step: number): bigint | undefined {
    return this.#known.get(address)?.findLast((each) => each.step <= step)?.balance;
  }

  /** What accounts have before a step whose balance the execution changed. */
  changedUpTo(step: number): Record<string, string> {
    return Object.fromEntries(
      [...this.#known].flatMap(([address, known]) => {
        const last = known.findLast((each) => each.step <= step);
        return last && last.step >= 0 ? [[address, String(last.balance)] as const] : [];
      }),
    );
  }
}

/** An event, as the code left it. */
interface PlayedEvent {
  readonly step: number;
  readonly frame: number;
  readonly topics: readonly bigint[];
  readonly data: Uint8Array;
}

/** A write to storage. */
interface PlayedWrite {
  readonly step: number;
  readonly frame: number;
  readonly address: string;
  readonly slot: bigint;
  /** Undefined where it is unknown. */
  readonly before: bigint | undefined;
  readonly value: bigint;
  readonly transient: boolean;
}

/** Steps between two states that are kept. */
const interval = 4096;
/** A longer execution is shown up to here. */
const maxSteps = 20_000_000;

/** Numbers that grow in number. */
class Growing<T extends Uint32Array | Uint16Array> {
  #items: T;
  length = 0;
  readonly #make: (size: number) => T;

  constructor(make: (size: number) => T) {
    this.#make = make;
    this.#items = make(4096);
  }

  push(value: number): void {
    if (this.length === this.#items.length) {
      const larger = this.#make(this.#items.length * 2);
      larger.set(this.#items);
      this.#items = larger;
    }
    this.#items[this.length++] = value;
  }

  done(): T {
    return this.#items.subarray(0, this.length) as T;
  }
}

/** Storage over time. */
class StorageHistory {
  readonly #known = new Map<string, Map<bigint, { readonly step: number; readonly value: bigint | undefined }[]>>();
  readonly #cut: ReadonlySet<string>;

  constructor({ storage, storageCut }: ExecutionRecording) {
    this.#cut = new Set(storageCut);
    for (const [address, slots] of Object.entries(storage)) {
      const known = new Map<bigint, { step: number; value: bigint | undefined }[]>();
      for (const [slot, word] of Object.entries(slots)) known.set(BigInt(slot), [{ step: -1, value: BigInt(word) }]);
      this.#known.set(address, known);
    }
  }

  #slots(address: string): Map<bigint, { readonly step: number; readonly value: bigint | undefined }[]> {
    let slots = this.#known.get(address);
    if (!slots) {
      slots = new Map();
      this.#known.set(address, slots);
    }
    return slots;
  }

  /** The word in a slot before a step runs; undefined where it is not known. */
  at(address: string, slot: bigint, step: number): bigint | undefined {
    const list = this.#known.get(address)?.get(slot);
    if (list) {
      for (let i = list.length - 1; i >= 0; i--) {
        const entry = list[i];
        if (entry && entry.step < step) return entry.value;
      }
    }
    return this.#cut.has(address) ? undefined : 0n;
  }

  set(address: string, slot: bigint, step: number, value: bigint | undefined): void {
    const slots = this.#slots(address);
    const list = slots.get(slot);
    if (list) list.push({ step, value });
    else slots.set(slot, [{ step, value }]);
  }

  /** A read tells what was there, where that was not known. */
  learn(address: string, slot: bigint, value: bigint): void {
    if (this.#cut.has(address) && !this.#slots(address).has(slot))
      this.#slots(address).set(slot, [{ step: -1, value }]);
  }

  /** Slots of an account that were written up to a step. */
  writtenUpTo(step: number): Record<string, Record<string, string>> {
    const written: Record<string, Record<string, string>> = {};
    for (const [address, slots] of this.#known) {
      for (const [slot, list] of slots) {
        if (list.length < 2 && list[0]?.step === -1) continue;
        const value = this.at(address, slot, step);
        if (value === undefined) continue;
        written[address] ??= {};
        (written[address] as Record<string, string>)[numberToHex(slot)] = numberToHex(value);
      }
    }
    return written;
  }
}

/** A recording that can be looked at at every step. A step is an opcode; its state is that before it runs. */
export class Playback {
  readonly recording: ExecutionRecording;
  readonly data: RecordingData;
  /** Program counter, height of the stack and frame of every step. */
  readonly pcs: Uint32Array;
  readonly heights: Uint16Array;
  readonly frameOf: Uint32Array;
  /** First step of each frame, and the step after its last one. Equal for a frame without opcodes. */
  readonly frameStart: number[] = [];
  readonly frameEnd: number[] = [];
  readonly events: PlayedEvent[] = [];
  readonly writes: PlayedWrite[] = [];
  readonly storage: StorageHistory;
  readonly transient: StorageHistory;
  readonly balances: BalanceHistory;
  readonly #hashes = new AccountHashes();
  /** There is more than is shown. */
  readonly cut: boolean;
  readonly #states: { readonly step: number; readonly state: PlayerState }[] = [];
  #last: { step: number; machine: RecordingPlayer } | undefined;

  constructor(recording: ExecutionRecording) {
    this.recording = recording;
    this.data = new RecordingData(recording);
    this.storage = new StorageHistory(recording);
    this.transient = new StorageHistory({ ...recording, storage: {}, storageCut: [] });
    const pcs = new Growing((size) => new Uint32Array(size));
    const heights = new Growing((size) => new Uint16Array(size));
    const frameOf = new Growing((size) => new Uint32Array(size));
    const player = new RecordingPlayer(this.data, this.#listener(pcs));
    for (let top = player.top; top; top = player.top) {
      if (pcs.length >= maxSteps) break;
      if (pcs.length % interval === 0) this.#states.push({ step: pcs.length, state: player.state() });
      frameOf.push(top.index);
      pcs.push(top.pc);
      heights.push(top.stack.length);
      player.step();
    }
    this.cut = recording.cut || player.top !== undefined || player.ended;
    [this.pcs, this.heights, this.frameOf] = [pcs.done(), heights.done(), frameOf.done()];
    for (let i = 0; i < recording.frames.length; i++) {
      this.frameStart[i] ??= this.pcs.length;
      this.frameEnd[i] ??= this.pcs.length;
    }
    this.balances = new BalanceHistory(recording, this);
  }

  get length(): number {
    return this.pcs.length;
  }

  #listener(steps: { readonly length: number }): PlayListener {
    const journal: PlayedWrite[] = [];
    const marks: number[] = [];
    const { frames } = this.recording;
    const addressOf = (frame: number): string => frames[frame]?.to ?? "";
    return {
      enter: (frame) => {
        this.frameStart[frame] = steps.length;
        marks.push(journal.length);
      },
      leave: (frame) => {
        this.frameEnd[frame] = steps.length;
        const mark = marks.pop() ?? 0;
        if (frames[frame]?.error === undefined) return;
        for (const write of journal.splice(mark).reverse()) {
          const history = write.transient ? this.transient : this.storage;
          history.set(write.address, write.slot, steps.length - 1, write.before);
        }
      },
      stored: (frame, slot, value, transient) => {
        const address = addressOf(frame);
        const step = steps.length - 1;
        const history = transient ? this.transient : this.storage;
        this.#hashes.touched(address, slot);
        const before = history.at(address, slot, step + 1);
        history.set(address, slot, step, value);
        const write = { step, frame, address, slot, before, value, transient };
        this.writes.push(write);
        journal.push(write);
      },
      loaded: (frame, slot, value) => {
        const address = addressOf(frame);
        this.#hashes.touched(address, slot);
        const known = this.storage.at(address, slot, steps.length);
        if (known === undefined) this.storage.learn(address, slot, value);
        // no code has written it: a cheat code of a test has
        else if (known !== value) this.storage.set(address, slot, steps.length - 1, value);
      },
      hashed: (frame, hash, preimage) => this.#hashes.hashed(addressOf(frame), hash, preimage),
      logged: (frame, topics, data) => this.events.push({ step: steps.length - 1, frame, topics, data }),
    };
  }

  /** What an account hashed and then took for a place in its storage, by hash: keys of its mappings, behind them the mapping's slot. */
  preimagesOf(address: string): ReadonlyMap<bigint, Uint8Array> {
    return this.#hashes.placesOf(address);
  }

  /** The machine before a step runs: frames, stacks, memories. It stays good until the next question. */
  machineAt(step: number): RecordingPlayer {
    const kept = this.#states[Math.min(Math.floor(step / interval), this.#states.length - 1)];
    let player = this.#last?.machine;
    let at = this.#last?.step ?? 0;
    if (!player || at > step || at < (kept?.step ?? 0)) {
      player = new RecordingPlayer(this.data, undefined, kept?.state);
      at = kept?.step ?? 0;
    }
    while (at < step && player.top) {
      player.step();
      at++;
    }
    this.#last = { step: at, machine: player };
    return player;
  }

  /** A frame as it is before a step; undefined when it is not open then. */
  frameAt(step: number, frame: number): PlayedFrame | undefined {
    return this.machineAt(step).frames.find(({ index }) => index === frame);
  }

  /** Whether a frame has ended before a step runs. */
  hasEnded(index: number, step: number): boolean {
    return (this.frameEnd[index] ?? 0) <= step;
  }

  /** Whether what a frame did is undone before a step runs: it has failed, or one that led to it has. */
  isTakenBack(index: number, step: number): boolean {
    for (let at = index; at >= 0; at = this.frame(at).parent)
      if (this.frame(at).error !== undefined && this.hasEnded(at, step)) return true;
    return false;
  }

  frame(index: number): RecordedFrame {
    return this.recording.frames[index] as RecordedFrame;
  }
}
