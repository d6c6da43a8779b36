import { Common, Mainnet } from "@ethereumjs/common";
import {
  EVM,
  EVMError,
  EVMMockBlockchain,
  type EVMOpts,
  type ExecResult,
  type Message,
  NobleBN254,
} from "@ethereumjs/evm";
import type { FlatStateManager } from "./flatStateManager";
import { FrameMemory } from "./frameMemory";
import type { FrameRecorder } from "./frameRecorder";
import type { Pace } from "./pace";
import type { RunState } from "./runState";
import { isStackOpcode, runStackOpcodes, type StackCode, stackCode, stackFees } from "./stackOpcodes";

/** The parts of an opcode that the loop needs. */
interface OpcodeEntry {
  readonly opcodeInfo: {
    readonly code: number;
    readonly fee: number;
    readonly feeBigInt: bigint;
    readonly dynamicGas: boolean;
    readonly isInvalid: boolean;
  };
  readonly opHandler: (state: RunState, common: Common) => unknown;
  readonly gasHandler: (state: RunState, gas: bigint, common: Common) => bigint | Promise<bigint>;
}

/** What a frame has given so far. */
interface FrameResult {
  logs: NonNullable<ExecResult["logs"]>;
  returnValue: Uint8Array | undefined;
  selfdestruct: NonNullable<ExecResult["selfdestruct"]>;
  createdAddresses: NonNullable<ExecResult["createdAddresses"]>;
}

/** The members of the library's interpreter that are used here. */
interface Interpreter {
  readonly _runState: RunState;
  readonly _evm: EVM;
  readonly common: Common;
  run(code: Uint8Array): Promise<{ exceptionError?: EVMError }>;
  lookupOpInfo(opcode: number): OpcodeEntry;
}

/** What is known of code, by EVM: the code arrays of the state are the same objects each time. */
interface KnownCode {
  readonly fees: Float64Array;
  readonly byCode: WeakMap<Uint8Array, StackCode>;
}

const knownCode = new WeakMap<EVM, KnownCode>();

function knownCodeOf(interpreter: Interpreter): KnownCode {
  let known = knownCode.get(interpreter._evm);
  if (!known) {
    const fees = stackFees((opcode) => {
      const { isInvalid, dynamicGas, fee } = interpreter.lookupOpInfo(opcode).opcodeInfo;
      return isInvalid || dynamicGas ? undefined : fee;
    });
    known = { fees, byCode: new WeakMap() };
    knownCode.set(interpreter._evm, known);
  }
  return known;
}

function prepare(interpreter: Interpreter, code: Uint8Array): StackCode {
  const { fees, byCode } = knownCodeOf(interpreter);
  let prepared = byCode.get(code);
  if (!prepared) {
    prepared = stackCode(code, fees);
    byCode.set(code, prepared);
  }
  return prepared;
}

const isEvmError = (error: unknown): error is EVMError => error instanceof EVMError;

/** Gas of an opcode that may take long: hashing or copying much, storage. */
const dear = 1000n;

/** Runs one opcode by the library's handlers. A promise that it gives has to be waited for. */
function runOpcode(state: RunState, entry: OpcodeEntry, common: Common, pace: Pace): unknown {
  const info = entry.opcodeInfo;
  state.opCode = info.code;
  if (!info.dynamicGas) return charged(state, entry, info.feeBigInt, common);
  const gas = entry.gasHandler(state, info.feeBigInt, common);
  if (typeof gas !== "bigint" || gas >= dear) pace.hurry();
  return typeof gas === "bigint"
    ? charged(state, entry, gas, common)
    : gas.then((priced) => charged(state, entry, priced, common));
}

function charged(state: RunState, entry: OpcodeEntry, gas: bigint, common: Common): unknown {
  if (entry.opcodeInfo.isInvalid) throw new EVMError(EVMError.errorMessages.INVALID_OPCODE);
  state.gasLeft -= gas;
  if (state.gasLeft < 0n) {
    state.gasLeft = 0n;
    throw new EVMError(EVMError.errorMessages.OUT_OF_GAS);
  }
  state.programCounter++;
  return entry.opHandler(state, common);
}

