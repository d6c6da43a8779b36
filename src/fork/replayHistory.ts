import type { TransactionReceipt } from "../chain/rpc/receiptSchema";
import { getTransactionReceipt } from "../chain/rpc/transactions";
import { addressDigits } from "../crypto/bytes/hex";
import { type ChainRules, priceOf, readChainRules } from "../devchain/execution/chainRules";
import type { ExecutionResult } from "../devchain/execution/executionResult";
import { accountTable, readCode } from "../devchain/execution/flatStateManager";
import { precompiledContracts } from "../devchain/execution/precompiledContracts";
import type { BlockFacts } from "../devchain/execution/transactionExecutor";
import { consensusAddress, lowAddress } from "../devchain/precompiled/host/addresses";
import type { StateStore } from "../devchain/state/stateStore";
import { t } from "../text/catalogue";
import { AffectedState } from "./affectedState";
import { type ReplayBlock, type ReplayTransaction, readBlocks } from "./chainBlocks";
import type { DifferingTransaction, Fork, ForkTarget, ForkVerdict } from "./fork";
import { CannotFork, clientOf, ForkBudget, type ForkContext, requestOptions } from "./forkContext";
import { ForkState } from "./forkState";
import { readGenesis, writeGenesisState } from "./genesisState";
import { type Footprint, WatchedStore } from "./lazyStore";
import { isAsOnChain, type ReceiptDifference, receiptDifferences } from "./receiptComparison";

/** Receipts that are fetched to see what came out otherwise. */
const maxExamined = 200;

/** How a difference bears on the state: not at all, only by what it has changed, or in unknown ways. */
type Bearing = "none" | "gas of the committee" | "by gas" | "unknown";

/** Whether a transaction has named the node to the consensus contract: then it wasn't an observer from the beginning. */
function joinedLater(blocks: readonly ReplayBlock[], sealers: ReadonlySet<string>): (nodeId: string) => boolean {
  const named: string[] = [];
  for (const { transactions } of blocks) {
    for (const { executable } of transactions) {
      if (lowAddress(addressDigits(executable.to)) !== consensusAddress) continue;
      if (named.length < 10_000) named.push(Buffer.from(executable.input.subarray(0, 2000)).toString("latin1"));
    }
  }
  return (nodeId) => sealers.has(nodeId) || named.some((input) => input.toLowerCase().includes(nodeId));
}

/** A transaction that was executed, with what it has looked at and changed. */
interface Executed {
  readonly transaction: ReplayTransaction;
  readonly result: ExecutionResult;
  readonly footprint: Footprint;
}

/** Executes blocks again, looks whether their receipts come out as the chain has them, and keeps what may be otherwise where they don't. */
class HistoryReplay {
  readonly #context: ForkContext;
  readonly #state: ForkState;
  readonly #store: WatchedStore;
  readonly #budget: ForkBudget;
  readonly affected: AffectedState;
  /** Transactions that came out otherwise, but for the gas of committee contracts. */
  readonly differing: DifferingTransaction[] = [];
  /** Contracts of block 0: the committee's, whose code is our own. */
  readonly #committee: ReadonlySet<string>;
  /** Differences that weren't examined any more. */
  unexamined = 0;
  #examined = 0;

  constructor(context: ForkContext, state: ForkState, store: WatchedStore, budget: ForkBudget) {
    this.#context = context;
    this.#state = state;
    this.#store = store;
    this.#budget = budget;
    this.affected = new AffectedState(store);
    this.#committee = new Set([...store.keys(accountTable)].filter((address) => readCode(store, address).length > 0));
  }

  /** Whether an execution has come to a contract of the committee. */
  #meetsCommittee({ read }: Footprint): boolean {
    for (const row of read) {
      const [table = "", key = ""] = row.split(" ");
      if (this.#committee.has(table === accountTable ? key : table)) return true;
    }
    return false;
  }

  /** Differences that count: the gas of committee contracts, whose code is our own, can't be compared. */
  comparable(differences: readonly ReceiptDifference[], footprint: Footprint): readonly ReceiptDifference[] {
    return this.#meetsCommittee(footprint) ? differences.filter(({ member }) => member !== "gasUsed") : differences;
  }

