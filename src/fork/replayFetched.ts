import type { Transport } from "../chain/client/client";
import { isCreation } from "../chain/dev/executionRecording";
import { getBlockNumber } from "../chain/rpc/blocks";
import type { SystemConfig } from "../chain/rpc/groups";
import { getTransactionReceipt } from "../chain/rpc/transactions";
import { bytesOfNumber, numberOfBytes } from "../crypto/bytes/bigEndian";
import type { ChainRules } from "../devchain/execution/chainRules";
import type { ExecutionResult } from "../devchain/execution/executionResult";
import { writeSystemConfig } from "../devchain/state/systemTables";
import { t } from "../text/catalogue";
import { listed } from "../text/joining";
import type { BothPrograms } from "./blockUnderRules";
import { type ReplayBlock, type ReplayTransaction, readBlocks } from "./chainBlocks";
import { FetchedChain, FetchedEvm, fetchedPrecompiledContracts, hashTable } from "./fetchedChain";
import type { Certainty, Fork, ForkTarget } from "./fork";
import { CannotFork, clientOf, ForkBudget, type ForkContext, requestOptions } from "./forkContext";
import { ForkState, type TransactionPosition } from "./forkState";
import { readConfig } from "./genesisState";
import { LazyStore, MissingRow } from "./lazyStore";
import { isAsOnChain, type ReceiptDifference, receiptDifferences } from "./receiptComparison";

/** Slots and words that are tried one by one. */
const maxTried = { slots: 6, words: 16 };
const wordLimit = 2n ** 256n;

/** Words of slots, by `address slot`, in the place of those that the node has now. */
type Assumed = ReadonlyMap<string, Uint8Array>;

/** What came of executing the blocks once. */
interface Round {
  readonly assumed: Assumed;
  readonly state: ForkState;
  readonly store: LazyStore;
  /** Position of the state before the transaction. */
  readonly before: number;
  readonly place: TransactionPosition;
  readonly result: ExecutionResult;
  readonly differences: readonly ReceiptDifference[];
  /** What the transaction, and those before it in its block, have read of what the node has now. */
  readonly read: ReadonlySet<string>;
  /** Slots that end with another word than the node has. */
  readonly off: ReadonlyMap<string, { readonly here: bigint; readonly chain: bigint }>;
  /** Slots that were read as the node has them now, and written later. */
  readonly moved: readonly string[];
  /** Blocks whose receipts came out otherwise. */
  readonly blocksOff: number;
}

/** The first words of data. */
const wordsOf = (data: string): bigint[] =>
  Array.from({ length: Math.min(8, Math.floor((data.length - 2) / 64)) }, (_, i) =>
    BigInt(`0x${data.slice(2 + 64 * i, 66 + 64 * i)}`),
  );

const addressLimit = 2n ** 160n;

/** A packed word with each address in it exchanged for the others. */
function exchanged(word: bigint, words: readonly bigint[]): bigint[] {
  const addresses = words.filter((each) => each >= 2n ** 64n && each < addressLimit);
  return addresses.flatMap((there) => {
    for (let shift = 0n; shift <= 96n; shift += 8n) {
      if ((word >> shift) % addressLimit !== there) continue;
      return [0n, ...addresses].filter((each) => each !== there).map((each) => word + ((each - there) << shift));
    }
    return [];
  });
}

const nothing = new Uint8Array(0);

const worse = (round: Round): number => round.differences.length * 1000 + round.off.size + round.blocksOff;

/** Executes the blocks from the transaction's to the latest on what the node has now. */
class FetchedReplay {
  readonly #context: ForkContext;
  readonly #chain: FetchedChain;
  readonly #config: ReadonlyMap<string, SystemConfig>;
  readonly #blocks: readonly ReplayBlock[];
  readonly #target: Omit<ForkTarget, "receipt"> & Partial<ForkTarget>;
  readonly index: number;
  /** Undefined for the state of now. */
  readonly transaction: ReplayTransaction | undefined;
  rounds = 0;

