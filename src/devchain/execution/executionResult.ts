import { EVMError } from "@ethereumjs/evm";
import { transactionStatus } from "../../chain/transaction/transactionStatus";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { atLeast } from "../../text/versions";
import { bytesToText } from "../precompiled/host/abiBytes";
import { encodeError } from "../precompiled/host/contract";
import type { LogRecord } from "../records/blockRecord";
import type { ChainRules } from "./chainRules";
import { RefusedFrame } from "./executionScope";

/** What executing one transaction or call came to. */
export interface ExecutionResult {
  /** Receipt status (`transactionStatus`). */
  readonly status: number;
  readonly output: Uint8Array;
  readonly gasUsed: bigint;
  /** 40 hex digits of a deployed contract, or empty. */
  readonly contractAddress: string;
  readonly logs: readonly LogRecord[];
}

/** `Error(string)` of the words, with the selector of the chain's hash. */
export const encodeErrorText = (suite: CryptoSuite, words: string): Uint8Array =>
  encodeError(suite, bytesToText(Buffer.from(words)));

const messages = EVMError.errorMessages;

/** Status and reason of a frame that ended with an exception (evm-differences.md, "Ends of execution"). */
export function haltStatus(error: EVMError, rules: ChainRules): { status: number; text: string } {
  if (error instanceof RefusedFrame) return { status: error.status, text: "" };
  switch (error.error) {
    case messages.REVERT:
      return { status: transactionStatus.revertInstruction, text: "" };
    case messages.OUT_OF_GAS:
    case messages.INITCODE_SIZE_VIOLATION:
      return { status: transactionStatus.outOfGas, text: "Execution out of gas." };
    case messages.INVALID_OPCODE:
      return { status: transactionStatus.badInstruction, text: "Execution invalid/undefined opcode." };
    case messages.STACK_OVERFLOW:
      return { status: transactionStatus.outOfStack, text: "Execution stack overflow." };
    case messages.STACK_UNDERFLOW:
      return { status: transactionStatus.stackUnderflow, text: "Execution needs more items on EVM stack." };
    case messages.INSUFFICIENT_BALANCE:
      return { status: transactionStatus.notEnoughCash, text: "Account balance is not enough!" };
  }
  if (rules.executorVersion === 0) return classicHalt(error, rules);
  // any other end is an internal error of the baseline executor
  const status = rules.feature("bugfix_v1_error_handling") ? transactionStatus.unknown : transactionStatus.outOfGas;
  return { status, text: "" };
}

function classicHalt(error: EVMError, rules: ChainRules): { status: number; text: string } {
  // the library adds the place to the words of this one
  if (error.error.startsWith(messages.INVALID_JUMP)) {
    return {
      status: transactionStatus.badJumpDestination,
      text: "Execution has violated the jump destination restrictions.",
    };
  }
  if (error.error === messages.OUT_OF_RANGE) {
    return { status: transactionStatus.stackUnderflow, text: "Execution tried to read outside memory bounds." };
  }
  if (error.error !== messages.STATIC_STATE_CHANGE) return { status: transactionStatus.outOfGas, text: "" };
  // the words go away with data version 3.9
  const words = "Execution tried to execute an operation which is restricted in static mode.";
  return { status: transactionStatus.unknown, text: atLeast(rules.compatibilityVersion, "3.9.0") ? "" : words };
}
