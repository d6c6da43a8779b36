// What an editor tells the process that runs its tests, and what it is told. Types alone: the extension shares them.
import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import type { OrderOf } from "../../processes/protocol";
import type { CompileProgress } from "../../solidity/compile/compileRequest";
import type { ChainChoice, FunctionGas, TestFailure, TestResult } from "../testProject";

/** What is to run: a file, a contract of it, or one function of it (all of its name). */
export interface WantedTests {
  /** Absolute. */
  readonly file: string;
  /** The folder that is open and holds it: the project, where nothing marks another. */
  readonly workspace: string | undefined;
  /** Version or path of the compiler that the settings name for it. */
  readonly compiler?: string;
  readonly contract?: string;
  readonly test?: string;
}

/** One run. */
export interface EditorTestOrder {
  readonly wanted: readonly WantedTests[];
  readonly suite: CryptoSuiteName;
  readonly coverage: boolean;
  /** Sources are changed, one change at a time, and the tests have to notice. */
  readonly mutate?: boolean;
  /** Folder that keeps fetched compilers. */
  readonly compilers: string;
}

/** A change of a source that no test noticed; line and column from 1, the column in UTF-16 units. */
export interface EditorMutant {
  /** Absolute. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly operator: string;
  readonly original: string;
  readonly replacement: string;
  readonly verdict: "survived" | "timedOut";
  /** How many tests reach it. */
  readonly tests: number;
}

/** What trying mutants came to. */
export interface EditorMutationSummary {
  readonly killed: number;
  readonly survived: number;
  readonly timedOut: number;
  readonly uncovered: number;
  /** In percent; null where none could be judged. */
  readonly score: number | null;
}

/** A test by where it is written: file, contract, function. */
export interface EditorTest {
  readonly file: string;
  readonly contract: string;
  readonly name: string;
  /** `testFuzz_Sell(uint256)`: of functions of one name each has its own. */
  readonly signature: string;
  /** Line in the file, from 1; undefined for a function that another file holds. */
  readonly line: number | undefined;
}

export type EditorTestResult = Pick<TestResult, "status" | "gas" | "runs" | "durationMs" | "lines" | "skipReason"> & {
  readonly failure?: TestFailure;
};

/** What a function took in a run, all tests together. */
export type EditorFunctionGas = Pick<FunctionGas, "calls" | "min" | "max" | "total"> & {
  /** Absolute path, and the contract there that the function is written in. */
  readonly path: string;
  readonly contract: string;
  readonly name: string;
};

/** An error of the compiler; lines and columns from 1. */
export interface EditorTestProblem {
  readonly message: string;
  /** Absolute; undefined where the compiler knows no place. */
  readonly file: string | undefined;
  readonly line: number;
  readonly column: number;
}

/** How often what ran of a source; lines from 1. */
export interface EditorCoverage {
  /** Absolute. */
  readonly path: string;
  readonly lines: readonly { readonly line: number; readonly count: number }[];
  readonly functions: readonly { readonly name: string; readonly line: number; readonly count: number }[];
  /** Both ways of a condition: how often it held, and did not hold. */
  readonly branches: readonly { readonly line: number; readonly holds: number; readonly fails: number }[];
}

/** What is told while tests run. */
export type EditorTestNews =
  | { readonly kind: "compiling"; readonly progress: CompileProgress }
  /** All that will run of a project. */
  | { readonly kind: "found"; readonly tests: readonly EditorTest[] }
  | { readonly kind: "result"; readonly test: EditorTest; readonly result: EditorTestResult }
  /** A long test has come so far. */
  | { readonly kind: "progress"; readonly test: EditorTest; readonly runs: number; readonly of: number }
  /** These files did not compile. */
  | { readonly kind: "notCompiled"; readonly files: readonly string[]; readonly problems: readonly EditorTestProblem[] }
  /** These files are compiled with the project's own settings: those for tests left no room on the stack. */
  | { readonly kind: "asProject"; readonly files: readonly string[] }
  | { readonly kind: "gas"; readonly functions: readonly EditorFunctionGas[] }
  /** Gas of tests by `CounterTest:test_Inc()`, as the project's `.gas-snapshot` has it. */
  | { readonly kind: "gasSnapshot"; readonly root: string; readonly tests: readonly (readonly [string, number])[] }
  | { readonly kind: "mutant"; readonly mutant: EditorMutant }
  | { readonly kind: "mutants"; readonly done: number; readonly of: number }
  | { readonly kind: "mutated"; readonly summary: EditorMutationSummary }
  | { readonly kind: "coverage"; readonly sources: readonly EditorCoverage[] };

/** The tests of a folder, for an operation of the catalogue. */
export interface FolderTestOrder {
  /** Absolute. */
  readonly folder: string;
  /** Files and folders below it; the folder itself where none is named. */
  readonly files: readonly string[];
  /** Only tests whose `Contract.test` holds it; `*` stands for anything. */
  readonly match?: string;
  readonly suite: CryptoSuiteName;
  /** What sources are compiled for, and what tests run on where their comments say nothing else; a new chain when absent. */
  readonly chain?: ChainChoice;
  /** Where tests run in place of `chain`, where their comments say nothing else. */
  readonly on?: ChainChoice;
  /** Of a folder that isn't trusted, no compiler is run and nothing outside is read; its tests see no environment. */
  readonly trusted: boolean;
  /** How long one test may take. */
  readonly limitMs: number;
  /** Cheat codes read nothing but sources, ABIs and artifacts, and see no environment; so it is where the folder isn't trusted. */
  readonly onlySources?: boolean;
  /** Folder that keeps fetched compilers. */
  readonly compilers: string;
}

/** What came of the tests of a folder. */
export interface FolderTests {
  /** What the compiler says is wrong. */
  readonly problems: readonly { readonly message: string; readonly file?: string; readonly line?: number }[];
  readonly tests: readonly FolderTest[];
}

export type FolderTest = Pick<
  TestResult,
  "status" | "gas" | "runs" | "durationMs" | "lines" | "skipReason" | "events"
> & {
  /** Below the folder. */
  readonly file: string;
  readonly contract: string;
  readonly test: string;
  /** Its contract's comment names a release or a data version: it runs on that one, whatever the order says. */
  readonly ownChain?: true;
  readonly failure?: Pick<TestFailure, "message" | "counterexample"> & {
    readonly file?: string;
    readonly line?: number;
  };
};

/** What the process that runs tests for others does: one run. */
export interface EditorTestProtocol {
  readonly orders: {
    readonly run: OrderOf<EditorTestOrder, void, EditorTestNews>;
    readonly folder: OrderOf<FolderTestOrder, FolderTests>;
  };
  readonly asks: Record<never, never>;
}
