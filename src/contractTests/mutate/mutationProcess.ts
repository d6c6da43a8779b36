import { performance } from "node:perf_hooks";
import type { CompiledContract } from "../../solidity/artifact/compiledProject";
import type { StartState } from "../chain/startState";
import type { TestChain } from "../chain/testChain";
import { ItemRunner, type TestItem } from "../run/itemRun";
import type { TestProject, TestResult } from "../testProject";
import type { ReachSpan } from "./mutants";
import { type Reached, ReachRecorder, SpansOfCode } from "./reach";

/** Tests of a contract as they are, and which spans each of them reaches. */
export interface ReachedTests {
  readonly results: readonly TestResult[];
  /** By the signature of a test; what setting up reaches is every test's. */
  readonly reached: Readonly<Record<string, readonly number[]>>;
  /** Contracts (`source:name`) in whose code a span ran, by its number. */
  readonly contracts: Readonly<Record<number, readonly string[]>>;
}

/** A mutant's contracts, and the tests that are to find it. */
export interface MutantOrder {
  /** Contracts whose code is another one. */
  readonly replaced: readonly CompiledContract[];
  /** In the order in which they are tried. */
  readonly items: readonly TestItem[];
  /** How long all of them may take together. */
  readonly limitMs: number;
}

/** What became of a mutant. */
export type MutantEnd =
  | { readonly kind: "survived" }
  | { readonly kind: "timedOut"; readonly contract: string; readonly test: string }
  | { readonly kind: "killed"; readonly contract: string; readonly test: string };

/** What a test process needs to know before. */
export interface MutationStart {
  readonly project: TestProject;
  readonly enums: readonly (readonly [string, number])[];
  readonly seed: string;
  readonly start: StartState | undefined;
  readonly limitMs: number | undefined;
  readonly spans: readonly ReachSpan[];
}

/** Runs tests against mutants in this process. */
export class MutationProcess {
  readonly #runner: ItemRunner;
  readonly #recorder: ReachRecorder;
  readonly #chains: TestChain[] = [];
  readonly #limitMs: number | undefined;

  constructor({ project, enums, seed, start, limitMs, spans }: MutationStart) {
    this.#runner = new ItemRunner(project, enums, seed, start);
    this.#recorder = new ReachRecorder(new SpansOfCode(spans));
    this.#limitMs = limitMs;
    this.#runner.opened = (testChain) => this.#chains.push(testChain);
  }

  /** Runs tests as they are, and notes what each of them reaches. */
  async reach(item: TestItem): Promise<ReachedTests> {
    const runner = this.#runner;
    const recorder = this.#recorder;
    runner.limitMs = this.#limitMs;
    runner.opened = (testChain) => {
      this.#chains.push(testChain);
      recorder.watch(testChain);
    };
    for (const testChain of this.#chains) recorder.watch(testChain);
    recorder.take();
    const results: TestResult[] = [];
    const tests = new Map<string, Reached>();
    let before: Reached = new Map();
    const done = (result: TestResult): void => {
      results.push(result);
      tests.set(result.test, recorder.take());
    };
    const prepared = (): void => {
      before = recorder.take();
    };
    await runner.run(item, done, undefined, { prepared });
    runner.opened = (testChain) => this.#chains.push(testChain);
    for (const testChain of this.#chains) testChain.watchCode(() => undefined);
    const contracts = new Map<number, Set<string>>();
    for (const [number, own] of [before, ...tests.values()].flatMap((reached) => [...reached])) {
      contracts.set(number, new Set([...(contracts.get(number) ?? []), ...own]));
    }
    return {
      results,
      reached: Object.fromEntries(
        [...tests].map(([test, own]) => [test, [...new Set([...before.keys(), ...own.keys()])]]),
      ),
      contracts: Object.fromEntries([...contracts].map(([number, own]) => [number, [...own]])),
    };
  }

  /** Runs tests with the code of a mutant until one fails. */
  async judge({ replaced, items, limitMs }: MutantOrder): Promise<MutantEnd> {
    const runner = this.#runner;
    const until = performance.now() + limitMs;
    const left = (): number => Math.max(1, until - performance.now());
    runner.replaced = new Map(replaced.map((contract) => [`${contract.sourceName}:${contract.name}`, contract]));
    try {
      for (const item of items) {
        let failed: TestResult | undefined;
        runner.limitMs = left();
        const done = (result: TestResult): void => {
          if (result.status === "failed") failed ??= result;
          runner.limitMs = left();
        };
        await runner.run(item, done, undefined, { verdictOnly: true, stopped: () => failed !== undefined });
        if (!failed) continue;
        const { contract, test } = failed as TestResult;
        return { kind: performance.now() >= until ? "timedOut" : "killed", contract, test };
      }
      return { kind: "survived" };
    } finally {
      runner.replaced = undefined;
    }
  }
}
