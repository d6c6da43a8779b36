import { type EVM, EVMError, type ExecResult, type Message } from "@ethereumjs/evm";
import { Frame } from "./frame";
import type { FrameEnvironment } from "./frameEnvironment";
import type { FrameRecorder, StepWatcher } from "./frameRecorder";
import type { OpcodeEntry } from "./opcodeTable";
import type { Pace } from "./pace";
import { isStackOpcode, runStackOpcodes, type StackCode, type StackFees, stackCode, stackFees } from "./stackOpcodes";

/** The EVM that runs frames: the opcodes that its revision has, when to pause, and who looks on. */
export interface Machine extends EVM {
  /** By number, all 256. */
  readonly opcodeEntries: readonly OpcodeEntry[];
  readonly pace: Pace;
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

const mostLengths = 64;

const knownCode = new WeakMap<Machine, KnownCode>();

function knownCodeOf(machine: Machine): KnownCode {
  let known = knownCode.get(machine);
  if (!known) {
    const fees = stackFees((opcode) => {
      const { isInvalid, dynamicGas, fee } = entryOf(machine, opcode).opcodeInfo;
      return isInvalid || dynamicGas ? undefined : fee;
    });
    known = { fees, byCode: new WeakMap(), byLength: new Map() };
    knownCode.set(machine, known);
  }
  return known;
}

const entryOf = (machine: Machine, opcode: number): OpcodeEntry => machine.opcodeEntries[opcode] as OpcodeEntry;

function prepare(machine: Machine, frame: Frame): StackCode {
  const { byCode, byLength } = knownCodeOf(machine);
  const { code } = frame;
  let prepared = byCode.get(code);
  if (!prepared) {
    const alike = byLength.get(code.length);
    if (alike && Buffer.compare(alike.code, code) === 0) prepared = alike.prepared;
    else {
      prepared = stackCode(code);
      if (byLength.size >= mostLengths) byLength.clear();
      byLength.set(code.length, { code: code.slice(), prepared });
    }
    byCode.set(code, prepared);
  }
  frame.validJumps = prepared.jumps;
  return prepared;
}

const isEvmError = (error: unknown): error is EVMError => error instanceof EVMError;

/** Gas of an opcode that may take long: hashing or copying much, storage. */
const dear = 1000n;

/** Runs one opcode. A promise that it gives has to be waited for. */
function runOpcode(machine: Machine, frame: Frame, entry: OpcodeEntry): unknown {
  const info = entry.opcodeInfo;
  frame.opCode = info.code;
  if (!info.dynamicGas) return charged(frame, entry, info.feeBigInt);
  const gas = entry.gasHandler(frame, info.feeBigInt, machine.common);
  if (typeof gas !== "bigint" || gas >= dear) machine.pace.hurry();
  return typeof gas === "bigint" ? charged(frame, entry, gas) : gas.then((priced) => charged(frame, entry, priced));
}

function charged(frame: Frame, entry: OpcodeEntry, gas: bigint): unknown {
  if (entry.opcodeInfo.isInvalid) throw new EVMError(EVMError.errorMessages.INVALID_OPCODE);
  frame.useGas(gas);
  frame.programCounter++;
  return entry.opHandler(frame, frame._evm.common);
}

/** What is noted of an opcode that has run: that it has, and of a JUMPI which way it went. */
export const visited = { run: 1, jumped: 2, passed: 4 } as const;

function visit({ code, programCounter, stack }: Frame, visits: Uint8Array): void {
  let seen: number = visited.run;
  if (code[programCounter] === 0x57 && stack.length > 1) {
    seen |= stack.peek(2)[1] === 0n ? visited.passed : visited.jumped;
  }
  visits[programCounter] = (visits[programCounter] ?? 0) | seen;
}

/**
 * Runs a frame's code until the end, or until an opcode gives a promise or it is time for a pause: then gives the promise, and goes on with the
 * next opcode when it is called again. The library's own loop waits for a promise at every opcode and analyses code anew in every frame; this one keeps the analysis and
 * runs most opcodes itself (`runStackOpcodes`).
 */
function advance(
  machine: Machine,
  frame: Frame,
  prepared: StackCode,
  fees: Float64Array,
  visits: Uint8Array | undefined,
): unknown {
  const { code } = frame;
  const { pace } = machine;
  for (;;) {
    if (!visits) runStackOpcodes(frame, prepared, fees, pace.stackGas);
    if (frame.programCounter >= code.length) return undefined;
    if (visits) visit(frame, visits);
    const pending = runOpcode(machine, frame, entryOf(machine, code[frame.programCounter] as number));
    if (pending !== undefined) return pending;
    if (pace.isDue()) return pace.pause(); // after an opcode: every round gets on
  }
}

/** As `advance`, and tells what came of every opcode that is no stack work. */
function advanceRecorded(
  machine: Machine,
  frame: Frame,
  prepared: StackCode,
  fees: Float64Array,
  recorder: FrameRecorder,
): unknown {
  const { code } = frame;
  const { pace } = machine;
  for (;;) {
    runStackOpcodes(frame, prepared, fees, pace.stackGas);
    if (frame.programCounter >= code.length) return undefined;
    const opcode = code[frame.programCounter] as number;
    const before = frame.gasLeft;
    const pending = runOpcode(machine, frame, entryOf(machine, opcode));
    const noted = !isStackOpcode(opcode);
    if (pending !== undefined) {
      return noted ? Promise.resolve(pending).then(() => recorder.note(frame, opcode, before)) : pending;
    }
    if (noted) recorder.note(frame, opcode, before);
    if (pace.isDue()) return pace.pause();
  }
}

/** Shows an opcode to the watcher, and runs it. One that has no price, because its operands are wrong, is shown with its base price. */
function runWatched(machine: Machine, frame: Frame, entry: OpcodeEntry, watcher: StepWatcher): unknown {
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
    gas = entry.gasHandler(frame, info.feeBigInt, machine.common);
  } catch (error) {
    return refuse(error);
  }
  return typeof gas === "bigint" ? run(gas) : gas.then(run, refuse);
}

