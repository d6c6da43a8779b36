import { Common, Mainnet } from "@ethereumjs/common";
import { EVM, EVMError, EVMMockBlockchain, type EVMOpts, type ExecResult, NobleBN254 } from "@ethereumjs/evm";
import type { FlatStateManager } from "./flatStateManager";

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

/** The members of the library's interpreter that the loop touches. */
interface Interpreter {
  readonly _runState: RunState;
  readonly _evm: EVM;
  readonly common: Common;
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

let installed = false;

/**
 * Puts the faster loop into the library's interpreter. Its class is not exported, so a probe opcode shows it; without the
 * expected members nothing is changed (test/unit/devchain/fiscoEvm.test.ts would tell).
 */
export async function installFasterLoop(): Promise<void> {
  if (installed) return;
  installed = true;
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
  if (!found) return;
  const prototype = Object.getPrototypeOf(found) as { run?: Run };
  if (typeof prototype.run === "function" && typeof found._getValidJumpDestinations === "function") {
    prototype.run = fasterRun(prototype.run);
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
