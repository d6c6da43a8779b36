import type { ExecutionRecording, RecordingChanges } from "../chain/dev/executionRecording";
import type { TransactionReceipt } from "../chain/rpc/receiptSchema";
import type { ExecutableTransaction } from "../devchain/execution/transactionExecutor";
import type { ReplayTransaction } from "./chainBlocks";
import type { ReceiptDifference } from "./receiptComparison";

/**
 * How sure it is that the execution here is that of the chain. `exact`: the state was made from block 0 on, this receipt came out the same,
 * and so did every other until then or it can't have changed what this one looks at. `consistent`: the state was fetched as it is now,
 * every transaction since came out the same when it was executed again, and none changed what this one reads. `equal`: this receipt came
 * out the same, but not everything behind it is known to be as it was. `differs`: it did not.
 */
export type Certainty = "exact" | "consistent" | "equal" | "differs";

/** What is to be executed again, as the chain has it. */
export interface ForkTarget {
  readonly hash: string;
  readonly blockNumber: number;
  readonly receipt: TransactionReceipt;
  /** The chain's latest block when it was asked. */
  readonly head: number;
}

/** A transaction before the one that was asked for whose receipt came out otherwise. */
export interface DifferingTransaction {
  readonly block: number;
  readonly hash: string;
  /** What of the receipt differs. */
  readonly members: readonly ReceiptDifference["member"][];
}

/** What came of it, for people and for programs. */
export interface ForkVerdict {
  /** There is no transaction: calls are made on the state of the latest block. */
  readonly call?: true;
  readonly certainty: Certainty;
  /** Where the state comes from: all blocks before it executed again, or what the node has now. */
  readonly state: "rebuilt" | "fetched";
  readonly blockNumber: number;
  readonly head: number;
  /** Against the chain's receipt; empty where it is equal. */
  readonly differences: readonly ReceiptDifference[];
  /** Transactions that were executed again before it. */
  readonly replayed: number;
  /** What keeps it from being exact, for people. */
  readonly doubts: readonly string[];
  /** Transactions before it that came out otherwise, whether or not it looks at what they may have changed; only of rebuilt states. */
  readonly differing?: readonly DifferingTransaction[];
}

/** A copy of a real chain's state: that before a transaction, or that of the latest block. */
export interface Fork {
  readonly verdict: ForkVerdict;
  /** Undefined for the state of the latest block. */
  readonly transaction: ReplayTransaction | undefined;
  /** Runs a message in the transaction's place, or the transaction itself, with everything noted. Nothing of it stays. */
  record(asked: ExecutableTransaction, changes: RecordingChanges): Promise<ExecutionRecording>;
}
