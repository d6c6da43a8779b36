import type { ExecutionRecording, RecordingChanges } from "../chain/dev/executionRecording";
import type { CryptoSuite } from "../crypto/cryptoSuite";
import { type ChainRules, readChainRules } from "../devchain/execution/chainRules";
import type { ExecutionResult } from "../devchain/execution/executionResult";
import type { FiscoEvm } from "../devchain/execution/fiscoEvm";
import {
  type BlockFacts,
  type ExecutableTransaction,
  type PrecompiledContracts,
  TransactionExecutor,
} from "../devchain/execution/transactionExecutor";
import { recordRun } from "../devchain/recording/recordRun";
import type { StateStore } from "../devchain/state/stateStore";
import { OneByOne } from "../time/inParallel";
import type { ReplayBlock } from "./chainBlocks";

/** Where a transaction stands: block, rules and index in it. */
export interface TransactionPosition {
  readonly facts: BlockFacts;
  readonly rules: ChainRules;
  readonly index: number;
}

/** A state of one's own, and the embedded chain's executor on it. */
export class ForkState {
  readonly store: StateStore;
  readonly suite: CryptoSuite;
  readonly executor: TransactionExecutor;

  constructor(
    suite: CryptoSuite,
    store: StateStore,
    precompiledContracts: PrecompiledContracts,
    blockHash: (number: number) => Uint8Array | undefined,
    signal: AbortSignal,
    Evm?: typeof FiscoEvm,
  ) {
    this.store = store;
    this.suite = suite;
    this.executor = new TransactionExecutor(store, suite, precompiledContracts, blockHash, Evm);
    this.executor.timeSlice.client = {
      get gone() {
        return signal.aborted;
      },
    };
    this.executor.timeSlice.begin();
  }

  /** The rules of a block: those that hold when it begins. */
  rulesOf({ facts }: ReplayBlock): ChainRules {
    return readChainRules(this.store, facts.number);
  }

  /**
   * Executes the transaction of a block; what it changed stays.
   * @throws WorkStopped when it is no longer wanted.
   */
  execute(transaction: ExecutableTransaction, { facts, rules, index }: TransactionPosition): Promise<ExecutionResult> {
    return this.executor.execute(transaction, facts, rules, index);
  }

  /** What the end of a block does to contracts that were destroyed in it. */
  finishBlock(): void {
    this.executor.finishBlock();
  }

  readonly #recordings = new OneByOne();

  /** Runs a message in the place of a transaction and records it, one after the other. Nothing of it stays. */
  record(
    asked: ExecutableTransaction,
    range: TransactionPosition,
    changes: RecordingChanges,
  ): Promise<ExecutionRecording> {
    return this.#recordings.run(() => this.#record(asked, range, changes));
  }

  async #record(
    asked: ExecutableTransaction,
    range: TransactionPosition,
    changes: RecordingChanges,
  ): Promise<ExecutionRecording> {
    const checkpoint = this.store.checkpoint();
    try {
      const { facts, rules, index } = range;
      const run = (each: ExecutableTransaction): Promise<ExecutionResult> =>
        this.executor.execute(each, facts, rules, index);
      return await recordRun(this.executor, { asked, rules, facts, changes, run });
    } finally {
      this.executor.forgetBlock();
      this.store.revert(checkpoint);
    }
  }
}
