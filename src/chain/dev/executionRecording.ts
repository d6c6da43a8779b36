import type { CryptoSuiteName } from "../../crypto/cryptoSuite";

/**
 * A message and its end, in the order in which messages were sent. Addresses are `0x` and 40 hex digits, bytes `0x` hex, numbers decimal
 * text.
 */
export interface RecordedFrame {
  readonly type: "CALL" | "CALLCODE" | "DELEGATECALL" | "STATICCALL" | "CREATE" | "CREATE2";
  /** Index of the frame that sent it; −1 for the transaction itself. */
  readonly parent: number;
  /** @public for readers of a recording */
  readonly depth: number;
  readonly from: string;
  /** Whose storage it works on; of a creation, the new address. */
  readonly to: string;
  /** Whose code runs. */
  readonly codeAddress: string;
  /** Index into {@link ExecutionRecording.codes}; −1 where none ran: an account, a built-in contract, a refusal. */
  readonly code: number;
  readonly input: string;
  readonly value: string;
  readonly gas: string;
  readonly isStatic: boolean;
  /** A built-in contract answered, or one of Ethereum's precompiled ones. */
  readonly builtin: boolean;
  /** Notes that there were when it began, and when it had ended. */
  readonly at: number;
  readonly end: number;
  readonly output: string;
  readonly gasUsed: string;
  /** What the sender got in place of the output: a cheat code of a test turned the end of the message around. */
  readonly given?: string;
  /** The machine's word for the end, where it was no success: `revert`, `out of gas`, … */
  readonly error?: string;
}

type Typed = Pick<RecordedFrame, "type">;

/** Whether a message makes a contract. */
export const isCreation = ({ type }: Typed): boolean => type === "CREATE" || type === "CREATE2";

/** What the code of a frame sees as its call data: a creation has none, its input is the code that runs. */
export const callDataOf = (frame: Typed & Pick<RecordedFrame, "input">): string =>
  isCreation(frame) ? "0x" : frame.input;

/**
 * An execution of the embedded chain, recorded so that it can be played again where the code is known, step by step (docs/devchain.md,
 * "Recordings"): of every opcode that is no pure stack work, what it cost and what it put on the stack.
 */
export interface ExecutionRecording {
  readonly format: 1;
  readonly suite: CryptoSuiteName;
  /** As the receipt has it. */
  readonly status: number;
  readonly output: string;
  readonly gasUsed: string;
  readonly contractAddress: string;
  readonly transaction: {
    readonly hash?: string;
    readonly from: string;
    readonly to: string;
    readonly input: string;
    readonly value: string;
    readonly gasPrice: string;
    readonly gasLimit: string;
  };
  readonly block: { readonly number: number; readonly timestamp: string };
  readonly executorVersion: number;
  readonly revision: string;
  /** Price of every opcode of stack work by its code; null for all others. */
  readonly fees: readonly (number | null)[];
  readonly codes: readonly string[];
  readonly frames: readonly RecordedFrame[];
  /**
   * Base64. A note is what the opcode cost (7 bits a byte, lowest first), then, for opcodes that push, a byte of length and the word
   * without leading zeros; EXTCODECOPY has the bytes that it wrote.
   */
  readonly notes: string;
  /** What is missing at the end, because it would be too long: the recording is good as far as it goes. */
  readonly cut: boolean;
  /** Storage before the execution of every account whose code ran: slot → word, `0x` hex without leading zeros. */
  readonly storage: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Accounts with too much storage to be given whole: slots that are not there are not known. */
  readonly storageCut: readonly string[];
  readonly balances: Readonly<Record<string, string>>;
  /** What became of balances in the course of it, in its order. Absent where it wasn't noted. */
  readonly balanceChanges?: readonly BalanceChange[];
}

/** A balance as a frame found it when its code began, after its value was moved, or left it when it ended, failed ones too. */
export interface BalanceChange {
  /** Index into the frames. */
  readonly frame: number;
  readonly at: "begin" | "end";
  readonly address: string;
  /** In wei. */
  readonly balance: string;
}

/** What may be otherwise in an execution that is recorded. */
export interface RecordingChanges {
  /** Code in the place of an account's. */
  readonly code?: Readonly<Record<string, string>>;
  /** Storage in the place of an account's, by slot. */
  readonly storage?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Balances in the place of what accounts have, in wei. */
  readonly balances?: Readonly<Record<string, string>>;
  /** Input in the place of the transaction's. */
  readonly input?: string;
}

/** Storage of an account of the embedded chain as the latest block left it (`dev_storage`). */
export interface AccountStorage {
  /** The latest block. */
  readonly number: number;
  /** Slot → word, `0x` hex without leading zeros. */
  readonly slots: Readonly<Record<string, string>>;
  /** There are too many for one answer: slots that are not there are not known. */
  readonly cut: boolean;
}
