import { type EVM, EVMError, type ExecResult, type Message } from "@ethereumjs/evm";
import { opcodes } from "../../chain/evm/opcodes";
import { Frame } from "./frame";
import type { FrameEnvironment } from "./frameEnvironment";
import type { FrameRecorder, StepWatcher } from "./frameRecorder";
import type { OpcodeEntry } from "./opcodeTable";
import { runStackOpcodes, type StackCode, type StackFees, stackCode, stackFees } from "./stackOpcodes";
import type { TimeSlice } from "./timeSlice";

/** The EVM that runs frames: the opcodes that its revision has, when to pause, and who looks on. */
export interface FrameMachine extends EVM {
  /** By number, all 256. */
  readonly opcodeEntries: readonly OpcodeEntry[];
  readonly timeSlice: TimeSlice;
  readonly recorder: FrameRecorder | undefined;
  readonly watcher: StepWatcher | undefined;
}

/** What is known of code, by EVM: the code arrays of the state are the same objects each time. */
interface KnownCode {
  readonly fees: StackFees;
  readonly byCode: WeakMap<Uint8Array, StackCode>;
  /** The latest code of each length: creation code is another object each time. */
  readonly byLength: Map<number, { readonly code: Uint8Array; readonly prepared: StackCode }>;
}

const maxLengths = 64;

const knownCode = new WeakMap<FrameMachine, KnownCode>();

function knownCodeOf(player: FrameMachine): KnownCode {
  let known = knownCode.get(player);
  if (!known) {
    const fees = stackFees((opcode) => {
      const { isInvalid, dynamicGas, fee } = entryOf(player, opcode).opcodeInfo;
      return isInvalid || dynamicGas ? undefined : fee;
    });
    known = { fees, byCode: new WeakMap(), byLength: new Map() };
    knownCode.set(player, known);
  }
  return known;
}

const entryOf = (player: FrameMachine, opcode: number): OpcodeEntry => player.opcodeEntries[opcode] as OpcodeEntry;

function prepare(player: FrameMachine, frame: Frame): StackCode {
  const { byCode, byLength } = knownCodeOf(player);
  const { code } = frame;
  let prepared = byCode.get(code);
  if (!prepared) {
    const alike = byLength.get(code.length);
    if (alike && Buffer.compare(alike.code, code) === 0) prepared = alike.prepared;
    else {
      prepared = stackCode(code);
      if (byLength.size >= maxLengths) byLength.clear();
      byLength.set(code.length, { code: code.slice(), prepared });
    }
    byCode.set(code, prepared);
  }
  frame.validJumps = prepared.jumps;
  return prepared;
}

const isEvmError = (error: unknown): error is EVMError => error instanceof EVMError;

/** Gas of an opcode that may take long: hashing or copying much, storage. */
const expensiveGas = 1000n;

/** Runs one opcode. A promise that it gives has to be waited for. */
function runOpcode(player: FrameMachine, frame: Frame, entry: OpcodeEntry): unknown {
  const info = entry.opcodeInfo;
  frame.opCode = info.code;
  if (!info.dynamicGas) return charged(frame, entry, info.feeBigInt);
  const gas = entry.gasHandler(frame, info.feeBigInt, player.common);
  if (typeof gas !== "bigint" || gas >= expensiveGas) player.timeSlice.checkSoon();
  return typeof gas === "bigint" ? charged(frame, entry, gas) : gas.then((priced) => charged(frame, entry, priced));
}

function charged(frame: Frame, entry: OpcodeEntry, gas: bigint): unknown {
  if (entry.opcodeInfo.isInvalid) throw new EVMError(EVMError.errorMessages.INVALID_OPCODE);
  frame.useGas(gas);
  frame.programCounter++;
  return entry.opHandler(frame, frame._evm.common);
}

/** How often opcodes have run: two numbers for each byte of the code, one for its runs, and of a JUMPI how often it jumped. */
export type Visits = Float64Array;

function visit({ code, programCounter, stack }: Frame, visits: Visits): void {
  const at = 2 * programCounter;
  visits[at] = (visits[at] ?? 0) + 1;
  if (code[programCounter] === 0x57 && stack.length > 1 && stack.peek(2)[1] !== 0n)
    visits[at + 1] = (visits[at + 1] ?? 0) + 1;
}

