import { EVMError, type EVMResult, type Message } from "@ethereumjs/evm";
import type { RecordedFrame } from "../../chain/dev/executionRecording";
import { bytesToHex, numberToHex } from "../../crypto/bytes/hex";
import { invalidParams } from "../errors/rpcError";
import type { ExecutionResult } from "../execution/executionResult";
import type { FiscoEvm } from "../execution/fiscoEvm";
import type { Frame } from "../execution/frame";
import type { StepWatcher } from "../execution/frameRecorder";
import { messageType } from "../execution/messageType";
import type { OpcodeInfo } from "../execution/opcodeTable";

/**
 * One opcode. Numbers of gas are decimal text, words `0x` hex without leading zeros.
 * @public a part of the answer
 */
interface TraceStep {
  readonly pc: number;
  readonly op: string;
  readonly gas: string;
  readonly gasCost: string;
  readonly depth: number;
  readonly address: string;
  readonly stack: string[];
  readonly memory?: string;
}

/** A message and what it sent in turn. */
interface TraceCall {
  readonly type: RecordedFrame["type"];
  readonly from: string;
  to: string;
  readonly input: string;
  readonly value: string;
  output: string;
  gasUsed: string;
  error?: string;
  readonly calls: TraceCall[];
}

interface StorageAccess {
  readonly address: string;
  readonly slot: string;
  /** Written value; absent where the slot was read. */
  readonly value?: string;
}

/** What `dev_traceTransaction` answers. */
export interface TransactionTrace {
  readonly status: number;
  readonly gasUsed: string;
  readonly output: string;
  readonly steps: TraceStep[];
  /**
   * There were more steps than were asked for.
   * @public a part of the answer
   */
  readonly stepsCut: boolean;
  readonly storage: StorageAccess[];
  /** Storage accesses or calls are left out, because the answer would be too long. */
  readonly cut: boolean;
  readonly call: TraceCall | null;
}

export interface TraceOptions {
  /** Most steps to keep; 0 keeps none. */
  readonly steps: number;
  readonly memory: boolean;
}

/** Characters that steps, storage accesses and calls may have together: what fits into a message. */
const maxTraceLength = 16 * 1024 * 1024;
/** A transaction that runs longer is not traced: it would hold up all others. */
const maxRunSteps = 2_000_000;

/** What a trace collects, as long as there is room for it. */
class TraceRecorder implements StepWatcher {
  readonly steps: TraceStep[] = [];
  readonly storage: StorageAccess[] = [];
  root: TraceCall | null = null;
  stepsCut = false;
  cut = false;
  /** Opcodes seen, kept or not. */
  count = 0;
  readonly #options: TraceOptions;
  readonly #open: TraceCall[] = [];
  #room = maxTraceLength;

  constructor(options: TraceOptions) {
    this.#options = options;
  }

  /** Whether so many characters still fit; then they are taken. */
  #take(length: number): boolean {
    if (length > this.#room) return false;
    this.#room -= length;
    return true;
  }

  #access(access: StorageAccess): void {
    if (this.#take(200)) this.storage.push(access);
    else this.cut = true;
  }

  step({ env, stack, memory, programCounter, gasLeft }: Frame, opcode: OpcodeInfo, gas: bigint, words: number): void {
    // every frame ends where it stands, and so does the transaction
    if (++this.count > maxRunSteps) throw new EVMError(EVMError.errorMessages.OUT_OF_GAS);
    const name = opcode.fullName;
    if (name === "SLOAD" && stack.length > 0) {
      this.#access({ address: bytesToHex(env.address.bytes), slot: numberToHex(stack.peek()[0] as bigint) });
    }
    if (name === "SSTORE" && stack.length > 1) {
      const [slot, value] = stack.peek(2) as [bigint, bigint];
      this.#access({ address: bytesToHex(env.address.bytes), slot: numberToHex(slot), value: numberToHex(value) });
    }
    const memoryLength = this.#options.memory ? 64 * words : 0;
    // a word of the stack has 70 characters at most
    const fits = this.steps.length < this.#options.steps && this.#take(200 + 70 * stack.length + memoryLength);
    if (!fits) {
      this.stepsCut = true;
      return;
    }
    this.steps.push({
      pc: programCounter,
      op: name,
      gas: String(gasLeft),
      gasCost: String(gas),
      depth: env.depth,
      address: bytesToHex(env.address.bytes),
      stack: stack.getStack().map(numberToHex),
      ...(this.#options.memory ? { memory: bytesToHex(memory.read(0, 32 * words, true)) } : {}),
    });
  }

  /** Bytes as text, or `0x` where there is no room. */
  #bytes(bytes: Uint8Array): string {
    if (this.#take(2 * bytes.length)) return bytesToHex(bytes);
    this.cut = true;
    return "0x";
  }

  call(message: Message): void {
    const call: TraceCall = {
      type: messageType(message),
      from: bytesToHex(message.caller.bytes),
      to: message.to ? bytesToHex(message.codeAddress.bytes) : "",
      input: this.#bytes(message.data),
      value: numberToHex(message.value),
      output: "0x",
      gasUsed: "0",
      calls: [],
    };
    const caller = this.#open.at(-1);
    if (!caller) this.root = call;
    else if (this.#take(400)) caller.calls.push(call);
    else this.cut = true;
    this.#open.push(call);
  }

  result(result: EVMResult): void {
    const call = this.#open.pop();
    if (!call) return;
    call.output = this.#bytes(result.execResult.returnValue);
    call.gasUsed = String(result.execResult.executionGasUsed);
    if (result.createdAddress) call.to = bytesToHex(result.createdAddress.bytes);
    if (result.execResult.exceptionError) call.error = result.execResult.exceptionError.error;
  }
}

/**
 * Runs the work with the EVM watched and tells what happened in it (docs/devchain.md, "Traces").
 * @throws RpcError −32602 for a transaction that runs too long, WorkStopped when it is no longer wanted.
 */
export async function traceExecution(
  evm: FiscoEvm,
  options: TraceOptions,
  work: () => Promise<ExecutionResult>,
): Promise<TransactionTrace> {
  const recorder = new TraceRecorder(options);
  const onMessage = (message: Message): void => recorder.call(message);
  const onResult = (result: EVMResult): void => recorder.result(result);
  evm.watcher = recorder;
  evm.events.on("beforeMessage", onMessage);
  evm.events.on("afterMessage", onResult);
  try {
    const { status, gasUsed, output } = await work();
    if (recorder.count > maxRunSteps) throw invalidParams(`the transaction runs more than ${maxRunSteps} opcodes`);
    const { steps, stepsCut, storage, cut, root } = recorder;
    return { status, gasUsed: String(gasUsed), output: bytesToHex(output), steps, stepsCut, storage, cut, call: root };
  } finally {
    evm.watcher = undefined;
    evm.events.off("beforeMessage", onMessage);
    evm.events.off("afterMessage", onResult);
  }
}
