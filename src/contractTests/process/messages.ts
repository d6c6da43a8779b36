import type { OrderOf } from "../../processes/protocol";
import type { StartState } from "../chain/startState";
import type { MutantEnd, MutantOrder, MutationStart, ReachedTests } from "../mutate/mutationProcess";
import type { TestItem } from "../run/itemRun";
import type { CodeVisits } from "../run/visitRecorder";
import type { TestProject, TestResult } from "../testProject";

/** How far a test with many runs is. */
interface RunsSoFar {
  readonly contract: string;
  readonly test: string;
  readonly runs: number;
  readonly of: number;
}

/** What a test process does. */
export interface TestProtocol {
  readonly orders: {
    /** The first, once. */
    readonly project: OrderOf<{
      readonly project: TestProject;
      readonly enums: readonly (readonly [string, number])[];
      readonly seed: string;
      readonly limitMs: number | undefined;
      readonly coverage: boolean;
      readonly failureFolder: string | undefined;
      readonly start: StartState | undefined;
    }>;
    readonly run: OrderOf<TestItem, void, { readonly result: TestResult } | { readonly soFar: RunsSoFar }>;
    /** The first in place of `project`, once, where mutants are tried. */
    readonly mutations: OrderOf<MutationStart>;
    readonly reach: OrderOf<TestItem, ReachedTests>;
    readonly mutant: OrderOf<MutantOrder, MutantEnd>;
    /** What has run of the code, where that was wanted. */
    readonly finish: OrderOf<undefined, readonly CodeVisits[]>;
  };
  readonly asks: Record<never, never>;
}
