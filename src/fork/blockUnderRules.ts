import type { ExecutionResult } from "../devchain/execution/executionResult";
import { isFormOfTo } from "../devchain/ledger/poolAdmission";
import { writeSystemConfig } from "../devchain/state/systemTables";
import { upgradeFlags } from "../facts/releases/chainFlags";
import { behaves } from "../facts/releases/releases";
import { compareVersions, versionNumber } from "../text/versions";
import type { ReplayBlock, ReplayTransaction } from "./chainBlocks";
import type { ForkState, TransactionPosition } from "./forkState";
import { type ReceiptDifference, receiptDifferences, shownResult } from "./receiptComparison";

/** The rules of today, and those of the release to which a chain goes. */
export interface RulesChange {
  /** Release of the nodes' program, without `v`. */
  readonly program: string;
  /** Release to which the chain goes, without `v`: program and data version. */
  readonly to: string;
}

/** A part of an upgrade that can make a difference alone: the program, the data version without its flags, one of the flags. */
export type RulesCause = "program" | "dataVersion" | (string & {});

/** A transaction whose outcome the new rules change. */
interface ChangedOutcome {
  readonly index: number;
  /** `receipt`: under the rules of today; `here`: under the new ones. */
  readonly differences: readonly ReceiptDifference[];
  /** What alone, or with others, makes the difference; empty where that wasn't found out. */
  readonly causes: readonly RulesCause[];
  /** An earlier transaction of its block ends differently, too: this one may only follow from it. */
  readonly follows: boolean;
}

/** Two states of the same store: the program of today, and the one of the new release. */
export interface BothPrograms {
  readonly now: ForkState;
  readonly then: ForkState;
  /** Executes one transaction, again where rows were missing. */
  readonly execute: (
    state: ForkState,
    transaction: ReplayTransaction,
    position: TransactionPosition,
  ) => Promise<ExecutionResult>;
}

/** The data version under which a block is executed, and the flags that rising to the new one switches on there. */
interface Rise {
  readonly rises: boolean;
  readonly flags: readonly string[];
}

/** Executes a block under chosen parts of the new rules. The state is as before afterwards. */
export class BlockUnderRules {
  readonly #change: RulesChange;
  readonly #programs: BothPrograms;

  constructor(change: RulesChange, programs: BothPrograms) {
    this.#change = change;
    this.#programs = programs;
  }

  /** What rising would switch on for this block that isn't on yet. */
  rise(block: ReplayBlock): Rise {
    const { compatibilityVersion, feature } = this.#programs.now.rulesOf(block);
    const { to } = this.#change;
    if (compareVersions(to, compatibilityVersion) <= 0) return { rises: false, flags: [] };
    const flags = upgradeFlags(versionNumber(compatibilityVersion), versionNumber(to), to);
    return { rises: true, flags: flags.filter((flag) => !feature(flag)) };
  }

  #causesOf({ rises, flags }: Rise): RulesCause[] {
    const { program, to } = this.#change;
    return [...(program === to ? [] : ["program"]), ...(rises ? ["dataVersion"] : []), ...flags];
  }

  /** Results of all transactions of the block under these parts of the new rules; under none: as today. */
  async run(block: ReplayBlock, parts: readonly RulesCause[]): Promise<ExecutionResult[]> {
    const { now, then, execute } = this.#programs;
    const state = parts.includes("program") ? then : now;
    const { store, executor } = state;
    const begun = store.checkpoint();
    try {
      for (const part of parts) {
        if (part === "program") continue;
        const [key, value] = part === "dataVersion" ? ["compatibility_version", this.#change.to] : [part, "1"];
        writeSystemConfig(store, key, { value, enableNumber: block.facts.number });
      }
      const rules = state.rulesOf(block);
      const results: ExecutionResult[] = [];
      for (const [index, transaction] of block.transactions.entries()) {
        results.push(await execute(state, transaction, { facts: block.facts, rules, index }));
      }
      return results;
    } finally {
      executor.forgetBlock();
      store.revert(begun);
    }
  }

  /**
   * The transactions of the block that end differently under the new rules.
   * @param today results under the rules of today
   * @param explained whether parts of the rules are tried one by one to find the cause
   */
  async changes(
    block: ReplayBlock,
    today: readonly ExecutionResult[],
    explained: boolean,
  ): Promise<readonly ChangedOutcome[]> {
    const causes = this.#causesOf(this.rise(block));
    if (causes.length === 0) return [];
    const then = await this.run(block, causes);
    const found = then.flatMap((result, index) => {
      const differences = differencesOf(today[index], result);
      return differences.length === 0 ? [] : [{ index, differences }];
    });
    if (found.length === 0) return [];
    const reasons = explained ? await this.#reasons(block, then, causes, found) : undefined;
    const [{ index: first } = { index: 0 }] = found;
    return found.map((each) => ({ ...each, causes: reasons?.get(each.index) ?? [], follows: each.index > first }));
  }

  /** Each part alone; where none alone does it, all but that part. */
  async #reasons(
    block: ReplayBlock,
    then: readonly ExecutionResult[],
    causes: readonly RulesCause[],
    found: readonly { readonly index: number }[],
  ): Promise<ReadonlyMap<number, readonly RulesCause[]>> {
    const reasons = new Map<number, RulesCause[]>();
    const note = (index: number, cause: RulesCause): void => {
      reasons.set(index, [...(reasons.get(index) ?? []), cause]);
    };
    for (const cause of causes) {
      const alone = await this.run(block, [cause]);
      for (const { index } of found) if (differencesOf(then[index], alone[index]).length === 0) note(index, cause);
    }
    if (found.every(({ index }) => reasons.has(index))) return reasons;
    const open = new Set(found.flatMap(({ index }) => (reasons.has(index) ? [] : [index])));
    for (const cause of causes) {
      const others = await this.run(
        block,
        causes.filter((each) => each !== cause),
      );
      // without it the new outcome doesn't come: it is one of those that are needed
      for (const index of open) if (differencesOf(then[index], others[index]).length > 0) note(index, cause);
    }
    return reasons;
  }
}

function differencesOf(
  one: ExecutionResult | undefined,
  other: ExecutionResult | undefined,
): readonly ReceiptDifference[] {
  return one && other ? receiptDifferences(shownResult(one), other) : [];
}

/** Why a program refuses a transaction before any execution, which today's takes. */
export type Refusal = "to" | "version";

/** Whether the new program would refuse the transaction before it is executed (docs/protocol/release-3.17.md). */
export function refusalOf(
  { version, executable }: ReplayTransaction,
  { program, to }: RulesChange,
): Refusal | undefined {
  const comes = (behaviour: Parameters<typeof behaves>[1]): boolean =>
    behaves(to, behaviour) && !behaves(program, behaviour);
  if (executable.ethereumNonce === undefined && comes("checksFormOfTo") && !isFormOfTo(executable.to)) return "to";
  return comes("stopsAtTransactionVersion") && version > 2 ? "version" : undefined;
}