  #bearing(
    differences: readonly ReceiptDifference[],
    { transaction, result, footprint }: Executed,
    receipt: TransactionReceipt,
    rules: ChainRules,
  ): Bearing {
    // what failed leaves nothing, except what it pays for its gas and the number of an Ethereum transaction, which counts either way
    if (receipt.status !== 0 && result.status !== 0 && priceOf(rules.gasPrice) === 0n) return "none";
    const gasOnly = differences.every(({ member }) => member === "gasUsed");
    if (!gasOnly) return "unknown";
    return this.#meetsCommittee(footprint) && transaction.executable.ethereumNonce === undefined
      ? "gas of the committee"
      : "by gas";
  }

  /** Looks at a receipt of a block whose root differs, right after the transaction was executed. */
  async examine(block: ReplayBlock, executed: Executed, rules: ChainRules): Promise<void> {
    const { transaction, result, footprint } = executed;
    const concerned = this.affected.concerns(footprint);
    if (this.#examined >= maxExamined) {
      this.unexamined++;
      return;
    }
    this.#examined++;
    this.#budget.fetched();
    const options = requestOptions(this.#context);
    const receipt = await getTransactionReceipt(clientOf(this.#context), transaction.hash, false, options);
    const differences = receiptDifferences(receipt, result);
    const bearing = differences.length === 0 ? "none" : this.#bearing(differences, executed, receipt, rules);
    if (differences.length > 0 && bearing !== "gas of the committee") {
      const members = differences.map(({ member }) => member);
      this.differing.push({ block: block.facts.number, hash: transaction.hash, members });
    }
    if (bearing === "unknown") this.affected.addUnknownWay(footprint, transaction, receipt);
    else if (bearing === "by gas" || concerned) this.affected.add(footprint);
  }

  /** Executes transactions of a block and watches each; `examined`: looks at their receipts. */
  async watched(
    block: ReplayBlock,
    rules: ChainRules,
    examined: boolean,
    count = block.transactions.length,
  ): Promise<ExecutionResult[]> {
    const results: ExecutionResult[] = [];
    for (const [index, transaction] of block.transactions.slice(0, count).entries()) {
      const place = { facts: block.facts, rules, index };
      const { result, footprint } = await this.#store.watch(() => this.#state.execute(transaction.executable, place));
      results.push(result);
      const executed = { transaction, result, footprint };
      if (examined) await this.examine(block, executed, rules);
      else if (!this.affected.isEmpty && this.affected.concerns(footprint)) this.affected.add(footprint);
    }
    return results;
  }

  async block(block: ReplayBlock): Promise<void> {
    const { suite } = this.#state;
    const rules = this.#state.rulesOf(block);
    const begun = this.#store.checkpoint();
    const results: ExecutionResult[] = [];
    for (const [index, { executable }] of block.transactions.entries()) {
      results.push(await this.#state.execute(executable, { facts: block.facts, rules, index }));
    }
    const asOnChain = results.length === 0 || isAsOnChain(suite, block, results, rules);
    if (results.length > 0 && (!asOnChain || !this.affected.isEmpty)) {
      // once more, to see what each looks at
      this.#state.executor.forgetBlock();
      this.#store.revert(begun);
      await this.watched(block, rules, !asOnChain);
    }
    this.#state.finishBlock();
    this.#store.seal();
  }

  /** What keeps a state from being known as the chain's, for who looks at all of it or only at what a footprint has. */
  doubts(footprint?: Footprint): string[] {
    const doubts: string[] = [];
    const { affected, differing, unexamined } = this;
    if (footprint ? affected.concerns(footprint) : !affected.isEmpty) {
      const [first] = differing;
      doubts.push(
        t(
          "{0} transactions before it end differently here, the first is {1} in block {2}. The state might not be the chain's.",
          differing.length,
          first?.hash ?? "",
          first?.block ?? 0,
        ),
      );
    }
    if (unexamined > 0) doubts.push(t("{0} more receipts before it weren't compared.", unexamined));
    return doubts;
  }
}

/** The state of block 0, and every block until another one. @throws CannotFork, ChainError of the node, WorkStopped */
export async function fromGenesis(context: ForkContext, lastBlock: number) {
  const budget = new ForkBudget(context.limits);
  const { suite } = context.session;
  const genesis = await readGenesis(context, budget);
  const zero = await readBlocks(context, budget, 0, 0);
  const blocks = lastBlock === 0 ? [] : await readBlocks(context, budget, 1, lastBlock);
  const hashes = [...zero, ...blocks].map(({ hash }) => hash);
  const store = new WatchedStore();
  const state = new ForkState(
    suite,
    store,
    precompiledContracts(store, suite, genesis.settings.nodeVersion),
    (number) => hashes[number],
    context.signal,
  );
  const sealers = new Set(genesis.sealers.map(({ nodeId }) => nodeId));
  writeGenesisState(store, context, genesis, joinedLater(blocks, sealers));
  await state.executor.seed(readChainRules(store, 0), genesis.admin);
  store.seal();
  const replay = new HistoryReplay(context, state, store, budget);
  const executeAll = async (all: readonly ReplayBlock[]): Promise<void> => {
    for (const [done, block] of all.entries()) {
      context.signal.throwIfAborted();
      await replay.block(block);
      context.report({ doing: t("Re-executing blocks"), done: done + 1, total: lastBlock });
    }
  };
  return { budget, zero, blocks, store, state, replay, hashes, admin: genesis.admin, executeAll };
}

/** A chain's state behind one of its blocks, made from block 0 on. */
export interface RebuiltState {
  readonly verdict: ForkVerdict;
  readonly store: StateStore;
  readonly state: ForkState;
  /** What of it may be otherwise on the chain. */
  readonly affected: AffectedState;
  /** The block itself. */
  readonly facts: BlockFacts;
  /** Hashes of all blocks until then, by number. */
  readonly hashes: readonly Uint8Array[];
  /** Address of the first governor; zero where there is none. */
  readonly admin: string;
}

/**
 * Makes the state behind a block by executing every block until then again, from block 0 on.
 * @throws CannotFork, ChainError of the node, WorkStopped when it was cancelled.
 */
export async function replayToBlock(context: ForkContext, blockNumber: number, head: number): Promise<RebuiltState> {
  const { budget, zero, blocks, state, store, replay, hashes, admin, executeAll } = await fromGenesis(
    context,
    blockNumber,
  );
  await executeAll(blocks);
  const last = blocks.at(-1) ?? zero[0];
  if (!last) throw new CannotFork(t("Nothing was executed."));
  const doubts = replay.doubts();
  return {
    store,
    state,
    facts: last.facts,
    hashes,
    admin,
    affected: replay.affected,
    verdict: {
      call: true,
      certainty: doubts.length > 0 ? "equal" : "exact",
      state: "rebuilt",
      blockNumber,
      head,
      differences: [],
      replayed: budget.transactions,
      doubts,
      differing: replay.differing,
    },
  };
}

/**
 * Makes the state of the latest block by executing every block again, from block 0 on: for calls.
 * @throws CannotFork, ChainError of the node, WorkStopped when it was cancelled.
 */
export async function replayToHead(context: ForkContext, head: number): Promise<Fork> {
  const { verdict, state, store, facts: last } = await replayToBlock(context, head, head);
  // as a transaction of the next block would run
  const facts = { number: head + 1, timestampMs: Math.max(Date.now(), last.timestampMs) };
  const place = { facts, rules: readChainRules(store, facts.number), index: 0 };
  return { transaction: undefined, verdict, record: (asked, changes) => state.record(asked, place, changes) };
}

/**
 * Makes the state before a transaction by executing every block before it again, from block 0 on.
 * @throws CannotFork, ChainError of the node, WorkStopped when it was cancelled.
 */
export async function replayHistory(context: ForkContext, target: ForkTarget): Promise<Fork> {
  const { budget, blocks, store, state, replay, executeAll } = await fromGenesis(context, target.blockNumber);
  const { suite } = context.session;
  const last = blocks.pop();
  await executeAll(blocks);
  const index = last?.transactions.findIndex(({ hash }) => hash === target.hash) ?? -1;
  const transaction = last?.transactions[index];
  if (!last || !transaction) {
    throw new CannotFork(t("Block {0} of the node doesn't contain the transaction.", target.blockNumber));
  }
  const rules = state.rulesOf(last);
  const at = (i: number) => ({ facts: last.facts, rules, index: i });
  const begun = store.checkpoint();
  const whole: ExecutionResult[] = [];
  for (const [i, { executable }] of last.transactions.entries()) whole.push(await state.execute(executable, at(i)));
  const asOnChain = isAsOnChain(suite, last, whole, rules);
  state.executor.forgetBlock();
  store.revert(begun);
  await replay.watched(last, rules, !asOnChain, index);
  const before = store.checkpoint();
  const { result, footprint } = await store.watch(() => state.execute(transaction.executable, at(index)));
  state.executor.forgetBlock();
  store.revert(before);
  const all = receiptDifferences(target.receipt, result);
  const differences = replay.comparable(all, footprint);
  const doubts = replay.doubts(footprint);
  if (differences.length < all.length)
    doubts.push(t("Its gas isn't compared: the committee's contracts here are Chainside's own."));
  const { blockNumber, head } = target;
  return {
    transaction,
    verdict: {
      certainty: differences.length > 0 ? "differs" : doubts.length > 0 ? "equal" : "exact",
      state: "rebuilt",
      blockNumber,
      head,
      differences,
      replayed: budget.transactions - (last.transactions.length - index),
      doubts,
      differing: replay.differing,
    },
    record: (asked, changes) => state.record(asked, at(index), changes),
  };
}
