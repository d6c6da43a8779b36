import { getTransactionReceipt } from "../chain/rpc/getTransactionReceipt";
import { builtinContracts } from "../devchain/execution/builtinContracts";
import { readChainRules } from "../devchain/execution/chainRules";
import type { ExecutionResult } from "../devchain/execution/executionResult";
import type { BlockFacts } from "../devchain/execution/transactionExecutor";
import { StateStore } from "../devchain/state/stateStore";
import { t } from "../text/catalogue";
import { type ReplayBlock, readBlocks } from "./chainBlocks";
import type { Fork, ForkTarget, ForkVerdict } from "./fork";
import { CannotFork, clientOf, ForkBudget, type ForkGround, requestOptions } from "./forkGround";
import { ForkState } from "./forkState";
import { readGenesis, writeGenesisState } from "./genesisState";
import { isAsOnChain, receiptDifferences } from "./receiptComparison";

const consensusAddress = "1003".padStart(40, "0");
/** Receipts that are fetched to see what came out otherwise. */
const mostExamined = 200;

/** Blocks before the target whose receipts came out otherwise. */
interface Differing {
  readonly block: number;
  readonly hash: string;
  /** Only the gas differs: the state is the same. */
  readonly gasOnly: boolean;
}

/** Whether a transaction has named the node to the consensus contract: then it wasn't an observer from the beginning. */
function joinedLater(blocks: readonly ReplayBlock[], sealers: ReadonlySet<string>): (nodeId: string) => boolean {
  const named: string[] = [];
  for (const { transactions } of blocks) {
    for (const { executable } of transactions) {
      if (executable.to.toLowerCase().replace(/^0x/, "").padStart(40, "0") !== consensusAddress) continue;
      if (named.length < 10_000) named.push(Buffer.from(executable.input.subarray(0, 2000)).toString("latin1"));
    }
  }
  return (nodeId) => sealers.has(nodeId) || named.some((input) => input.toLowerCase().includes(nodeId));
}

/** Executes blocks again and looks whether their receipts come out as the chain has them. */
class HistoryReplay {
  readonly #ground: ForkGround;
  readonly #state: ForkState;
  readonly #budget: ForkBudget;
  readonly differing: Differing[] = [];
  /** Differences that nobody looked at any more. */
  unexamined = 0;
  #examined = 0;

  constructor(ground: ForkGround, state: ForkState, budget: ForkBudget) {
    this.#ground = ground;
    this.#state = state;
    this.#budget = budget;
  }

