import { Common, Mainnet } from "@ethereumjs/common";
import { EVM, EVMError, EVMMockBlockchain, type EVMOpts, type ExecResult, NobleBN254 } from "@ethereumjs/evm";
import type { FlatStateManager } from "./flatStateManager";
import { FrameMemory } from "./frameMemory";

/** What the library calls the state of a running frame. */
export type RunState = NonNullable<ExecResult["runState"]>;

/** The parts of an opcode that the loop needs. */
interface OpcodeEntry {
  readonly opcodeInfo: {
    readonly code: number;
    readonly feeBigInt: bigint;
    readonly dynamicGas: boolean;
    readonly isInvalid: boolean;
  };
  readonly opHandler: (state: RunState, common: Common) => unknown;
  readonly gasHandler: (state: RunState, gas: bigint, common: Common) => bigint | Promise<bigint>;
}

interface CodeAnalysis {
  readonly jumps: Uint8Array;
  readonly pushes: { [pc: number]: bigint };
  readonly opcodesCached: readonly OpcodeEntry[];
}

/** What a frame has given so far. */
interface FrameResult {
  logs: NonNullable<ExecResult["logs"]>;
  returnValue: Uint8Array | undefined;
  selfdestruct: NonNullable<ExecResult["selfdestruct"]>;
  createdAddresses: NonNullable<RunState["env"]["createdAddresses"]>;
}

/** The members of the library's interpreter. */
interface Interpreter {
  _runState: RunState;
  _env: RunState["env"];
  _result: FrameResult;
  _evm: EVM;
  _stateManager: EVM["stateManager"];
  journal: EVM["journal"];
  common: Common;
  opDebuggers: object;
  profilerOpts: undefined;
  performanceLogger: undefined;
  run(code: Uint8Array): Promise<{ runState: RunState; exceptionError?: EVMError }>;
  _getValidJumpDestinations(code: Uint8Array): CodeAnalysis;
}

type Run = (
  this: Interpreter,
  code: Uint8Array,
  options?: { pc?: number },
) => Promise<{ runState?: RunState; exceptionError?: EVMError }>;

/** Analyses of code by EVM: the code arrays of the state are the same objects each time. */
const analyses = new WeakMap<EVM, WeakMap<Uint8Array, CodeAnalysis>>();

function analyse(interpreter: Interpreter, code: Uint8Array): CodeAnalysis {
  let known = analyses.get(interpreter._evm);
  if (!known) {
    known = new WeakMap();
    analyses.set(interpreter._evm, known);
  }
  let analysis = known.get(code);
  if (!analysis) {
    analysis = interpreter._getValidJumpDestinations(code);
    known.set(code, analysis);
  }
  return analysis;
}

const isEvmError = (error: unknown): error is EVMError => error instanceof EVMError;

/**
 * The library's loop waits for a promise at every opcode and analyses code anew in every frame. This one waits only where
 * an opcode gives a promise, and keeps the analysis: about three times as fast. Tracing takes the library's own loop.
 */
function fasterRun(original: Run): Run {
  return async function run(code, options = {}) {
    const state = this._runState;
    if (this._evm.events.listenerCount("step") > 0 || (options.pc ?? 0) !== 0)
      return original.call(this, code, options);
    state.code = code;
    const { jumps, pushes, opcodesCached } = analyse(this, code);
    state.validJumps = jumps;
    state.cachedPushes = pushes;
    state.shouldDoJumpAnalysis = false;
    const { common } = this;
    const length = code.length;
    try {
      while (state.programCounter < length) {
        const entry = opcodesCached[state.programCounter] as OpcodeEntry;
        const info = entry.opcodeInfo;
        state.opCode = info.code;
        let gas = info.feeBigInt;
        if (info.dynamicGas) {
          const priced = entry.gasHandler(state, gas, common);
          gas = typeof priced === "bigint" ? priced : await priced;
        }
        if (info.isInvalid) throw new EVMError(EVMError.errorMessages.INVALID_OPCODE);
        state.gasLeft -= gas;
        if (state.gasLeft < 0n) {
          state.gasLeft = 0n;
          throw new EVMError(EVMError.errorMessages.OUT_OF_GAS);
        }
        state.programCounter++;
        const pending = entry.opHandler(state, common);
        if (pending !== undefined) await pending;
      }
    } catch (error) {
      if (!isEvmError(error)) throw error;
      if (error.error !== EVMError.errorMessages.STOP) return { runState: state, exceptionError: error };
    }
    return { runState: state };
  };
}