  constructor(
    context: ForkContext,
    chain: FetchedChain,
    config: ReadonlyMap<string, SystemConfig>,
    blocks: readonly ReplayBlock[],
    target: Omit<ForkTarget, "receipt"> & Partial<ForkTarget>,
  ) {
    this.#context = context;
    this.#chain = chain;
    this.#config = config;
    this.#blocks = blocks;
    this.#target = target;
    this.index = blocks[0]?.transactions.findIndex(({ hash }) => hash === target.hash) ?? -1;
    const transaction = blocks[0]?.transactions[this.index];
    this.transaction = transaction;
  }

  /** Does work that is begun again whenever a row is missing, once that was fetched. */
  async whole<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof MissingRow)) throw error;
        this.#context.signal.throwIfAborted();
        await this.#chain.fetch(error);
      }
    }
  }

  /** The state as the node has it now. */
  get now(): ForkState {
    return this.#state(new Map()).state;
  }

  #state(assumed: Assumed): {
    readonly store: LazyStore;
    readonly state: ForkState;
    stateOf(program: string): ForkState;
  } {
    const store = new LazyStore(this.#chain.rows, assumed);
    const { session } = this.#context;
    const number = this.#target.blockNumber;
    for (const [key, { value, blockNumber }] of this.#config) {
      // what was set since counts as if it had been set then: what it was isn't known
      writeSystemConfig(store, key, { value, enableNumber: Math.min(blockNumber, number) });
    }
    store.seal();
    const hashOf = (block: number): Uint8Array | undefined => {
      if (block < 0 || block > this.#target.head) return undefined;
      const known = this.#chain.rows.get(hashTable, String(block));
      if (!(known instanceof Uint8Array)) throw new MissingRow(hashTable, String(block));
      return known;
    };
    const stateOf = (nodeVersion: string): ForkState => {
      const builtins = fetchedPrecompiledContracts(store, { suite: session.suite, nodeVersion }, this.#chain);
      return new ForkState(session.suite, store, builtins, hashOf, this.#context.signal, FetchedEvm);
    };
    return { store, state: stateOf(session.nodeVersion), stateOf };
  }

  /** Goes through the blocks, each looked at before it is executed, by the program of today and by another one. */
  async walk(assumed: Assumed, program: string, look: (at: FetchedBlock) => Promise<void>): Promise<void> {
    const { store, state: now, stateOf } = this.#state(assumed);
    const then = stateOf(program);
    const execute: BothPrograms["execute"] = (state, { executable }, position) =>
      this.whole(() => state.execute(executable, position));
    for (const block of this.#blocks) {
      this.#context.signal.throwIfAborted();
      await look({ block, programs: { now, then, execute } });
      const rules = now.rulesOf(block);
      for (const [index, transaction] of block.transactions.entries())
        await execute(now, transaction, { facts: block.facts, rules, index });
      now.finishBlock();
      store.seal();
    }
  }

  async round(assumed: Assumed): Promise<Round> {
    this.rounds++;
    const { store, state } = this.#state(assumed);
    let found: Pick<Round, "before" | "place" | "result" | "read"> | undefined;
    let blocksOff = 0;
    for (const [number, block] of this.#blocks.entries()) {
      const rules: ChainRules = state.rulesOf(block);
      const results: ExecutionResult[] = [];
      for (const [index, { executable }] of block.transactions.entries()) {
        const before = store.checkpoint();
        const place = { facts: block.facts, rules, index };
        const result = await this.whole(() => state.execute(executable, place));
        results.push(result);
        if (number === 0 && index === this.index) found = { before, place, result, read: new Set(store.read) };
      }
      state.finishBlock();
      if (results.length > 0 && !isAsOnChain(state.suite, block, results, rules)) blocksOff++;
      const total = this.#blocks.length;
      this.#context.report({ doing: t("Re-executing blocks"), done: number + 1, total });
    }
    if (!found)
      throw new CannotFork(t("Block {0} of the node doesn't contain the transaction.", this.#target.blockNumber));
    const { off, moved } = await this.#compare(store);
    const { receipt } = this.#target;
    const differences = receipt ? receiptDifferences(receipt, found.result) : [];
    return { assumed, state, store, ...found, differences, off, moved, blocksOff };
  }

  /** Compares what the state ends with to what the node has. */
  async #compare(store: LazyStore): Promise<Pick<Round, "off" | "moved">> {
    const off = new Map<string, { here: bigint; chain: bigint }>();
    const moved: string[] = [];
    const written = [...store.written()];
    for (const { table, key, value } of written) {
      const name = `${table} ${key}`;
      if (store.read.has(name)) moved.push(name);
      if (this.#chain.rows.get(table, key) === undefined) await this.#chain.fetch({ table, key });
      const now = this.#chain.rows.get(table, key);
      const [here, chain] = [numberOfBytes(value), now instanceof Uint8Array ? numberOfBytes(now) : 0n];
      if (here !== chain) off.set(name, { here, chain });
    }
    return { off, moved };
  }

  /** The word of a slot that a round began with. */
  #begunWith(name: string, assumed: Assumed): bigint {
    const [table = "", key = ""] = name.split(" ");
    const word = assumed.get(name) ?? this.#chain.rows.get(table, key);
    return word instanceof Uint8Array ? numberOfBytes(word) : 0n;
  }

  get #mayTry(): boolean {
    return this.rounds < this.#context.limits.rounds;
  }

  /** What was added to a slot since is taken off: counters, sums, balances, lengths. */
  async #takeOff(first: Round): Promise<Round> {
    let best = first;
    for (let i = 0; i < 6 && best.off.size > 0 && this.#mayTry; i++) {
      const assumed = new Map(best.assumed);
      for (const [name, { here, chain }] of best.off) {
        if (!best.store.read.has(name)) continue;
        const word = (this.#begunWith(name, best.assumed) - (here - chain) + 2n * wordLimit) % wordLimit;
        assumed.set(name, bytesOfNumber(word));
      }
      const next = await this.round(assumed);
      if (worse(next) >= worse(best)) break;
      best = next;
    }
    return best;
  }

  /** Words that a slot may have had, where the node now has `now`. */
  #candidates(now: bigint): bigint[] {
    const { receipt } = this.#target;
    if (!this.transaction || !receipt) return [];
    const { sender, input } = this.transaction.executable;
    const words = [BigInt(`0x${sender || "0"}`)];
    for (const { topics, data } of receipt.logEntries) words.push(...topics.slice(1).map(BigInt), ...wordsOf(data));
    words.push(...wordsOf(`0x${Buffer.from(input.subarray(4, 4 + 8 * 32)).toString("hex")}`));
    return [...new Set([0n, ...words, ...exchanged(now, [...new Set(words)])])].slice(0, maxTried.words);
  }

  /** Where the transaction still ends otherwise, tries words for the slots that it reads. */
  async #tryWords(first: Round): Promise<Round> {
    let best = first;
    for (const name of [...first.read].slice(0, maxTried.slots)) {
      for (const word of this.#candidates(this.#begunWith(name, best.assumed))) {
        if (worse(best) === 0 || !this.#mayTry) return best;
        const next = await this.#takeOff(await this.round(new Map(best.assumed).set(name, bytesOfNumber(word))));
        if (worse(next) < worse(best)) best = next;
      }
    }
    return best;
  }

  /** A slot whose new word doesn't depend on the old one was more likely empty than the same before. */
  async #emptied(first: Round): Promise<Round> {
    const same = first.moved.filter((name) => !first.assumed.has(name));
    if (same.length === 0 || !this.#mayTry) return first;
    const all = await this.round(new Map([...first.assumed, ...same.map((name) => [name, nothing] as const)]));
    if (worse(all) <= worse(first)) return all;
    let best = first;
    for (const name of same.slice(0, maxTried.slots)) {
      const next = await this.round(new Map(best.assumed).set(name, nothing));
      if (worse(next) <= worse(best)) best = next;
    }
    return best;
  }

  /** The words before the transaction with which the receipts and the state of now come out best. */
  async solve(): Promise<Round> {
    const first = await this.round(new Map());
    const better = await this.#takeOff(first);
    const best = better.differences.length > 0 || better.off.size > 0 ? await this.#tryWords(better) : better;
    return worse(best) === 0 ? this.#emptied(best) : best;
  }
}

const addressOf = (name: string): string => `0x${name.split(" ")[0] ?? ""}`;

interface Known {
  readonly chain: FetchedChain;
  readonly config: ReadonlyMap<string, SystemConfig>;
  readonly blocks: readonly ReplayBlock[];
  readonly target: ForkTarget;
  /** The latest block, after everything was fetched. */
  readonly head: number;
  readonly authEnabled: boolean;
}

/** What keeps a fetched state from being known as that before the transaction. */
function doubtsOf(round: Round, known: Known): string[] {
  const { chain, config, blocks, target, head, authEnabled } = known;
  const doubts: string[] = [];
  const mine = round.moved.filter((name) => round.read.has(name));
  if (mine.length > 0) {
    const where = listed([...new Set(mine.map(addressOf))].slice(0, 5));
    doubts.push(
      round.off.size > 0 || round.differences.length > 0
        ? t(
            "Storage slots that have changed since: {0}, of {1}. Their values before it aren't known, and none that fits was found.",
            mine.length,
            where,
          )
        : t(
            "Storage slots that have changed since: {0}, of {1}. Their values before it aren't known. Values that fit the receipts and the current state are used.",
            mine.length,
            where,
          ),
    );
  }
  if (round.blocksOff > 0)
    doubts.push(t("Blocks from it to the latest whose receipts differ here: {0}.", round.blocksOff));
  const since = target.head - target.blockNumber + 1 - blocks.length;
  if (since > 0) doubts.push(t("What the latest {0} blocks changed isn't known.", since));
  if (head > target.head) doubts.push(t("The chain went on to block {0} while its state was read.", head));
  const changed = [...config].filter(([, { blockNumber }]) => blockNumber > target.blockNumber).map(([key]) => key);
  if (changed.length > 0)
    doubts.push(t("System configuration that has changed since: {0}.", listed(changed.slice(0, 10))));
  if (chain.precompiledContracts.size > 0) {
    const names = [...chain.precompiledContracts].map((address) => `0x${address.replace(/^0+/, "")}`).slice(0, 10);
    doubts.push(
      t("Built-in contracts whose answers are those of now, and gas that isn't compared: {0}.", listed(names)),
    );
  }
  if (authEnabled) doubts.push(t("Permissions aren't checked."));
  return doubts;
}

function certaintyOf(differences: readonly ReceiptDifference[], doubts: readonly string[]): Certainty {
  if (differences.length > 0) return "differs";
  return doubts.length > 0 ? "equal" : "consistent";
}

/**
 * Makes the state before a transaction from what the node has now: code, storage, balances and configuration are fetched when they are
 * asked for first, and all blocks since are executed again to see what they changed.
 * @throws CannotFork, ChainError of the node, WorkStopped when it was cancelled.
 */
export async function replayFetched(context: ForkContext, target: ForkTarget, web3: Transport): Promise<Fork> {
  const budget = new ForkBudget(context.limits);
  const chain = new FetchedChain(context, budget, web3);
  const config = await readConfig(context, budget);
  const { blockNumber } = target;
  const last = target.head - blockNumber < context.limits.blocks ? target.head : blockNumber;
  const blocks = await readBlocks(context, budget, blockNumber, last);
  for (const { facts, hash } of blocks) chain.rows.set(hashTable, String(facts.number), hash);
  const replay = new FetchedReplay(context, chain, config, blocks, target);
  if (!replay.transaction) {
    throw new CannotFork(t("Block {0} of the node doesn't contain the transaction.", blockNumber));
  }
  const round = await replay.solve();
  const head = await getBlockNumber(clientOf(context), requestOptions(context));
  round.state.executor.forgetBlock();
  round.store.revert(round.before);
  const differences = round.differences.filter(
    ({ member }) => member !== "gasUsed" || chain.precompiledContracts.size === 0,
  );
  const { authEnabled } = context.session;
  const doubts = doubtsOf(round, { chain, config, blocks, target, head, authEnabled });
  return {
    transaction: replay.transaction,
    verdict: {
      certainty: certaintyOf(differences, doubts),
      state: "fetched",
      blockNumber,
      head,
      differences,
      replayed: budget.transactions - 1,
      doubts,
    },
    record: (asked, changes) => recorded(replay, round.state, round.place, asked, changes),
  };
}

/** A block on the state before it, and both programs that can execute it there. */
interface FetchedBlock {
  readonly block: ReplayBlock;
  readonly programs: BothPrograms;
}

/**
 * The latest blocks on what the node has now, each on the state before it as far as that can be reckoned back.
 * @param look is shown each block before it is executed
 * @returns what keeps the states from being known, for people
 * @throws CannotFork, ChainError of the node, WorkStopped when it was cancelled.
 */
export async function fetchedBlocks(
  context: ForkContext,
  budget: ForkBudget,
  {
    first,
    last,
    web3,
    program,
  }: { readonly first: number; readonly last: number; readonly web3: Transport; readonly program: string },
  look: (at: FetchedBlock) => Promise<void>,
): Promise<readonly string[]> {
  const chain = new FetchedChain(context, budget, web3);
  const config = await readConfig(context, budget);
  const all = await readBlocks(context, budget, first, last);
  for (const { facts, hash } of all) chain.rows.set(hashTable, String(facts.number), hash);
  const blocks = all.slice(all.findIndex(({ transactions }) => transactions.length > 0));
  const [earliest] = blocks[0]?.transactions ?? [];
  const blockNumber = blocks[0]?.facts.number ?? last;
  if (!earliest) return [];
  const receipt = await getTransactionReceipt(clientOf(context), earliest.hash, false, requestOptions(context));
  const target = { hash: earliest.hash, blockNumber, receipt, head: last };
  const replay = new FetchedReplay(context, chain, config, blocks, target);
  const round = await replay.solve();
  await replay.walk(round.assumed, program, look);
  const head = await getBlockNumber(clientOf(context), requestOptions(context));
  return doubtsOf(round, { chain, config, blocks, target, head, authEnabled: context.session.authEnabled });
}

/** Records a message, and says that of a fetched account only what was asked for is known. */
async function recorded(
  replay: FetchedReplay,
  state: ForkState,
  range: TransactionPosition,
  ...[asked, changes]: Parameters<Fork["record"]>
): ReturnType<Fork["record"]> {
  const recording = await replay.whole(() => state.record(asked, range, changes));
  const made = new Set(recording.frames.flatMap((frame) => (isCreation(frame) ? [frame.to] : [])));
  const accounts = recording.frames.flatMap(({ from, to }) => [from, to]).filter((each) => !made.has(each));
  return { ...recording, storageCut: [...new Set([...recording.storageCut, ...accounts])] };
}

/**
 * The state of the latest block as the node has it: for calls.
 * @throws CannotFork, ChainError of the node, WorkStopped when it was cancelled.
 */
export async function fetchedHead(context: ForkContext, head: number, web3: Transport): Promise<Fork> {
  const budget = new ForkBudget(context.limits);
  const chain = new FetchedChain(context, budget, web3);
  const config = await readConfig(context, budget);
  const blocks = await readBlocks(context, budget, head, head);
  for (const { facts, hash } of blocks) chain.rows.set(hashTable, String(facts.number), hash);
  const [last] = blocks;
  if (!last) throw new CannotFork(t("Nothing was executed."));
  const replay = new FetchedReplay(context, chain, config, blocks, { hash: "", blockNumber: head, head });
  const state = replay.now;
  const facts = { number: head + 1, timestampMs: Math.max(Date.now(), last.facts.timestampMs) };
  const place = { facts, rules: state.rulesOf({ ...last, facts }), index: 0 };
  const doubts = context.session.authEnabled ? [t("Permissions aren't checked.")] : [];
  return {
    transaction: undefined,
    verdict: {
      call: true,
      certainty: certaintyOf([], doubts),
      state: "fetched",
      blockNumber: head,
      head,
      differences: [],
      replayed: 0,
      doubts,
    },
    record: (asked, changes) => recorded(replay, state, place, asked, changes),
  };
}
