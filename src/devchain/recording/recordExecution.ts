import type { EVMResult, Message } from "@ethereumjs/evm";
import type {
  BalanceChange,
  ExecutionRecording,
  RecordedFrame,
  RecordingChanges,
} from "../../chain/dev/executionRecording";
import { opcodes } from "../../chain/evm/opcodes";
import { bytesOfNumber, numberOfBytes } from "../../crypto/bytes/bigEndian";
import { bytesToHex, addressDigits as digitsOfText, hexToBytes, numberToHex } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import type { ExecutionResult } from "../execution/executionResult";
import type { FiscoEvm } from "../execution/fiscoEvm";
import {
  accountTable,
  balanceOf,
  type FlatStateManager,
  storageTable,
  wordDigits,
  writeAccount,
  writeCode,
} from "../execution/flatStateManager";
import type { Frame } from "../execution/frame";
import type { FrameEnvironment } from "../execution/frameEnvironment";
import type { FrameRecorder } from "../execution/frameRecorder";
import { addressDigits } from "../execution/knownAddress";
import { messageType } from "../execution/messageType";
import type { StateStore } from "../state/stateStore";

/** Bytes of notes and of frames' inputs and outputs, and slots, that one recording may have. */
const max = {
  notes: 24 * 1024 * 1024,
  frames: 100_000,
  bytes: 16 * 1024 * 1024,
  slotsOfAccount: 20_000,
  slots: 60_000,
};

type Open = { -readonly [Key in keyof RecordedFrame]: RecordedFrame[Key] };

/** Bytes that grow. */
class Notes {
  #bytes = new Uint8Array(64 * 1024);
  length = 0;

