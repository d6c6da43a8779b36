import { performance } from "node:perf_hooks";
import { cryptoSuite } from "../../crypto/suites";
import type { CompiledContract } from "../../solidity/artifact/compiledProject";
import { t } from "../../text/catalogue";
import { thrownText } from "../../text/thrownText";
import { ArtifactIndex } from "../chain/artifacts";
import { InterfaceNames } from "../chain/interfaceNames";
import { type StartState, unlikeWished } from "../chain/startState";
import { TestChain } from "../chain/testChain";
import type { TestContract, TestFunction, TestProject, TestResult } from "../testProject";
import { ContractRun } from "./contractRun";
import { failureOf, type RunTools } from "./failure";
import type { EnumSizes } from "./fuzzInput";
import { KeptFailures } from "./keptFailures";
import { runTest } from "./testRun";

/** Tests of one contract that one process runs one after the other. */
export interface TestItem {
  readonly contract: TestContract;
  readonly tests: readonly TestFunction[];
}

/** How tests are run where they judge something else than themselves. */
interface ItemHooks {
  /** Only whether tests fail counts. */
  readonly verdictOnly?: boolean;
  /** The contract is set up, and no test has run. */
  prepared?(): void;
  /** Whether the rest needn't run. */
  stopped?(): boolean;
}

/** Runs tests of a project in this process. */
export class ItemRunner {
  readonly #project: TestProject;
  readonly #enums: EnumSizes;
  readonly #seed: string;
  readonly #artifacts: ArtifactIndex;
  readonly #names: InterfaceNames;
  readonly #chains = new Map<string, Promise<TestChain>>();

  readonly #start: StartState | undefined;

  /** @param start what the tests go on from; undefined: new chains, as each contract wants them */
  constructor(project: TestProject, enums: readonly (readonly [string, number])[], seed: string, start?: StartState) {
    this.#start = start;
    this.#project = project;
    this.#enums = new Map(enums);
    this.#seed = seed;
    this.#artifacts = new ArtifactIndex(project);
    this.#names = new InterfaceNames(project, cryptoSuite(project.suite));
  }

  /** How long one test may take, and the setting up of its contract; undefined: as long as it likes. */
  limitMs: number | undefined;
  /** Milliseconds of a clock that never goes back. */
  now = (): number => performance.now();
  #until = Number.POSITIVE_INFINITY;

  /** Whatever is done from now on has the time of one test. */
  #beginTime(): void {
    this.#until = this.limitMs === undefined ? Number.POSITIVE_INFINITY : this.now() + this.limitMs;
  }

  /** What is told of a test whose time was over; undefined where it was not. */
  #overtime(): string | undefined {
    if (this.now() < this.#until || this.limitMs === undefined) return undefined;
    return t("Stopped after {0} s. Allow more time with --test-timeout SECONDS.", this.limitMs / 1000);
  }

  /** Ends the run: between two tests, or in the next pause within one. */
  signal: AbortSignal | undefined;
  /** Where what tests fail with is kept, absolute; undefined: nowhere. */
  failureFolder: string | undefined;
  /** Contracts, by `source:name`, that have other code than what was compiled. */
  replaced: ReadonlyMap<string, CompiledContract> | undefined;
  /** Called with every chain that tests run on, before they do. */
  opened: ((testChain: TestChain) => void) | undefined;

  async #openChain(test: TestContract): Promise<TestChain> {
    if (this.#start) return TestChain.fork(this.#project, this.#start, this.#artifacts);
    return TestChain.open(this.#project, test.chain, this.#artifacts);
  }

  async #chainFor(test: TestContract): Promise<TestChain> {
    const key = this.#start ? "" : JSON.stringify(test.chain);
    let testChain = this.#chains.get(key);
    if (!testChain) {
      testChain = this.#openChain(test).then((made) => {
        const stopped = (): boolean => this.signal?.aborted === true || this.now() >= this.#until;
        made.client = {
          get gone() {
            return stopped();
          },
        };
        this.opened?.(made);
        return made;
      });
      this.#chains.set(key, testChain);
    }
    return testChain;
  }

  /**
   * Deploys and sets up the contract, then runs the tests; each result is told when it is there.
   * @throws the signal's reason.
   */
  async run(
    { contract, tests }: TestItem,
    done: (result: TestResult) => void,
    progress?: (test: TestFunction, runs: number, of: number) => void,
    hooks: ItemHooks = {},
  ): Promise<void> {
    let run: ContractRun;
    try {
      const testChain = await this.#chainFor(contract);
      if (this.#start) {
        testChain.reset();
        const unlike = unlikeWished(this.#start, contract.chain, testChain.rules(1).feature);
        if (unlike.length > 0) {
          const skipReason = t("its comment asks for another chain: {0}", unlike.join(" "));
          for (const test of tests) done({ ...failed(contract, test, ""), status: "skipped", skipReason });
          return;
        }
      }
      testChain.replaced = this.replaced;
      testChain.seed = `${this.#seed}\n${contract.id}`;
      run = new ContractRun(testChain, this.#project, contract, this.#enums);
      this.#beginTime();
      if (await this.#setUpFailed(run, tests, done, hooks)) return;
      hooks.prepared?.();
    } catch (error) {
      this.signal?.throwIfAborted();
      const message = this.#overtime() ?? thrownText(error);
      for (const test of tests) done(failed(contract, test, message));
      return;
    }
    for (const test of tests) {
      if (hooks.stopped?.()) return;
      const tools: RunTools = {
        names: this.#names,
        seed: this.#seed,
        verdictOnly: hooks.verdictOnly ?? false,
        kept: this.failureFolder === undefined ? undefined : new KeptFailures(this.failureFolder),
        ...(progress ? { progress: (runs, of) => progress(test, runs, of) } : {}),
      };
      this.signal?.throwIfAborted();
      this.#beginTime();
      try {
        done(await runTest(run, test, tools));
      } catch (error) {
        this.signal?.throwIfAborted();
        const late = this.#overtime();
        if (late !== undefined) {
          done(failed(contract, test, late));
          continue;
        }
        const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
        done(failed(contract, test, t("The test runner failed: {0}", words)));
      }
    }
  }

  /** Tells all tests that the contract could not be set up, with the place where that failed. */
  async #setUpFailed(
    run: ContractRun,
    tests: readonly TestFunction[],
    done: (result: TestResult) => void,
    { verdictOnly = false }: ItemHooks,
  ): Promise<boolean> {
    const problem = await run.prepare();
    if (!problem) return false;
    const { phase, attempt } = problem;
    const { skipped } = attempt;
    const { lines } = attempt.state;
    if (skipped !== undefined) {
      for (const test of tests) done({ ...failed(run.test, test, ""), lines, status: "skipped", skipReason: skipped });
      return true;
    }
    const tools = { names: this.#names, seed: this.#seed, verdictOnly };
    const failure = await failureOf(run, tools, attempt, () => run.prepare());
    for (const test of tests) {
      done({ ...failed(run.test, test, ""), lines, failure: { ...failure, message: `${phase}: ${failure.message}` } });
    }
    return true;
  }
}

const failed = (contract: TestContract, test: TestFunction, message: string): TestResult => ({
  contract: contract.id,
  test: test.signature,
  kind: test.kind,
  status: "failed",
  gas: 0,
  meanGas: 0,
  runs: 0,
  durationMs: 0,
  lines: [],
  failure: { message, stack: [], trace: [] },
});
