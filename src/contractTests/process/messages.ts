import type { StartState } from "../ground/startState";
import type { TestItem } from "../run/itemRun";
import type { TestProject, TestResult } from "../testProject";

/** What a test process is told. */
export type TestOrder =
  | {
      readonly kind: "project";
      readonly project: TestProject;
      readonly enums: readonly (readonly [string, number])[];
      readonly seed: string;
      readonly coverage: boolean;
      readonly start: StartState | undefined;
    }
  | { readonly kind: "run"; readonly item: TestItem }
  | { readonly kind: "finish" };

/** What has run of a piece of code: the contract, which of its codes, and a byte for each byte of it (`visited`). */
export interface CodeVisits {
  readonly source: string;
  readonly contract: string;
  readonly creation: boolean;
  readonly visits: Uint8Array;
}

/** What a test process tells. */
export type TestReply =
  | { readonly kind: "ready" }
  | { readonly kind: "result"; readonly result: TestResult }
  | {
      readonly kind: "progress";
      readonly contract: string;
      readonly test: string;
      readonly runs: number;
      readonly of: number;
    }
  | { readonly kind: "done" }
  | { readonly kind: "visits"; readonly visits: readonly CodeVisits[] };
