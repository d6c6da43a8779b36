import type { CryptoSuiteName } from "../crypto/cryptoSuite";
import type { CompiledContract } from "../solidity/artifact/compiledProject";

/** A source of a module. Positions count bytes of its UTF-8 form. */
export interface TestSource {
  readonly id: number;
  readonly name: string;
  /** Absolute; undefined for a text that is built in. */
  readonly path: string | undefined;
  readonly content: string;
  /** Another one's: a package, a library, a built-in text. */
  readonly foreign: boolean;
}

/** What one run of one compiler made, without the syntax trees. */
export interface TestModule {
  readonly sources: readonly TestSource[];
  readonly contracts: readonly CompiledContract[];
}

/** All that workers need to know of a project. Plain data. */
export interface TestProject {
  readonly suite: CryptoSuiteName;
  readonly root: string;
  /** Cheat codes read nothing of it but sources, ABIs and artifacts. */
  readonly onlySources?: boolean;
  readonly modules: readonly TestModule[];
  /** Functions of all sources by their four bytes, to name what is called. */
  readonly functionNames: readonly (readonly [selector: string, signature: string])[];
}

/** The chain that tests run on. */
export interface ChainChoice {
  readonly auth?: boolean;
  readonly executorVersion?: 0 | 1;
  readonly nodeVersion?: string;
  readonly compatibilityVersion?: string;
  readonly features?: readonly string[];
  /** A word of a contract's comment that says nothing of a chain: its tests fail. */
  readonly unknownWord?: string;
}

/** What the block looks like to contracts before a test changes it; undefined: as the chain has it. */
export interface BlockChoice {
  readonly number?: bigint;
  readonly timestamp?: bigint;
  readonly chainId?: bigint;
  readonly baseFee?: bigint;
  readonly gasPrice?: bigint;
  /** 40 hex digits. */
  readonly coinbase?: string;
}

/** How values are tried. */
export interface FuzzChoice {
  readonly runs: number;
  readonly maxRejects: number;
}

/** How sequences of calls are tried. */
export interface InvariantChoice {
  readonly runs: number;
  readonly depth: number;
  readonly failOnRevert: boolean;
}

export type TestKind = "unit" | "fuzz" | "invariant";

/** A test function. */
export interface TestFunction {
  readonly name: string;
  /** `testFuzz_Transfer(uint256)`. */
  readonly signature: string;
  readonly kind: TestKind;
  /** `testFail…`: it has to fail. */
  readonly mustFail: boolean;
  /** `table…`: it runs with each row of its fixtures. */
  readonly table: boolean;
  /** A revert may be expected of the test's own code (`allow_internal_expect_revert`). */
  readonly internalReverts: boolean;
  readonly fuzz: FuzzChoice;
  readonly invariant: InvariantChoice;
  /** Where it is written: source name and position in bytes. */
  readonly place: { readonly source: string; readonly start: number } | undefined;
}

/** A contract with test functions. */
export interface TestContract {
  /** `test/Token.t.sol:TokenTest`. */
  readonly id: string;
  readonly name: string;
  readonly sourceName: string;
  /** Which of the project's modules has it. */
  readonly module: number;
  readonly chain: ChainChoice;
  /** Its comment names a release or a data version, which then is its own wherever it runs. */
  readonly ownRelease?: boolean;
  readonly block: BlockChoice;
  readonly tests: readonly TestFunction[];
  readonly place: { readonly source: string; readonly start: number } | undefined;
}

/** A place in a source, for people: lines and columns from 1. */
export interface TextPosition {
  /** Absolute path, or the name of a built-in text. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface StackLine extends TextPosition {
  /** `Token.transfer`. */
  readonly name: string;
  readonly foreign: boolean;
}

/** What a test with parameters or an invariant failed with, to run it so again. Data is `0x` hex, addresses are 40 hex digits. */
export interface FailingInput {
  /** The call of the test function. */
  readonly data?: string;
  /** What was called before the invariant was asked. */
  readonly calls?: readonly { readonly to: string; readonly sender: string; readonly data: string }[];
}

/** Why a test failed. */
export interface TestFailure {
  /** In one line; what may be behind it in another. */
  readonly message: string;
  /** Both sides of a comparison that did not hold. */
  readonly actual?: string;
  readonly expected?: string;
  /** In the test's own source, where it can be told. */
  readonly place?: TextPosition;
  /** The innermost first. */
  readonly stack: readonly StackLine[];
  /** Values that a fuzz test failed with, or the calls that broke an invariant. */
  readonly counterexample?: readonly string[];
  readonly input?: FailingInput;
  /** Messages between contracts, as lines. */
  readonly trace: readonly string[];
}

/** What a function of a contract took in calls that did not fail, without what a transaction costs at all. */
export interface FunctionGas {
  readonly source: string;
  readonly contract: string;
  /** `transfer(address,uint256)`. */
  readonly signature: string;
  readonly calls: number;
  readonly min: number;
  readonly max: number;
  readonly total: number;
  /** How often which gas was taken, of the first different ones. */
  readonly counts?: readonly (readonly [gas: number, calls: number])[];
}

export interface TestResult {
  readonly contract: string;
  readonly test: string;
  readonly kind: TestKind;
  readonly status: "passed" | "failed" | "skipped";
  /** Of one run; the median of a fuzz test. */
  readonly gas: number;
  readonly meanGas: number;
  readonly runs: number;
  readonly durationMs: number;
  readonly lines: readonly string[];
  readonly skipReason?: string;
  readonly failure?: TestFailure;
  /** Of unit tests and tables: `0x… topic topic data`, the first ones. */
  readonly events?: readonly string[];
  /** Of unit and fuzz tests. */
  readonly functionGas?: readonly FunctionGas[];
}
