import type { Mutant } from "../mutate/mutants";
import type { MutantVerdict, MutationRun } from "./mutationRun";

/** How many mutants of each verdict there are, by Foundry's names where it has one. */
export interface MutationSummary {
  /** That were tried. */
  readonly total: number;
  readonly killed: number;
  readonly survived: number;
  readonly timed_out: number;
  /** That don't compile. */
  readonly invalid: number;
  /** Whose code is the same. */
  readonly equivalent: number;
  /** That no test reaches; not tried. */
  readonly uncovered: number;
  /** That tests reach, and that weren't tried. */
  readonly skipped: number;
  /** killed / (killed + survived) in percent; null where both are 0. */
  readonly mutation_score: number | null;
  /** @public of Foundry's form */
  readonly duration_secs: number;
}

/** A mutant for programs. */
interface MutantJson {
  readonly file: string;
  readonly contract: string;
  readonly line: number;
  readonly column: number;
  readonly operator: string;
  readonly original: string;
  readonly mutant: string;
  readonly verdict: MutantVerdict | "uncovered";
  readonly tests: number;
  /** @public of the answer */
  readonly killed_by?: string;
}

/** What a run of mutations says to programs. The first two members have Foundry's form. */
interface MutationJson {
  readonly summary: MutationSummary;
  /** @public of Foundry's form */
  readonly survived_mutants: Readonly<
    Record<string, readonly Pick<MutantJson, "line" | "column" | "original" | "mutant">[]>
  >;
  readonly mutants: readonly MutantJson[];
  /** The run was stopped before all mutants were tried. */
  readonly stopped: boolean;
}

/** Counts over all projects. */
export function mutationSummary(runs: readonly MutationRun[]): MutationSummary {
  const results = runs.flatMap((run) => run.results);
  const count = (verdict: MutantVerdict): number => results.filter((each) => each.verdict === verdict).length;
  const sum = (number: (run: MutationRun) => number): number => runs.reduce((all, run) => all + number(run), 0);
  const [killed, survived] = [count("killed"), count("survived")];
  return {
    total: results.length,
    killed,
    survived,
    timed_out: count("timedOut"),
    invalid: count("invalid"),
    equivalent: count("equivalent"),
    uncovered: sum(({ uncovered }) => uncovered.length),
    skipped: sum(({ untried }) => untried),
    mutation_score: killed + survived === 0 ? null : Math.floor((1000 * killed) / (killed + survived)) / 10,
    duration_secs: Math.round(sum(({ durationMs }) => durationMs) / 10) / 100,
  };
}

/** @param nameOf how a file is called, of its absolute path */
export function mutationJson(runs: readonly MutationRun[], nameOf: (path: string) => string): MutationJson {
  const json = (mutant: Mutant, verdict: MutantJson["verdict"], tests: number, by?: string): MutantJson => ({
    file: nameOf(mutant.path),
    contract: mutant.contract,
    line: mutant.line,
    column: mutant.column,
    operator: mutant.operator,
    original: mutant.original,
    mutant: mutant.replacement,
    verdict,
    tests,
    ...(by === undefined ? {} : { killed_by: by }),
  });
  const mutants = runs.flatMap(({ results, uncovered }) => [
    ...results.map(({ mutant, verdict, tests, by }) => json(mutant, verdict, tests, by)),
    ...uncovered.map((mutant) => json(mutant, "uncovered", 0)),
  ]);
  const survived: Record<string, Pick<MutantJson, "line" | "column" | "original" | "mutant">[]> = {};
  for (const { file, line, column, original, mutant, verdict } of mutants) {
    if (verdict !== "survived") continue;
    survived[file] = [...(survived[file] ?? []), { line, column, original, mutant }];
  }
  return {
    summary: mutationSummary(runs),
    survived_mutants: survived,
    mutants,
    stopped: runs.some(({ stopped }) => stopped),
  };
}