/** Shows an opcode to the watcher, and runs it. One that has no price, because its operands are wrong, is shown with its base price. */
function runWatched(player: FrameMachine, frame: Frame, entry: OpcodeEntry, watcher: StepWatcher): unknown {
  const info = entry.opcodeInfo;
  const words = Number(frame.memoryWordCount);
  const run = (gas: bigint): unknown => {
    watcher.step(frame, info, gas, words);
    return charged(frame, entry, gas);
  };
  const refuse = (error: unknown): never => {
    if (isEvmError(error)) watcher.step(frame, info, info.feeBigInt, words);
    throw error;
  };
  frame.opCode = info.code;
  if (!info.dynamicGas) return run(info.feeBigInt);
  let gas: bigint | Promise<bigint>;
  try {
    gas = entry.gasHandler(frame, info.feeBigInt, player.common);
  } catch (error) {
    return refuse(error);
  }
  return typeof gas === "bigint" ? run(gas) : gas.then(run, refuse);
}

/** How a frame's code is run: by who looks on. */
interface Course {
  readonly prepared: StackCode;
  /** Prices of the opcodes that are run together; undefined: every opcode is run by itself, so that each can be seen. */
  readonly fees: Float64Array | undefined;
  readonly visits: Visits | undefined;
}

/** Who watches an execution does so to tell of it, and counts nothing. */
function courseOf(player: FrameMachine, frame: Frame, visits: Visits | undefined): Course {
  const { watcher, recorder } = player;
  const prepared = prepare(player, frame);
  if (watcher || visits) return { prepared, fees: undefined, visits: watcher ? undefined : visits };
  const { all, stackOnly } = knownCodeOf(player).fees;
  return { prepared, fees: recorder ? stackOnly : all, visits };
}

/**
 * Runs a frame's code until the end, or until an opcode gives a promise or it is time for a pause: then gives the promise, and goes on with
 * the next opcode when it is called again. The library's own loop waits for a promise at every opcode and analyses code anew in every
 * frame; this one keeps the analysis and runs most opcodes itself (`runStackOpcodes`). A recorder is told what came of every opcode that is
 * no stack work, a watcher of every opcode before it runs.
 */
function advance(player: FrameMachine, frame: Frame, { prepared, fees, visits }: Course): unknown {
  const { code } = frame;
  const { timeSlice, recorder, watcher } = player;
  for (;;) {
    if (fees) runStackOpcodes(frame, prepared, fees, timeSlice.stackGas);
    if (frame.programCounter >= code.length) return undefined;
    const opcode = code[frame.programCounter] as number;
    const entry = entryOf(player, opcode);
    const before = frame.gasLeft;
    if (visits) visit(frame, visits);
    const pending = watcher ? runWatched(player, frame, entry, watcher) : runOpcode(player, frame, entry);
    if (recorder && !opcodes[opcode]?.stackOnly) {
      if (pending !== undefined) return Promise.resolve(pending).then(() => recorder.note(frame, opcode, before));
      recorder.note(frame, opcode, before);
    }
    if (pending !== undefined) return pending;
    if (timeSlice.isDue()) return timeSlice.pause(); // after an opcode: every round gets on
  }
}

/** Gives the exception that ends the code. */
async function runCode(player: FrameMachine, frame: Frame, visits: Visits | undefined): Promise<EVMError | undefined> {
  const course = courseOf(player, frame, visits);
  try {
    for (;;) {
      const pending = advance(player, frame, course);
      if (pending === undefined) return undefined;
      await pending;
      player.timeSlice.checkSoon(); // a message may have taken long
    }
  } catch (error) {
    if (!isEvmError(error)) throw error;
    return error.error === EVMError.errorMessages.STOP ? undefined : error;
  }
}

/** What a frame that ended with an exception has used: all its gas, but for a revert. */
const gasOfFailure = ({ error }: EVMError, limit: bigint, left: bigint): bigint =>
  error === EVMError.errorMessages.REVERT ? limit - left : limit;

/**
 * Runs code in a frame of its own. `keepsGas` tells of ends that leave all gas; in `visits` is noted what has run.
 * @throws WorkStopped when the rest is no longer wanted.
 */
export async function runFrame(
  player: FrameMachine,
  env: FrameEnvironment,
  { gasLimit }: Pick<Message, "gasLimit">,
  keepsGas: (error: string) => boolean,
  visits?: Visits,
): Promise<ExecResult> {
  const frame = new Frame(player, env, gasLimit);
  player.recorder?.enter(env, knownCodeOf(player).fees.stackOnly);
  try {
    const exceptionError = await runCode(player, frame, visits);
    const { gasLeft, returnValue, logs } = frame;
    if (!exceptionError) return { executionGasUsed: gasLimit - gasLeft, gas: gasLeft, returnValue, logs };
    const used = keepsGas(exceptionError.error) ? 0n : gasOfFailure(exceptionError, gasLimit, gasLeft);
    return { exceptionError, executionGasUsed: used, gas: gasLeft, returnValue, logs };
  } finally {
    frame.memory.release();
  }
}