/** As `advance`, and shows every opcode before it runs. */
function advanceWatched(machine: Machine, frame: Frame, watcher: StepWatcher): unknown {
  const { code } = frame;
  const { pace } = machine;
  while (frame.programCounter < code.length) {
    const entry = entryOf(machine, code[frame.programCounter] as number);
    const pending = runWatched(machine, frame, entry, watcher);
    if (pending !== undefined) return pending;
    if (pace.isDue()) return pace.pause();
  }
  return undefined;
}

/** What goes on with a frame's code, by who looks on. */
function advancer(machine: Machine, frame: Frame, visits: Uint8Array | undefined): () => unknown {
  const { watcher, recorder } = machine;
  const prepared = prepare(machine, frame);
  if (watcher) return () => advanceWatched(machine, frame, watcher);
  const { all, stackOnly } = knownCodeOf(machine).fees;
  if (recorder) return () => advanceRecorded(machine, frame, prepared, stackOnly, recorder);
  return () => advance(machine, frame, prepared, all, visits);
}

/** Gives the exception that ends the code. */
async function runCode(machine: Machine, frame: Frame, visits: Uint8Array | undefined): Promise<EVMError | undefined> {
  const goOn = advancer(machine, frame, visits);
  try {
    for (let pending = goOn(); pending !== undefined; pending = goOn()) {
      await pending;
      machine.pace.hurry(); // a message may have taken long
    }
    return undefined;
  } catch (error) {
    if (!isEvmError(error)) throw error;
    return error.error === EVMError.errorMessages.STOP ? undefined : error;
  }
}

/** What a frame that ended with an exception has used: all its gas, but for a revert. */
const gasOfFailure = ({ error }: EVMError, limit: bigint, left: bigint): bigint =>
  error === EVMError.errorMessages.REVERT ? limit - left : limit;

/**
 * Runs code in a frame of its own. `keepsGas` tells of ends that leave all gas; in `visits`, as long as the code, is noted what has run.
 * @throws WorkStopped when nobody wants the rest.
 */
export async function runFrame(
  machine: Machine,
  env: FrameEnvironment,
  { gasLimit }: Pick<Message, "gasLimit">,
  keepsGas: (error: string) => boolean,
  visits?: Uint8Array,
): Promise<ExecResult> {
  const frame = new Frame(machine, env, gasLimit);
  machine.recorder?.enter(env, knownCodeOf(machine).fees.stackOnly);
  try {
    const exceptionError = await runCode(machine, frame, visits);
    const { gasLeft, returnValue, logs } = frame;
    if (!exceptionError) return { executionGasUsed: gasLimit - gasLeft, gas: gasLeft, returnValue, logs };
    const used = keepsGas(exceptionError.error) ? 0n : gasOfFailure(exceptionError, gasLimit, gasLeft);
    return { exceptionError, executionGasUsed: used, gas: gasLeft, returnValue, logs: [] };
  } finally {
    frame.memory.release();
  }
}
