import type { ChainClient, Transport } from "../chain/client/client";
import { openSession } from "../chain/openSession";
import { getBlockNumber } from "../chain/rpc/blocks";
import { getTransactionReceipt } from "../chain/rpc/transactions";
import type { ChainSession } from "../chain/session";
import type { ExecutionResult } from "../devchain/execution/executionResult";
import { precompiledContracts } from "../devchain/execution/precompiledContracts";
import { t } from "../text/catalogue";
import { BlockUnderRules, type Refusal, type RulesCause, type RulesChange, refusalOf } from "./blockUnderRules";
import type { ReplayBlock } from "./chainBlocks";
import type { ForkVerdict } from "./fork";
import {
  CannotFork,
  clientOf,
  defaultLimits,
  ForkBudget,
  type ForkContext,
  type ForkLimits,
  type ForkProgress,
  requestOptions,
} from "./forkContext";
import { ForkState } from "./forkState";
import { isAsOnChain, type ReceiptDifference, receiptDifferences } from "./receiptComparison";
import { fetchedBlocks } from "./replayFetched";
import { fromGenesis } from "./replayHistory";
import { areBlocksThere, within } from "./withinLimits";

/** So many transactions are named; the rest is counted. */
const maxNamed = 1000;
/** So many blocks with differences are executed again part by part to find the cause. */
const maxExplained = 50;
/** So many receipts are fetched where a block doesn't come out as on the chain. */
const maxReceipts = 500;

/** The latest blocks under other rules. */
interface RulesRequest {
  readonly client: ChainClient;
  /** The web3 port of the same node, for chains of more blocks than are re-executed. */
  readonly web3?: Transport | undefined;
  /** Release to which the chain goes, without `v`. */
  readonly to: string;
  /** How many of the latest blocks are compared. */
  readonly blocks: number;
  readonly limits?: Partial<ForkLimits>;
  readonly signal?: AbortSignal | undefined;
  report?(progress: ForkProgress): void;
}

interface NamedTransaction {
  readonly block: number;
  readonly hash: string;
}

/** A transaction that would end differently. */
interface ChangedTransaction extends NamedTransaction {
  /** `receipt`: under the rules of today, as on the chain; `here`: under the new ones. */
  readonly differences: readonly ReceiptDifference[];
  readonly causes: readonly RulesCause[];
  /** An earlier one of its block ends differently, too: this may only follow from it. */
  readonly follows: boolean;
}

/** What the latest blocks would have come to under the new rules. @public The answer of the operation `upgrade replay`. */
export interface RulesReplay {
  readonly state: ForkVerdict["state"];
  readonly first: number;
  readonly last: number;
  readonly program: string;
  readonly to: string;
  /** Under which the latest block was executed. */
  readonly dataVersion: string;
  /** Flags that rising switches on for the latest block. */
  readonly flags: readonly string[];
  readonly transactions: number;
  /** Those that come out the same, and under the rules of today as on the chain. */
  readonly same: number;
  readonly changed: readonly ChangedTransaction[];
  readonly refused: readonly (NamedTransaction & { readonly reason: Refusal })[];
  /** They don't come out as on the chain under the rules of today, so nothing can be said of the new ones. */
  readonly incomparable: readonly (NamedTransaction & { readonly members: readonly ReceiptDifference["member"][] })[];
  /** How many of each are not named, as there are too many. */
  readonly unnamed: number;
  /** What keeps the comparison from being sure, for people. */
  readonly doubts: readonly string[];
}

/** What would be done; nothing of it has begun. */
interface RulesPlan {
  readonly lines: readonly string[];
  /** @throws CannotFork also when it was cancelled, ChainError of the node. */
  carryOut(): Promise<RulesReplay>;
}

/** Members of a receipt of which nothing is said under other rules, by the index of the transaction; all: nothing at all. */
type Uncomparable = ReadonlyMap<number, readonly ReceiptDifference["member"][]>;

/** Of a transaction whose receipt wasn't fetched, as too many were. */
const unexamined: readonly ReceiptDifference["member"][] = [];