  room(size: number): void {
    if (this.length + size <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(2 * this.#bytes.length, this.length + size));
    larger.set(this.#bytes.subarray(0, this.length));
    this.#bytes = larger;
  }

  count(value: bigint): void {
    this.room(12);
    if (value <= 0x7fffffffn) {
      let small = Number(value);
      while (small > 127) {
        this.#bytes[this.length++] = (small & 127) | 128;
        small >>>= 7;
      }
      this.#bytes[this.length++] = small;
      return;
    }
    let rest = value;
    while (rest > 127n) {
      this.#bytes[this.length++] = Number(rest & 127n) | 128;
      rest >>= 7n;
    }
    this.#bytes[this.length++] = Number(rest);
  }

  word(value: bigint): void {
    this.room(33);
    if (value < 256n) {
      if (value === 0n) this.#bytes[this.length++] = 0;
      else {
        this.#bytes[this.length++] = 1;
        this.#bytes[this.length++] = Number(value);
      }
      return;
    }
    const bytes = bytesOfNumber(value);
    let start = 0;
    while (bytes[start] === 0) start++;
    this.#bytes[this.length++] = bytes.length - start;
    for (let i = start; i < bytes.length; i++) this.#bytes[this.length++] = bytes[i] as number;
  }

  raw(bytes: Uint8Array): void {
    this.room(bytes.length);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  text(): string {
    return Buffer.from(this.#bytes.buffer, 0, this.length).toString("base64");
  }
}

/** Finds out which balances have changed since it looked last, whatever has changed them. */
class BalanceWatch {
  #seen: number;
  /** Balances as they were told last. */
  readonly #reported = new Map<string, bigint>();

  constructor(private readonly store: StateStore) {
    this.#seen = store.checkpoint();
  }

  /** Accounts whose balance is another now. What was taken back since is another, too. */
  *changed(): Generator<readonly [digits: string, balance: bigint]> {
    const { store } = this;
    const now = store.checkpoint();
    const back = now < this.#seen;
    const keys = back ? [...this.#reported.keys()] : this.#changedRows(now);
    this.#seen = now;
    for (const digits of keys) {
      const balance = balanceOf(store, digits);
      if (this.#reported.get(digits) === balance) continue;
      this.#reported.set(digits, balance);
      yield [digits, balance];
    }
  }

  #changedRows(now: number): string[] {
    if (now === this.#seen) return [];
    return this.store.changesSince(this.#seen).flatMap(({ table, key }) => (table === accountTable ? [key] : []));
  }
}

/** Notes what the messages and frames of one execution do. */
class ExecutionRecorder implements FrameRecorder {
  readonly balanceChanges: BalanceChange[] = [];
  readonly #balances: BalanceWatch;

  constructor(store: StateStore) {
    this.#balances = new BalanceWatch(store);
  }

  #noteBalances(frame: number, at: BalanceChange["at"]): void {
    if (frame < 0 || this.balanceChanges.length >= max.frames) return;
    for (const [digits, balance] of this.#balances.changed())
      this.balanceChanges.push({ frame, at, address: `0x${digits}`, balance: String(balance) });
  }

  readonly frames: Open[] = [];
  readonly codes: string[] = [];
  readonly notes = new Notes();
  fees: Float64Array | undefined;
  count = 0;
  cut = false;
  /** The frames that have not ended, and their messages; −1 for one that is left out. */
  readonly #open: number[] = [];
  readonly #messages: Message[] = [];
  #ended: Open | undefined;
  readonly #known = new Map<Uint8Array, number>();
  #bytes = 0;

  #hexOf(bytes: Uint8Array): string {
    this.#bytes += bytes.length;
    if (this.#bytes <= max.bytes) return bytesToHex(bytes);
    this.cut = true;
    return "0x";
  }

  message(message: Message): void {
    const to = message.to ? `0x${addressDigits(message.to)}` : "";
    this.#messages.push(message);
    if (this.frames.length >= max.frames) {
      this.cut = true;
      this.#open.push(-1);
      return;
    }
    this.#open.push(this.frames.length);
    this.frames.push({
      type: messageType(message),
      parent: this.#open.at(-2) ?? -1,
      depth: message.depth,
      from: bytesToHex(message.caller.bytes),
      to,
      codeAddress: message.to ? `0x${addressDigits(message.codeAddress)}` : "",
      code: -1,
      input: this.#hexOf(message.data),
      value: String(message.value),
      gas: String(message.gasLimit),
      isStatic: message.isStatic,
      builtin: false,
      at: this.count,
      end: this.count,
      output: "0x",
      gasUsed: "0",
    });
  }

  instead(given: Uint8Array): void {
    if (this.#ended) this.#ended.given = this.#hexOf(given);
  }

  result({ execResult, createdAddress }: EVMResult): void {
    const index = this.#open.pop() ?? -1;
    const frame = this.frames[index];
    const message = this.#messages.pop();
    this.#noteBalances(index, "end");
    this.#ended = frame;
    if (!frame) return;
    frame.end = this.count;
    frame.output = this.#hexOf(execResult.returnValue);
    frame.gasUsed = String(execResult.executionGasUsed);
    frame.builtin = message?.isCompiled === true;
    if (createdAddress) {
      frame.to = bytesToHex(createdAddress.bytes);
      frame.codeAddress = frame.to;
    }
    if (execResult.exceptionError) frame.error = execResult.exceptionError.error;
  }

  steps(): RecordedSteps {
    const { balanceChanges, codes, frames, notes, cut } = this;
    const fees = Array.from(this.fees ?? [], (fee) => (Number.isNaN(fee) ? null : fee));
    return { fees, codes, frames, notes: notes.text(), cut, balanceChanges };
  }

  enter(env: FrameEnvironment, fees: Float64Array): void {
    this.fees = fees;
    const at = this.#open.at(-1) ?? -1;
    const frame = this.frames[at];
    if (!frame) return;
    this.#noteBalances(at, "begin");
    let index = this.#known.get(env.code);
    if (index === undefined) {
      index = this.codes.length;
      this.codes.push(this.#hexOf(env.code));
      this.#known.set(env.code, index);
    }
    frame.code = index;
    frame.to = bytesToHex(env.address.bytes);
  }

  note(frame: Frame, opcode: number, gasBefore: bigint): void {
    if (this.cut || this.notes.length > max.notes) {
      this.cut = true;
      return;
    }
    this.count++;
    this.notes.count(gasBefore - frame.gasLeft);
    if (opcodes[opcode]?.pushes === 1) this.notes.word(frame.stack.peek(1)[0] as bigint);
    else if (opcode === 0x3c) this.#copied(frame);
  }

  /** EXTCODECOPY: the memory as it is then, since its operands are gone. */
  #copied({ memory, memoryWordCount }: Frame): void {
    const bytes = memory.read(0, Number(memoryWordCount) * 32, true);
    this.notes.count(BigInt(bytes.length));
    this.notes.raw(bytes);
  }
}

/** Everything in the recording that comes from the recorder. */
export type RecordedSteps = Pick<ExecutionRecording, "fees" | "codes" | "frames" | "notes" | "cut" | "balanceChanges">;

/** Lets a recorder hear what runs on an EVM; gives what ends that. */
function listen(evm: FiscoEvm, recorder: ExecutionRecorder): () => void {
  const onMessage = (message: Message): void => recorder.message(message);
  const onResult = (result: EVMResult): void => recorder.result(result);
  evm.recorder = recorder;
  evm.events.on("beforeMessage", onMessage);
  evm.events.on("afterMessage", onResult);
  return () => {
    evm.recorder = undefined;
    evm.events.off("beforeMessage", onMessage);
    evm.events.off("afterMessage", onResult);
  };
}

const recorderOf = ({ stateManager }: FiscoEvm): ExecutionRecorder =>
  new ExecutionRecorder((stateManager as FlatStateManager).store);

/** Runs the work with everything noted. @throws what the work throws. */
export async function recordExecution<T = ExecutionResult>(
  evm: FiscoEvm,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly steps: RecordedSteps }> {
  const recorder = recorderOf(evm);
  const end = listen(evm, recorder);
  try {
    const result = await work();
    return { result, steps: recorder.steps() };
  } finally {
    end();
  }
}

/**
 * Runs several executions, one after the other, with everything noted: they are the messages of one frame that has no code of its own, and
 * whose end is what the work gives.
 * @throws what the work throws.
 */
export async function recordSeveral(
  evms: ReadonlySet<FiscoEvm>,
  root: Message,
  work: () => Promise<EVMResult>,
): Promise<RecordedSteps> {
  const [first] = evms;
  if (!first) throw new Error("nothing that could be recorded");
  const recorder = recorderOf(first);
  const ends = [...evms].map((evm) => listen(evm, recorder));
  try {
    recorder.message(root);
    recorder.result(await work());
    return recorder.steps();
  } finally {
    for (const end of ends) end();
  }
}

/** Puts code, storage and balances into the place of what accounts have. @throws Error for what is no hex. */
export function applyChanges(
  store: StateStore,
  suite: CryptoSuite,
  { code, storage, balances }: RecordingChanges,
): void {
  store.bring(() => {
    for (const [address, wei] of Object.entries(balances ?? {}))
      writeAccount(store, digitsOfText(address), { balance: BigInt(wei) });
    for (const [address, text] of Object.entries(code ?? {})) {
      writeCode(store, suite, digitsOfText(address), hexToBytes(text));
    }
    for (const [address, slots] of Object.entries(storage ?? {})) {
      const table = storageTable(digitsOfText(address));
      for (const [slot, word] of Object.entries(slots)) {
        const value = BigInt(word);
        store.set(table, wordDigits(BigInt(slot)), value === 0n ? undefined : bytesOfNumber(value));
      }
    }
  });
}

/** The word in a row of storage; 0 where there is none. */
function slotHex(store: StateStore, table: string, key: string): string {
  const value = store.get(table, key);
  return numberToHex(value instanceof Uint8Array ? numberOfBytes(value) : 0n);
}

/** Storage of an account, slot → word, up to so many slots. */
export function storageOf(
  store: StateStore,
  digits: string,
  limit: number = max.slotsOfAccount,
): { readonly slots: Record<string, string>; readonly count: number; readonly cut: boolean } {
  const table = storageTable(digits);
  const slots: Record<string, string> = {};
  let count = 0;
  for (const key of store.keys(table)) {
    if (++count > limit) return { slots, count, cut: true };
    slots[numberToHex(BigInt(`0x${key}`))] = slotHex(store, table, key);
  }
  return { slots, count, cut: false };
}

/** Single words of an account's storage, those that are not there as 0. */
export function wordsOf(store: StateStore, digits: string, slots: readonly bigint[]): Record<string, string> {
  const table = storageTable(digits);
  return Object.fromEntries(slots.map((slot) => [numberToHex(slot), slotHex(store, table, wordDigits(slot))]));
}

/** The storage and balances of the accounts that took part. */
export function accountsOf(
  store: StateStore,
  frames: readonly RecordedFrame[],
): Pick<ExecutionRecording, "storage" | "storageCut" | "balances"> {
  const storage: Record<string, Record<string, string>> = {};
  const balances: Record<string, string> = {};
  const storageCut: string[] = [];
  let left = max.slots;
  for (const address of new Set(frames.flatMap(({ from, to }) => [from, to]))) {
    const digits = address.slice(2);
    balances[address] = String(balanceOf(store, digits));
    const { slots, count, cut } = storageOf(store, digits, Math.min(left, max.slotsOfAccount));
    if (cut) storageCut.push(address);
    left -= Math.min(left, count);
    if (count > 0) storage[address] = slots;
  }
  return { storage, storageCut, balances };
}