/** What is noted of an opcode that has run: that it has, and of a JUMPI which way it went. */
export const visited = { run: 1, jumped: 2, passed: 4 } as const;

function visit({ code, programCounter, stack }: RunState, visits: Uint8Array): void {
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
function advance(frame: Interpreter, pace: Pace, visits: Uint8Array | undefined): unknown {
  const state = frame._runState;
  const { code } = state;
  const prepared = prepare(frame, code);
  state.validJumps = prepared.jumps;
  for (;;) {
    if (!visits) runStackOpcodes(state, prepared, pace.stackGas);
    if (state.programCounter >= code.length) return undefined;
    if (visits) visit(state, visits);
    const opcode = code[state.programCounter] as number;
    const pending = runOpcode(state, frame.lookupOpInfo(opcode), frame.common, pace);
    if (pending !== undefined) return pending;
    if (pace.isDue()) return pace.pause(); // after an opcode: every round gets on
  }
}

/** As `advance`, and tells what came of every opcode that is no stack work. */
function advanceRecorded(frame: Interpreter, pace: Pace, recorder: FrameRecorder): unknown {
  const state = frame._runState;
  const { code } = state;
  const prepared = prepare(frame, code);
  state.validJumps = prepared.jumps;
  for (;;) {
    runStackOpcodes(state, prepared, pace.stackGas);
    if (state.programCounter >= code.length) return undefined;
    const opcode = code[state.programCounter] as number;
    const before = state.gasLeft;
    const pending = runOpcode(state, frame.lookupOpInfo(opcode), frame.common, pace);
    const noted = !isStackOpcode(opcode);
    if (pending !== undefined) {
      return noted ? Promise.resolve(pending).then(() => recorder.note(state, opcode, before)) : pending;
    }
    if (noted) recorder.note(state, opcode, before);
    if (pace.isDue()) return pace.pause();
  }
}

/** Gives the exception that ends the code. Tracing takes the library's own loop. */
async function runCode(
  frame: Interpreter,
  pace: Pace,
  recorder: FrameRecorder | undefined,
  visits: Uint8Array | undefined,
): Promise<EVMError | undefined> {
  const watched = frame._evm.events.listenerCount("step") > 0;
  if (watched) return (await frame.run(frame._runState.code)).exceptionError;
  const goOn = recorder ? () => advanceRecorded(frame, pace, recorder) : () => advance(frame, pace, visits);
  try {
    for (let pending = goOn(); pending !== undefined; pending = goOn()) {
      await pending;
      pace.hurry(); // a message may have taken long
    }
    return undefined;
  } catch (error) {
    if (!isEvmError(error)) throw error;
    return error.error === EVMError.errorMessages.STOP ? undefined : error;
  }
}

/** The library's stack, once it is known. */
let Stack: (new () => RunState["stack"]) | undefined;

/**
 * Finds the library's interpreter, which `runFrame` needs. Its class is not exported, so a probe opcode shows it. Undefined: it is known.
 * @throws Error when the library is not the one this was written for (its version is pinned).
 */
export function findInterpreter(): Promise<void> | undefined {
  return Stack ? undefined : probe();
}

async function probe(): Promise<void> {
  let found: Interpreter | undefined;
  const options: EVMOpts = {
    common: new Common({ chain: Mainnet }), // one of its own: an EVM sets the prices of the one it gets
    stateManager: { getAccount: async () => undefined } as unknown as FlatStateManager,
    blockchain: new EVMMockBlockchain(),
    bn254: new NobleBN254(),
    customOpcodes: [
      {
        opcode: 0x0c,
        opcodeName: "PROBE",
        baseFee: 0,
        logicFunction: (state) => {
          found = state.interpreter as unknown as Interpreter;
        },
      },
    ],
  };
  await new EVM(options).runCode({ code: Uint8Array.of(0x0c), gasLimit: 100n });
  const shown = found && (Object.getPrototypeOf(found) as Interpreter);
  if (typeof shown?.run !== "function" || typeof shown.lookupOpInfo !== "function") {
    throw new Error("the EVM library has another interpreter than expected");
  }
  Object.setPrototypeOf(Frame.prototype, shown);
  Stack = found?._runState.stack.constructor as new () => RunState["stack"];
}

const nothing = new Uint8Array(0);

/** A frame as the library's interpreter has it; `probe` puts its methods behind it. */
class Frame {
  readonly opDebuggers = {};
  readonly profilerOpts = undefined;
  readonly performanceLogger = undefined;
  readonly common: Common;
  readonly journal: EVM["journal"];
  readonly _evm: EVM;
  readonly _stateManager: EVM["stateManager"];
  readonly _env: RunState["env"];
  readonly _runState: RunState;
  readonly _result: FrameResult;

  constructor(evm: EVM, env: RunState["env"], stack: RunState["stack"], memory: FrameMemory, message: Message) {
    const { stateManager, blockchain } = evm;
    this.common = evm.common;
    this.journal = evm.journal;
    this._evm = evm;
    this._stateManager = stateManager;
    this._env = env;
    this._runState = {
      programCounter: 0,
      opCode: 0xfe,
      memory: memory as unknown as RunState["memory"],
      memoryWordCount: 0n,
      highestMemCost: 0n,
      stack,
      code: env.code,
      validJumps: nothing,
      cachedPushes: {},
      stateManager,
      blockchain,
      env,
      shouldDoJumpAnalysis: true,
      interpreter: this as unknown as RunState["interpreter"],
      gasRefund: env.gasRefund,
      gasLeft: message.gasLimit,
      stateGasSpilled: 0n,
      returnBytes: nothing,
    };
    this._result = {
      logs: [],
      returnValue: undefined,
      selfdestruct: message.selfdestruct ?? new Map(),
      createdAddresses: message.createdAddresses ?? new Set(),
    };
  }
}

/** What a frame that ended with an exception has used: all its gas, but for a revert. */
const gasOfFailure = ({ error }: EVMError, limit: bigint, left: bigint): bigint =>
  error === EVMError.errorMessages.REVERT ? limit - left : limit;

/**
 * Runs code in a frame of its own: what the library's `runInterpreter` does, without its constructor (8 KB of memory for each
 * frame) and without copying the frame's state into the result. `findInterpreter` comes first.
 * `keepsGas` tells of ends that leave all gas; in `visits`, as long as the code, is noted what has run.
 * @throws WorkStopped when nobody wants the rest.
 */
export async function runFrame(
  evm: EVM,
  env: RunState["env"],
  message: Message,
  keepsGas: (error: string) => boolean,
  pace: Pace,
  recorder?: FrameRecorder,
  visits?: Uint8Array,
): Promise<ExecResult> {
  if (!Stack) throw new Error("the interpreter is not ready");
  const memory = new FrameMemory();
  const frame = new Frame(evm, env, new Stack(), memory, message);
  recorder?.enter(env, knownCodeOf(frame as unknown as Interpreter).fees);
  try {
    const exceptionError = await runCode(frame as unknown as Interpreter, pace, recorder, visits);
    const { logs, selfdestruct, createdAddresses, returnValue = nothing } = frame._result;
    const { gasLeft, gasRefund } = frame._runState;
    if (exceptionError) {
      return {
        exceptionError,
        executionGasUsed: keepsGas(exceptionError.error) ? 0n : gasOfFailure(exceptionError, message.gasLimit, gasLeft),
        gas: gasLeft,
        gasRefund,
        returnValue,
        logs: [],
      };
    }
    return {
      executionGasUsed: message.gasLimit - gasLeft,
      gas: gasLeft,
      gasRefund,
      returnValue,
      logs,
      selfdestruct,
      createdAddresses,
    };
  } finally {
    memory.release();
  }
}