/** Compares block after block, and gathers what is told in the end. */
class RulesComparison {
  readonly #context: ForkContext;
  readonly #change: RulesChange;
  readonly changed: ChangedTransaction[] = [];
  readonly refused: (NamedTransaction & { readonly reason: Refusal })[] = [];
  readonly incomparable: RulesReplay["incomparable"][number][] = [];
  transactions = 0;
  same = 0;
  unnamed = 0;
  #explained = 0;
  #receipts = 0;
  /** Receipts that weren't fetched any more. */
  #unexamined = 0;
  dataVersion: string;
  flags: readonly string[] = [];

  constructor(context: ForkContext, change: RulesChange) {
    this.#context = context;
    this.dataVersion = context.session.compatibilityVersion;
    this.#change = change;
  }

  #name<Item>(list: Item[], item: Item): void {
    if (list.length < maxNamed) list.push(item);
    else this.unnamed++;
  }

  /** What differs from the receipts of the chain under the rules of today. */
  async #unlikeChain(block: ReplayBlock, today: readonly ExecutionResult[]): Promise<Uncomparable> {
    const found = new Map<number, readonly ReceiptDifference["member"][]>();
    for (const [index, { hash }] of block.transactions.entries()) {
      const result = today[index];
      if (!result) continue;
      if (this.#receipts >= maxReceipts) {
        found.set(index, unexamined);
        continue;
      }
      this.#receipts++;
      const options = requestOptions(this.#context);
      const receipt = await getTransactionReceipt(clientOf(this.#context), hash, false, options);
      const members = receiptDifferences(receipt, result).map(({ member }) => member);
      if (members.length > 0) found.set(index, members);
    }
    return found;
  }

  /** Looks at a block on the state before it; the state is as before afterwards. */
  async block(block: ReplayBlock, under: BlockUnderRules, state: ForkState): Promise<void> {
    this.dataVersion = state.rulesOf(block).compatibilityVersion;
    this.flags = under.rise(block).flags;
    if (block.transactions.length === 0) return;
    this.transactions += block.transactions.length;
    const today = await under.run(block, []);
    const unlike: Uncomparable = isAsOnChain(state.suite, block, today, state.rulesOf(block))
      ? new Map()
      : await this.#unlikeChain(block, today);
    const changes = new Map(
      (await under.changes(block, today, this.#explained < maxExplained)).map((each) => [each.index, each]),
    );
    if (changes.size > 0) this.#explained++;
    for (const [index, transaction] of block.transactions.entries()) {
      const named = { block: block.facts.number, hash: transaction.hash };
      const missed = unlike.get(index) ?? [];
      const reason = refusalOf(transaction, this.#change);
      const change = changes.get(index);
      const differences = change?.differences.filter(({ member }) => !missed.includes(member)) ?? [];
      if (reason) this.#name(this.refused, { ...named, reason });
      else if (missed === unexamined) this.#unexamined++;
      else if (missed.some((member) => member !== "gasUsed"))
        this.#name(this.incomparable, { ...named, members: missed });
      else if (change && differences.length > 0)
        this.#name(this.changed, { ...named, differences, causes: change.causes, follows: change.follows });
      else if (missed.length > 0) this.#name(this.incomparable, { ...named, members: missed });
      else this.same++;
    }
  }

  /** All that was found. */
  report(
    state: ForkVerdict["state"],
    [first, last]: readonly [number, number],
    doubts: readonly string[],
  ): RulesReplay {
    const { changed, refused, incomparable, transactions, same, unnamed, dataVersion, flags } = this;
    const found = { changed, refused, incomparable, transactions, same, unnamed, dataVersion, flags };
    const left = this.#unexamined;
    const more =
      left > 0 ? [t("Transactions that weren't compared, as too many end differently here: {0}.", left)] : [];
    return { state, first, last, ...this.#change, ...found, doubts: [...doubts, ...more] };
  }
}

/** On a state that is made from block 0 on. */
async function rebuilt(
  context: ForkContext,
  change: RulesChange,
  [first, last]: readonly [number, number],
): Promise<RulesReplay> {
  const { suite } = context.session;
  const { blocks, store, state: now, hashes, replay, executeAll } = await fromGenesis(context, last);
  const builtins = precompiledContracts(store, suite, change.to);
  const then = new ForkState(suite, store, builtins, (number) => hashes[number], context.signal);
  const under = new BlockUnderRules(change, {
    now,
    then,
    execute: (state, { executable }, position) => state.execute(executable, position),
  });
  const comparison = new RulesComparison(context, change);
  const before = blocks.filter(({ facts }) => facts.number < first);
  await executeAll(before);
  for (const block of blocks.slice(before.length)) {
    context.signal.throwIfAborted();
    await comparison.block(block, under, now);
    await replay.block(block);
    context.report({ doing: t("Comparing blocks"), done: block.facts.number - first + 1, total: last - first + 1 });
  }
  return comparison.report("rebuilt", [first, last], replay.doubts());
}

/** On what the node has now, where the chain has too many blocks. */
async function fetched(
  context: ForkContext,
  change: RulesChange,
  [first, last]: readonly [number, number],
  web3: Transport,
): Promise<RulesReplay> {
  const comparison = new RulesComparison(context, change);
  const budget = new ForkBudget(context.limits);
  const doubts = await fetchedBlocks(context, budget, { first, last, web3, program: change.to }, async (at) => {
    const under = new BlockUnderRules(change, at.programs);
    await comparison.block(at.block, under, at.programs.now);
    const done = at.block.facts.number - first + 1;
    context.report({ doing: t("Comparing blocks"), done, total: last - first + 1 });
  });
  return comparison.report("fetched", [first, last], doubts);
}

/** Where the state comes from. @throws CannotFork where it can't be had */
async function chooseState(context: ForkContext, head: number): Promise<ForkVerdict["state"]> {
  const { limits, web3 } = context;
  const few = head <= limits.blocks;
  if (few && (head <= 1 || (await areBlocksThere(context)))) return "rebuilt";
  if (web3) return "fetched";
  throw new CannotFork(
    few
      ? t(
          "The node no longer has all blocks, so the state can't be rebuilt. To use the current state instead, specify the node's Ethereum port.",
        )
      : t(
          "To build the state, {0} blocks would have to be re-executed, but at most {1} are. Raise that number, or specify the node's Ethereum port to use the current state instead.",
          head,
          limits.blocks,
        ),
    "cannotCompareRules",
  );
}

const programOf = ({ nodeVersion }: ChainSession): string => nodeVersion.replace(/^v/i, "");

/**
 * Looks at a chain and says how its latest blocks would be executed again, under the rules of today and under those of a release to which
 * it goes. Each block is executed on the state that the chain had before it, so that one difference doesn't make others in later blocks.
 * Nothing is written to the chain.
 * @throws CannotFork for what can't be, ChainError of the node.
 */
export async function planRules(request: RulesRequest): Promise<RulesPlan> {
  const limits = { ...defaultLimits, ...request.limits };
  const { signal, web3, to } = request;
  return within({ signal, limits }, async (asking) => {
    const session = await openSession(request.client, { signal: asking });
    if (session.wasm)
      throw new CannotFork(t("Contracts compiled to WebAssembly can't be re-executed."), "cannotCompareRules");
    const contextOf = (inner: AbortSignal): ForkContext => ({
      session,
      web3,
      limits,
      signal: inner,
      report: (progress) => request.report?.(progress),
    });
    const head = await getBlockNumber(session.client, requestOptions(contextOf(asking)));
    if (head === 0) throw new CannotFork(t("Nothing was executed."), "cannotCompareRules");
    const way = await chooseState(contextOf(asking), head);
    const range = [Math.max(1, head - request.blocks + 1), head] as const;
    const change = { program: programOf(session), to };
    return {
      lines: [
        way === "rebuilt"
          ? t(
              "The blocks {0} to {1} are re-executed under the rules of today and of {2}. To build the state before them, {3} blocks are re-executed first. Nothing is written to the chain.",
              range[0],
              range[1],
              to,
              range[0] - 1,
            )
          : t(
              "The blocks {0} to {1} are re-executed under the rules of today and of {2}, on a copy of the chain's current state. Nothing is written to the chain.",
              range[0],
              range[1],
              to,
            ),
      ],
      carryOut: () =>
        within({ signal, limits }, (inner) =>
          way === "fetched" && web3
            ? fetched(contextOf(inner), change, range, web3)
            : rebuilt(contextOf(inner), change, range),
        ),
    };
  });
}
