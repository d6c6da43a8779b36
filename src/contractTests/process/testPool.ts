import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chosenLanguage, t } from "../../text/catalogue";
import type { CompiledTests } from "../discover/compileTests";
import { ItemRunner, type TestItem } from "../run/itemRun";
import { mergedVisits, VisitRecorder } from "../run/visitRecorder";
import type { TestContract, TestResult } from "../testProject";
import type { CodeVisits, TestOrder, TestReply } from "./messages";

/** What is told while tests run. */
export interface TestEvents {
  result?(result: TestResult): void;
  progress?(contract: string, test: string, runs: number, of: number): void;
}

export interface TestRunOptions {
  readonly seed: string;
  /** How many processes run tests; 0 runs them in this one. */
  readonly processes: number;
  readonly coverage?: boolean;
  readonly signal?: AbortSignal;
}

/** Results in the order of the contracts and their tests, and what has run of the code. */
export interface TestRun {
  readonly results: readonly TestResult[];
  readonly visits: readonly CodeVisits[];
}

/** So many tests of one contract at most stay together: setting up costs less than waiting for the longest. */
const mostTogether = 24;

/** What is dear goes first and alone; the rest of a contract stays together. */
function itemsOf(contracts: readonly TestContract[], processes: number): TestItem[] {
  const items = contracts.flatMap((contract): TestItem[] => {
    if (processes < 2) return [{ contract, tests: contract.tests }];
    const dear = contract.tests.filter(({ kind }) => kind === "invariant");
    const rest = contract.tests.filter((test) => !dear.includes(test));
    const parts: TestItem[] = dear.map((test) => ({ contract, tests: [test] }));
    for (let at = 0; at < rest.length; at += mostTogether) {
      parts.push({ contract, tests: rest.slice(at, at + mostTogether) });
    }
    return parts;
  });
  const cost = ({ tests }: TestItem): number =>
    tests.reduce((sum, { kind, fuzz, invariant }) => {
      if (kind === "invariant") return sum + invariant.runs * invariant.depth;
      return sum + (kind === "fuzz" ? fuzz.runs : 1);
    }, 0);
  return items.sort((a, b) => cost(b) - cost(a));
}

/** Executions leave much that is soon of no use: collecting it seldom takes a third of the time. */
const roomForTheYoung = "--max-semi-space-size=64";

/** The program of a test process: bundled beside this file or above it, or its source where that is what runs. */
function programFile(): { path: string; execArgv: string[] } {
  if (import.meta.url.endsWith(".ts")) {
    return { path: fileURLToPath(new URL("./main.ts", import.meta.url)), execArgv: ["--import", "tsx"] };
  }
  const found = ["./contractTests.js", "../contractTests.js"]
    .map((relative) => fileURLToPath(new URL(relative, import.meta.url)))
    .find((path) => existsSync(path));
  return { path: found ?? "contractTests.js", execArgv: [] };
}

/** One process that runs items one after the other. */
class TestProcess {
  readonly #child: ChildProcess;
  #waiting: ((reply: TestReply) => boolean) | undefined;
  #broken: ((error: Error) => void) | undefined;

  constructor(events: TestEvents) {
    const { path, execArgv } = programFile();
    this.#child = fork(path, [], {
      env: { ...process.env, CHAINSIDE_LOCALE: chosenLanguage() },
      execArgv: [...execArgv, roomForTheYoung],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    this.#child.on("message", (reply: TestReply) => {
      if (reply.kind === "result") events.result?.(reply.result);
      else if (reply.kind === "progress") events.progress?.(reply.contract, reply.test, reply.runs, reply.of);
      else if (this.#waiting?.(reply)) this.#waiting = undefined;
    });
    this.#child.on("exit", (code, signal) =>
      this.#broken?.(new Error(t("A test process ended unexpectedly ({0}).", signal ?? String(code)))),
    );
    this.#child.on("error", (error) => this.#broken?.(error));
  }

  /** Sends an order and waits for its end. */
  do(order: TestOrder): Promise<TestReply> {
    return new Promise((resolve, reject) => {
      this.#waiting = (reply) => {
        resolve(reply);
        return true;
      };
      this.#broken = reject;
      this.#child.send(order);
    });
  }

  end(): void {
    const broken = this.#broken;
    this.#broken = undefined;
    this.#child.kill();
    broken?.(new Error(t("The test run was stopped.")));
  }
}

async function runInProcesses(
  tests: CompiledTests,
  items: TestItem[],
  { seed, processes, coverage = false, signal }: TestRunOptions,
  events: TestEvents,
): Promise<CodeVisits[]> {
  const visits: CodeVisits[] = [];
  const pool = Array.from({ length: Math.min(processes, items.length) }, () => new TestProcess(events));
  const end = (): void => {
    for (const each of pool) each.end();
  };
  signal?.addEventListener("abort", end, { once: true });
  try {
    await Promise.all(
      pool.map(async (each) => {
        await each.do({ kind: "project", project: tests.project, enums: tests.enums, seed, coverage });
        for (let item = items.shift(); item && !signal?.aborted; item = items.shift())
          await each.do({ kind: "run", item });
        if (!coverage) return;
        const reply = await each.do({ kind: "finish" });
        if (reply.kind === "visits") visits.push(...reply.visits);
      }),
    );
  } finally {
    signal?.removeEventListener("abort", end);
    end();
  }
  return visits;
}

/**
 * Runs tests, in as many processes as are asked for.
 * @throws the signal's reason; Error when a process ends by itself.
 */
export async function runTests(
  tests: CompiledTests,
  options: TestRunOptions,
  events: TestEvents = {},
): Promise<TestRun> {
  const results: TestResult[] = [];
  const told: TestEvents = {
    ...events,
    result: (result) => {
      results.push(result);
      events.result?.(result);
    },
  };
  const items = itemsOf(tests.contracts, options.processes);
  let visits: CodeVisits[] = [];
  if (options.processes === 0) {
    const runner = new ItemRunner(tests.project, tests.enums, options.seed);
    const recorder = new VisitRecorder();
    if (options.coverage) runner.opened = (ground) => recorder.watch(ground);
    for (const item of items) {
      options.signal?.throwIfAborted();
      await runner.run(
        item,
        (result) => told.result?.(result),
        (test, runs, of) => told.progress?.(item.contract.id, test.signature, runs, of),
      );
    }
    visits = recorder.all();
  } else visits = await runInProcesses(tests, items, options, told);
  options.signal?.throwIfAborted();
  const order = new Map(
    tests.contracts
      .flatMap(({ id, tests: own }) => own.map(({ signature }) => `${id} ${signature}`))
      .map((key, at) => [key, at]),
  );
  const at = ({ contract, test }: TestResult): number => order.get(`${contract} ${test}`) ?? 0;
  return { results: results.sort((a, b) => at(a) - at(b)), visits: mergedVisits(visits) };
}
