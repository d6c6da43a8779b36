import type { AccountStorage, ExecutionRecording, RecordingChanges } from "../../chain/dev/executionRecording";
import { bytesToHex } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { invalidParams, ledgerError } from "../errors/rpcError";
import { type ChainRules, readChainRules } from "../execution/chainRules";
import type { ExecutionResult } from "../execution/executionResult";
import type { Client } from "../execution/timeSlice";
import type { BlockFacts, ExecutableTransaction, TransactionExecutor } from "../execution/transactionExecutor";
import { storageOf, wordsOf } from "../recording/recordExecution";
import { recordRun } from "../recording/recordRun";
import { type TraceOptions, type TransactionTrace, traceExecution } from "../recording/traceTransaction";
import type { HeaderRecord, TransactionRecord } from "../records/blockRecord";
import type { StateStore } from "../state/stateStore";
import { executableRecord } from "./blockMaker";
import type { BlockStore } from "./blockStore";
import { historyBlocks, type StateHistory } from "./stateHistory";
import type { WorkQueue } from "./workQueue";

/** A committed transaction in its place: the state is that before it. */
interface DryRunPosition {
  readonly rules: ChainRules;
  readonly facts: BlockFacts;
  readonly index: number;
  readonly transaction: ExecutableTransaction;
  /** Runs it, or another in its place. */
  readonly run: (transaction?: ExecutableTransaction) => Promise<ExecutionResult>;
}

/** The parts of a group that a dry run needs. */
interface DryRunParts {
  readonly suite: CryptoSuite;
  readonly store: StateStore;
  readonly blocks: BlockStore;
  readonly executor: TransactionExecutor;
  readonly history: StateHistory;
  readonly work: WorkQueue;
  /** Milliseconds since 1970, as the next block will say. */
  now(): number;
}

/** Executions that leave nothing behind: calls, and transactions run again to be watched. Each has its turn in the group's queue. */
export class DryRuns {
  readonly #parts: DryRunParts;

  constructor(parts: DryRunParts) {
    this.#parts = parts;
  }

  /**
   * Runs a committed transaction again on the state before it, watched.
   * @throws RpcError 3008 for an unknown transaction, −32602 for one that is too old, and as `WorkQueue.run`.
   */
  trace(hash: Uint8Array, options: TraceOptions, client?: Client): Promise<TransactionTrace> {
    return this.#before(
      hash,
      ({ rules, run }) => traceExecution(this.#parts.executor.evm(rules.revision), options, () => run()),
      client,
    );
  }

  /**
   * Runs a committed transaction again, everything of it noted.
   * @throws as `trace`.
   */
  record(hash: Uint8Array, changes: RecordingChanges, client?: Client): Promise<ExecutionRecording> {
    return this.#before(
      hash,
      async ({ rules, facts, transaction, run }) => {
        const recording = await this.#record(transaction, rules, facts, changes, run);
        return { ...recording, transaction: { ...recording.transaction, hash: bytesToHex(hash) } };
      },
      client,
    );
  }

  /**
   * Runs a message as a transaction of the next block would, or where `before` names a transaction as one in its place, everything of it
   * noted. Nothing of it stays.
   * @throws as `trace`.
   */
  recordCall(
    transaction: ExecutableTransaction,
    before: Uint8Array | undefined,
    changes: RecordingChanges,
    client?: Client,
  ): Promise<ExecutionRecording> {
    if (before) {
      return this.#before(
        before,
        ({ rules, facts, index }) =>
          this.#record(transaction, rules, facts, changes, (asked) =>
            this.#parts.executor.execute(asked, facts, rules, index),
          ),
        client,
      );
    }
    return this.#parts.work.run(async () => {
      const checkpoint = this.#parts.store.checkpoint();
      try {
        const facts = { number: this.#head.number + 1, timestampMs: this.#parts.now() };
        const rules = readChainRules(this.#parts.store, facts.number);
        return await this.#record(transaction, rules, facts, changes, (asked) =>
          this.#parts.executor.execute(asked, facts, rules, 0),
        );
      } finally {
        this.#forget(checkpoint);
      }
    }, client);
  }

  /**
   * Storage of an account as the latest block left it: the slots that are asked for, else all, up to 20,000.
   * @throws as `WorkQueue.run`.
   */
  storage(address: string, slots: readonly bigint[] | undefined, client?: Client): Promise<AccountStorage> {
    return this.#parts.work.run(async () => {
      const { store } = this.#parts;
      const found = slots ? { slots: wordsOf(store, address, slots), cut: false } : storageOf(store, address);
      return { number: this.#head.number, slots: found.slots, cut: found.cut };
    }, client);
  }

  #record(
    asked: ExecutableTransaction,
    rules: ChainRules,
    facts: BlockFacts,
    changes: RecordingChanges,
    run: (transaction: ExecutableTransaction) => Promise<ExecutionResult>,
  ): Promise<ExecutionRecording> {
    return recordRun(this.#parts.executor, { asked, rules, facts, changes, run });
  }

  /** Does work in the state before a committed transaction. */
  #before<T>(hash: Uint8Array, work: (place: DryRunPosition) => Promise<T>, client?: Client): Promise<T> {
    return this.#parts.work.run(async () => {
      const place = this.#parts.blocks.locate(hash);
      if (!place) throw ledgerError(3008, "GetBatchTxsByHashList error");
      const { number, index } = place;
      if (number < this.#parts.history.first)
        throw invalidParams(`only the latest ${historyBlocks} blocks can be traced`);
      const checkpoint = this.#parts.store.checkpoint();
      try {
        this.#parts.history.visit(number);
        const block = this.#parts.blocks.block(number);
        const rules = readChainRules(this.#parts.store, number);
        const facts = { number, timestampMs: block.header.timestampMs };
        const at = (each: number): ExecutableTransaction =>
          executableRecord(block.transactions[each] as TransactionRecord);
        for (let i = 0; i < index; i++) await this.#parts.executor.execute(at(i), facts, rules, i);
        const transaction = at(index);
        const run = (asked = transaction): Promise<ExecutionResult> =>
          this.#parts.executor.execute(asked, facts, rules, index);
        return await work({ rules, facts, index, transaction, run });
      } finally {
        this.#forget(checkpoint);
      }
    }, client);
  }

  /** Runs a call on the latest block, which it tells, and forgets what it did. @throws as `WorkQueue.run`. */
  call(
    transaction: ExecutableTransaction,
    client?: Client,
  ): Promise<{ readonly blockNumber: number; readonly result: ExecutionResult }> {
    return this.#parts.work.run(async () => {
      const { number, timestampMs } = this.#head;
      const checkpoint = this.#parts.store.checkpoint();
      try {
        // what the latest block has set counts for calls already
        const rules = readChainRules(this.#parts.store, number + 1);
        const isStatic = rules.executorVersion === 0;
        const facts = { number, timestampMs };
        const result = await this.#parts.executor.execute({ ...transaction, isStatic, isCall: true }, facts, rules, 0);
        return { blockNumber: number, result };
      } finally {
        this.#forget(checkpoint);
      }
    }, client);
  }

  get #head(): HeaderRecord {
    const { blocks } = this.#parts;
    return blocks.block(blocks.head).header;
  }

  /** Takes back whatever was executed since the checkpoint. */
  #forget(checkpoint: number): void {
    this.#parts.executor.forgetBlock();
    this.#parts.store.revert(checkpoint);
  }
}