  /** Looks at each receipt of a block whose root differs. */
  async examine(block: ReplayBlock, results: readonly ExecutionResult[], count = results.length): Promise<void> {
    for (let i = 0; i < count; i++) {
      const [transaction, result] = [block.transactions[i], results[i]];
      if (!transaction || !result) continue;
      if (this.#examined >= mostExamined) {
        this.unexamined++;
        continue;
      }
      this.#examined++;
      this.#budget.fetched();
      const receipt = await getTransactionReceipt(
        clientOf(this.#ground),
        transaction.hash,
        false,
        requestOptions(this.#ground),
      );
      const differences = receiptDifferences(receipt, result);
      if (differences.length === 0) continue;
      const gasOnly = differences.every(({ member }) => member === "gasUsed");
      this.differing.push({ block: block.facts.number, hash: transaction.hash, gasOnly });
    }
  }

  async block(block: ReplayBlock): Promise<void> {
    const { store, suite } = this.#state;
    const rules = this.#state.rulesOf(block);
    const results: ExecutionResult[] = [];
    for (const [index, { executable }] of block.transactions.entries()) {
      results.push(await this.#state.execute(executable, { facts: block.facts, rules, index }));
    }
    this.#state.finishBlock();
    store.seal();
    if (results.length > 0 && !isAsOnChain(suite, block, results, rules)) await this.examine(block, results);
  }

  /** What keeps the state from being known as the chain's. */
  doubts(): string[] {
    const doubts: string[] = [];
    const first = this.differing.find(({ gasOnly }) => !gasOnly);
    const serious = this.differing.filter(({ gasOnly }) => !gasOnly).length;
    if (first) {
      doubts.push(
        t(
          "{0} transactions before it end differently here, the first is {1} in block {2}. The state might not be the chain's.",
          serious,
          first.hash,
          first.block,
        ),
      );
    }
    const gasOnly = this.differing.length - serious;
    if (gasOnly > 0) doubts.push(t("{0} transactions before it use a different amount of gas here.", gasOnly));
    if (this.unexamined > 0) {
      doubts.push(t("{0} more receipts before it weren't compared.", this.unexamined));
    }
    return doubts;
  }
}

/** The state of block 0, and every block until another one. */
async function fromGenesis(ground: ForkGround, lastBlock: number) {
  const budget = new ForkBudget(ground.limits);
  const { suite } = ground.session;
  const genesis = await readGenesis(ground, budget);
  const zero = await readBlocks(ground, budget, 0, 0);
  const blocks = lastBlock === 0 ? [] : await readBlocks(ground, budget, 1, lastBlock);
  const hashes = [...zero, ...blocks].map(({ hash }) => hash);
  const store = new StateStore();
  const state = new ForkState(suite, store, builtinContracts(store, suite), (number) => hashes[number], ground.signal);
  const sealers = new Set(genesis.sealers.map(({ nodeId }) => nodeId));
  writeGenesisState(store, ground, genesis, joinedLater(blocks, sealers));
  await state.executor.seed(readChainRules(store, 0), genesis.admin);
  store.seal();
  const replay = new HistoryReplay(ground, state, budget);
  const executeAll = async (all: readonly ReplayBlock[]): Promise<void> => {
    for (const [done, block] of all.entries()) {
      ground.signal.throwIfAborted();
      await replay.block(block);
      ground.report({ doing: t("Re-executing blocks"), done: done + 1, total: lastBlock });
    }
  };
  return { budget, zero, blocks, store, state, replay, hashes, admin: genesis.admin, executeAll };
}

/** A chain's state behind one of its blocks, made from block 0 on. */
export interface RebuiltState {
  readonly verdict: ForkVerdict;
  readonly store: StateStore;
  readonly state: ForkState;
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
export async function replayToBlock(ground: ForkGround, blockNumber: number, head: number): Promise<RebuiltState> {
  const { budget, zero, blocks, state, store, replay, hashes, admin, executeAll } = await fromGenesis(
    ground,
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
    verdict: {
      call: true,
      certainty: doubts.length > 0 ? "equal" : "exact",
      state: "rebuilt",
      blockNumber,
      head,
      differences: [],
      replayed: budget.transactions,
      doubts,
    },
  };
}

/**
 * Makes the state of the latest block by executing every block again, from block 0 on: for calls.
 * @throws CannotFork, ChainError of the node, WorkStopped when it was cancelled.
 */
export async function replayToHead(ground: ForkGround, head: number): Promise<Fork> {
  const { verdict, state, store, facts: last } = await replayToBlock(ground, head, head);
  // as a transaction of the next block would run
  const facts = { number: head + 1, timestampMs: Math.max(Date.now(), last.timestampMs) };
  const place = { facts, rules: readChainRules(store, facts.number), index: 0 };
  return { transaction: undefined, verdict, record: (asked, changes) => state.record(asked, place, changes) };
}

/**
 * Makes the state before a transaction by executing every block before it again, from block 0 on.
 * @throws CannotFork, ChainError of the node, WorkStopped when it was cancelled.
 */
export async function replayHistory(ground: ForkGround, target: ForkTarget): Promise<Fork> {
  const { budget, blocks, store, state, replay, executeAll } = await fromGenesis(ground, target.blockNumber);
  const { suite } = ground.session;
  const last = blocks.pop();
  await executeAll(blocks);
  const index = last?.transactions.findIndex(({ hash }) => hash === target.hash) ?? -1;
  const transaction = last?.transactions[index];
  if (!last || !transaction) {
    throw new CannotFork(t("Block {0} of the node doesn't contain the transaction.", target.blockNumber));
  }
  const rules = state.rulesOf(last);
  const at = (i: number) => ({ facts: last.facts, rules, index: i });
  const results: ExecutionResult[] = [];
  let before = store.checkpoint();
  for (const [i, { executable }] of last.transactions.entries()) {
    if (i === index) before = store.checkpoint();
    results.push(await state.execute(executable, at(i)));
  }
  const whole = isAsOnChain(suite, last, results, rules);
  state.executor.forgetBlock();
  store.revert(before);
  if (!whole) await replay.examine(last, results, index);
  const differences = receiptDifferences(target.receipt, results[index] as ExecutionResult);
  const doubts = replay.doubts();
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
    },
    record: (asked, changes) => state.record(asked, at(index), changes),
  };
}
