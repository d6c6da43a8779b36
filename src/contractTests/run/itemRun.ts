import { cryptoSuite } from "../../crypto/suites";
import { t } from "../../text/catalogue";
import { ArtifactIndex } from "../ground/artifacts";
import { type StartState, unlikeWished } from "../ground/startState";
import { TestGround } from "../ground/testGround";
import { InterfaceNames } from "../report/interfaceNames";
import type { TestContract, TestFunction, TestProject, TestResult } from "../testProject";
import { ContractRun } from "./contractRun";
import { failureOf, type RunTools } from "./failure";
import type { EnumSizes } from "./fuzzInput";
import { runTest } from "./testRun";

/** Tests of one contract that one process runs one after the other. */
export interface TestItem {
  readonly contract: TestContract;
  readonly tests: readonly TestFunction[];
}

/** Runs tests of a project in this process. */
export class ItemRunner {
  readonly #project: TestProject;
  readonly #enums: EnumSizes;
  readonly #seed: string;
  readonly #artifacts: ArtifactIndex;
  readonly #names: InterfaceNames;
  readonly #grounds = new Map<string, Promise<TestGround>>();

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

  /** Ends the run: between two tests, or in the next pause within one. */
  signal: AbortSignal | undefined;
  /** Called with every chain that tests run on, before they do. */
  opened: ((ground: TestGround) => void) | undefined;

  async #openGround(test: TestContract): Promise<TestGround> {
    if (this.#start) return TestGround.fork(this.#project, this.#start, this.#artifacts);
    return TestGround.open(this.#project, test.chain, this.#artifacts);
  }

  async #ground(test: TestContract): Promise<TestGround> {
    const key = this.#start ? "" : JSON.stringify(test.chain);
    let ground = this.#grounds.get(key);
    if (!ground) {
      ground = this.#openGround(test).then((made) => {
        const stopped = (): boolean => this.signal?.aborted ?? false;
        made.client = {
          get gone() {
            return stopped();
          },
        };
        this.opened?.(made);
        return made;
      });
      this.#grounds.set(key, ground);
    }
    return ground;
  }

  /**
   * Deploys and sets up the contract, then runs the tests; each result is told when it is there.
   * @throws the signal's reason.
   */
  async run(
    { contract, tests }: TestItem,
    done: (result: TestResult) => void,
    progress?: (test: TestFunction, runs: number, of: number) => void,
  ): Promise<void> {
    let run: ContractRun;
    try {
      const ground = await this.#ground(contract);
      if (this.#start) {
        ground.reset();
        const unlike = unlikeWished(this.#start, contract.chain, ground.rules(1).feature);
        if (unlike.length > 0) {
          const skipReason = t("its comment asks for another chain: {0}", unlike.join(" "));
          for (const test of tests) done({ ...failed(contract, test, ""), status: "skipped", skipReason });
          return;
        }
      }
      ground.seed = `${this.#seed}\n${contract.id}`;
      run = new ContractRun(ground, this.#project, contract, this.#enums);
      if (await this.#setUpFailed(run, tests, done)) return;
    } catch (error) {
      this.signal?.throwIfAborted();
      const message = error instanceof Error ? error.message : String(error);
      for (const test of tests) done(failed(contract, test, message));
      return;
    }
    for (const test of tests) {
      const tools: RunTools = {
        names: this.#names,
        seed: this.#seed,
        ...(progress ? { progress: (runs, of) => progress(test, runs, of) } : {}),
      };
      this.signal?.throwIfAborted();
      try {
        done(await runTest(run, test, tools));
      } catch (error) {
        this.signal?.throwIfAborted();
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
  ): Promise<boolean> {
    const problem = await run.prepare();
    if (!problem) return false;
    const { phase, attempt } = problem;
    const { skipped } = attempt.state;
    if (skipped !== undefined) {
      for (const test of tests) done({ ...failed(run.test, test, ""), status: "skipped", skipReason: skipped });
      return true;
    }
    const tools = { names: this.#names, seed: this.#seed };
    const failure = await failureOf(run, tools, attempt, () => run.prepare());
    for (const test of tests) {
      done({ ...failed(run.test, test, ""), failure: { ...failure, message: `${phase}: ${failure.message}` } });
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
