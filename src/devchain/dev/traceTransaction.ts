import type { EVMResult, InterpreterStep, Message } from "@ethereumjs/evm";
import { bytesToHex, bytesToHexDigits } from "../../crypto/hex";
import type { ExecutionResult } from "../execution/executionResult";
import type { FiscoEvm } from "../execution/fiscoEvm";

/** One opcode. Numbers of gas are decimal text, words `0x` hex without leading zeros. */
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
  readonly type: "CALL" | "STATICCALL" | "DELEGATECALL" | "CREATE" | "CREATE2";
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
  /** There were more steps than were asked for. */
  readonly stepsCut: boolean;
  readonly storage: StorageAccess[];
  readonly call: TraceCall | null;
}

export interface TraceOptions {
  /** Most steps to keep; 0 keeps none. */
  readonly steps: number;
  readonly memory: boolean;
}

const hex = (word: bigint): string => `0x${word.toString(16)}`;

function typeOf(message: Message): TraceCall["type"] {
  if (!message.to) return message.salt ? "CREATE2" : "CREATE";
  if (message.delegatecall) return "DELEGATECALL";
  return message.isStatic ? "STATICCALL" : "CALL";
}

/** Runs the work with the EVM watched and tells what happened in it (docs/devchain.md, "Traces"). */
export async function traceExecution(
  evm: FiscoEvm,
  options: TraceOptions,
  work: () => Promise<ExecutionResult>,
): Promise<TransactionTrace> {
  const steps: TraceStep[] = [];
  const storage: StorageAccess[] = [];
  const open: TraceCall[] = [];
  let root: TraceCall | null = null;
  let stepsCut = false;

  const onStep = (step: InterpreterStep): void => {
    const address = bytesToHex(step.address.bytes);
    const slot = step.stack.at(-1);
    if (step.opcode.name === "SLOAD" && slot !== undefined) storage.push({ address, slot: hex(slot) });
    if (step.opcode.name === "SSTORE" && slot !== undefined) {
      storage.push({ address, slot: hex(slot), value: hex(step.stack.at(-2) ?? 0n) });
    }
    if (steps.length >= options.steps) {
      stepsCut = true;
      return;
    }
    steps.push({
      pc: step.pc,
      op: step.opcode.name,
      gas: String(step.gasLeft),
      gasCost: String(step.opcode.dynamicFee ?? step.opcode.fee),
      depth: step.depth,
      address,
      stack: step.stack.map(hex),
      ...(options.memory ? { memory: bytesToHex(step.memory) } : {}),
    });
  };
  const onMessage = (message: Message): void => {
    const call: TraceCall = {
      type: typeOf(message),
      from: bytesToHex(message.caller.bytes),
      to: message.to ? `0x${bytesToHexDigits(message.codeAddress.bytes)}` : "",
      input: bytesToHex(message.data),
      value: hex(message.value),
      output: "0x",
      gasUsed: "0",
      calls: [],
    };
    if (open.length === 0) root = call;
    else open.at(-1)?.calls.push(call);
    open.push(call);
  };
  const onResult = (result: EVMResult): void => {
    const call = open.pop();
    if (!call) return;
    call.output = bytesToHex(result.execResult.returnValue);
    call.gasUsed = String(result.execResult.executionGasUsed);
    if (result.createdAddress) call.to = bytesToHex(result.createdAddress.bytes);
    if (result.execResult.exceptionError) call.error = result.execResult.exceptionError.error;
  };

  evm.events.on("step", onStep);
  evm.events.on("beforeMessage", onMessage);
  evm.events.on("afterMessage", onResult);
  try {
    const { status, gasUsed, output } = await work();
    return { status, gasUsed: String(gasUsed), output: bytesToHex(output), steps, stepsCut, storage, call: root };
  } finally {
    evm.events.off("step", onStep);
    evm.events.off("beforeMessage", onMessage);
    evm.events.off("afterMessage", onResult);
  }
}