/** The library's interpreter, with the faster loop, and its stack, once they are known. */
let known: { prototype: Interpreter; Stack: new () => RunState["stack"] } | undefined;

/**
 * Puts the faster loop into the library's interpreter. Its class is not exported, so a probe opcode shows it.
 * @throws Error when the library is not the one this was written for (its version is pinned).
 */
export async function installFasterLoop(): Promise<void> {
  if (known) return;
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
  if (typeof shown?.run !== "function" || typeof shown._getValidJumpDestinations !== "function") {
    throw new Error("the EVM library has another interpreter than expected");
  }
  if (known) return;
  shown.run = fasterRun(shown.run as Run) as Interpreter["run"];
  known = { prototype: shown, Stack: found?._runState.stack.constructor as new () => RunState["stack"] };
}

const noCode = new Uint8Array(0);

/**
 * Runs code in a frame of its own: what the library's `runInterpreter` does, without its constructor (8 KB of memory for each
 * frame) and without copying the frame's state into the result. `installFasterLoop` comes first.
 */
export async function runFrame(
  evm: EVM,
  env: RunState["env"],
  gasLimit: bigint,
  selfdestruct: FrameResult["selfdestruct"] | undefined,
): Promise<ExecResult> {
  if (!known) throw new Error("the interpreter is not ready");
  const { prototype, Stack } = known;
  const frame = Object.create(prototype) as Interpreter;
  const memory = new FrameMemory();
  const { stateManager, blockchain } = evm;
  frame.opDebuggers = {};
  frame._evm = evm;
  frame._stateManager = stateManager;
  frame.common = evm.common;
  frame._runState = {
    programCounter: 0,
    opCode: 0xfe,
    memory: memory as unknown as RunState["memory"],
    memoryWordCount: 0n,
    highestMemCost: 0n,
    stack: new Stack(),
    code: noCode,
    validJumps: noCode,
    cachedPushes: {},
    stateManager,
    blockchain,
    env,
    shouldDoJumpAnalysis: true,
    interpreter: frame as unknown as RunState["interpreter"],
    gasRefund: env.gasRefund,
    gasLeft: gasLimit,
    stateGasSpilled: 0n,
    returnBytes: noCode,
  };
  frame.journal = evm.journal;
  frame._env = env;
  frame._result = {
    logs: [],
    returnValue: undefined,
    selfdestruct: selfdestruct ?? new Map(),
    createdAddresses: env.createdAddresses ?? new Set(),
  };
  frame.profilerOpts = undefined;
  frame.performanceLogger = undefined;
  try {
    const { runState, exceptionError } = await frame.run(env.code);
    const { logs, returnValue, createdAddresses } = frame._result;
    const halted = exceptionError !== undefined && exceptionError.error !== EVMError.errorMessages.REVERT;
    return {
      logs: exceptionError ? [] : logs,
      selfdestruct: exceptionError ? new Map() : frame._result.selfdestruct,
      createdAddresses: (exceptionError ? new Set() : createdAddresses) as NonNullable<ExecResult["createdAddresses"]>,
      ...(exceptionError ? { exceptionError } : {}),
      gas: runState.gasLeft,
      executionGasUsed: halted ? gasLimit : gasLimit - runState.gasLeft,
      gasRefund: runState.gasRefund,
      returnValue: returnValue ?? noCode,
    };
  } finally {
    memory.release();
  }
}

/** Price of growing a frame's memory to hold `length` bytes from `offset` on: 3 a word and the square of the words over 512. */
export function memoryGas(state: RunState, offset: bigint, length: bigint): bigint {
  const words = (offset + length + 31n) / 32n;
  if (words <= state.memoryWordCount) return 0n;
  const cost = words * 3n + (words * words) / 512n;
  const more = cost - state.highestMemCost;
  state.highestMemCost = cost;
  state.memoryWordCount = words;
  return more > 0n ? more : 0n;
}
