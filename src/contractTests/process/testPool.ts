import { availableParallelism } from "node:os";
import { Program } from "../../processes/program";
import { programFile } from "../../processes/programFile";
import { chosenLanguage, t } from "../../text/catalogue";
import type { StartState } from "../chain/startState";
import type { CompiledTests } from "../discover/compileTests";
import type { TestItem } from "../run/itemRun";
import { type CodeVisits, mergedVisits, VisitRecorder } from "../run/visitRecorder";
import type { TestContract, TestResult } from "../testProject";
import type { TestProtocol } from "./messages";

/** What is told while tests run. */
export interface TestEvents {
  result?(result: TestResult): void;
  progress?(contract: string, test: string, runs: number, of: number): void;
}

interface TestRunOptions {
  readonly seed: string;
  /** How many processes run tests at most, this one among them; 0 as 1. */
  readonly processes: number;
  readonly coverage?: boolean;
  /** What the tests go on from; undefined: new chains. */
  readonly start?: StartState | undefined;
  /** How long one test may take, and the setting up of its contract; undefined: as long as it likes. */
  readonly limitMs?: number | undefined;
  /** Ends the run with the first test that fails. */
  readonly failFast?: boolean;
  readonly signal?: AbortSignal;
  /** Where what tests with random values fail with is kept and tried first, absolute; undefined: nowhere. */
  readonly failureFolder?: string | undefined;
}

/** How long a test may take by default: far longer than any useful one, and an end to one that has none. */
export const usualLimitMs = 300_000;

/** How many processes run the tests of an editor or an assistant. */
export const usualProcesses = (): number => Math.min(availableParallelism(), 8);

/** Results in the order of the contracts and their tests, and what has run of the code. */
export interface TestRun {
  readonly results: readonly TestResult[];
  readonly visits: readonly CodeVisits[];
}

/** So many tests of one contract at most stay together: setting up costs less than waiting for the longest. */
const maxTogether = 24;

/** What is expensive goes first and alone; the rest of a contract stays together. */
function itemsOf(contracts: readonly TestContract[], processes: number): TestItem[] {
  const items = contracts.flatMap((contract): TestItem[] => {
    if (processes < 2) return [{ contract, tests: contract.tests }];
    const costly = contract.tests.filter(({ kind }) => kind !== "unit");
    const rest = contract.tests.filter((test) => !costly.includes(test));
    const parts: TestItem[] = costly.map((test) => ({ contract, tests: [test] }));
    for (let at = 0; at < rest.length; at += maxTogether) {
      parts.push({ contract, tests: rest.slice(at, at + maxTogether) });
    }
    return parts;
  });
  return items.sort((a, b) => costOf(b) - costOf(a));
}

/** How many messages the tests come to. */
const costOf = ({ tests }: TestItem): number =>
  tests.reduce((sum, { kind, fuzz, invariant }) => {
    if (kind === "invariant") return sum + invariant.runs * invariant.depth;
    return sum + (kind === "fuzz" ? fuzz.runs : 1);
  }, 0);

const { file, execArgv } = programFile("contractTests", new URL("./main.ts", import.meta.url));

/** Starts a test process. */
export const testProgram = (): Program<TestProtocol> =>
  new Program<TestProtocol>({
    file,
    execArgv,
    environment: { ...process.env, CHAINSIDE_LOCALE: chosenLanguage() },
    complaints: "shown",
    ended: (how) => new Error(t("A test process ended unexpectedly ({0}).", how)),
  });

/** One process that runs items one after the other. */
class TestProcess {
  readonly #program = testProgram();

  constructor(private readonly events: TestEvents) {}

  async begin(order: TestProtocol["orders"]["project"]["order"]): Promise<void> {
    await this.#program.order("project", order);
  }

  async run(item: TestItem): Promise<void> {
    await this.#program.order("run", item, {
      tells: (reported) => {
        if ("result" in reported) this.events.result?.(reported.result);
        else
          this.events.progress?.(reported.soFar.contract, reported.soFar.test, reported.soFar.runs, reported.soFar.of);
      },
    });
  }

  visits(): Promise<readonly CodeVisits[]> {
    return this.#program.order("finish", undefined);
  }

  end(): void {
    this.#program.kill(new Error(t("The test run was stopped.")));
  }
}

/** A process more is worth its while (it takes about half a second of a processor to get going) for work that lasts as long as this. */
const worthMs = 3000;
/** So much of a processor has been used when it is first known how long the rest may take. */
const lookMs = 1500;
const lookEveryMs = 50;

/** What is left to do, and how long it may take. */
class OpenItems {
  readonly #items: TestItem[];
  readonly #began = process.cpuUsage();
  readonly #all: number;
  #done = 0;

  constructor(items: readonly TestItem[]) {
    this.#items = [...items];
    this.#all = items.reduce((sum, item) => sum + costOf(item), 0);
  }

  /** How many haven't begun. */
  get count(): number {
    return this.#items.length;
  }

  take(): TestItem | undefined {
    return this.#items.shift();
  }

  finish(item: TestItem): void {
    this.#done += costOf(item);
  }

  /** Whether the rest, as fast as it went till now, is worth another process. */
  get isLong(): boolean {
    const { user, system } = process.cpuUsage(this.#began);
    const usedMs = (user + system) / 1000;
    return usedMs >= lookMs && usedMs * (this.#all - this.#done) >= worthMs * this.#done;
  }
}

/** What runs tests beside this process takes its part of the items. */
async function serve(
  helper: TestProcess,
  open: OpenItems,
  tests: CompiledTests,
  { seed, coverage = false, start, signal, limitMs, failureFolder }: TestRunOptions,
  visits: CodeVisits[],
): Promise<void> {
  await helper.begin({ project: tests.project, enums: tests.enums, seed, coverage, start, limitMs, failureFolder });
  for (let item = open.take(); item && !signal?.aborted; item = open.take()) {
    await helper.run(item);
    open.finish(item);
  }
  if (coverage) visits.push(...(await helper.visits()));
}

/** Runs items in this process. */
async function runHere(
  tests: CompiledTests,
  open: OpenItems,
  { seed, coverage, start, signal, limitMs, failureFolder }: TestRunOptions,
  events: TestEvents,
): Promise<CodeVisits[]> {
  const { ItemRunner } = await import("../run/itemRun");
  const runner = new ItemRunner(tests.project, tests.enums, seed, start);
  runner.signal = signal;
  runner.limitMs = limitMs;
  runner.failureFolder = failureFolder;
  const recorder = new VisitRecorder();
  if (coverage) runner.opened = (testChain) => recorder.watch(testChain);
  for (let item = open.take(); item; item = open.take()) {
    signal?.throwIfAborted();
    const { contract } = item;
    await runner.run(
      item,
      (result) => events.result?.(result),
      (test, runs, of) => events.progress?.(contract.id, test.signature, runs, of),
    );
    open.finish(item);
  }
  return recorder.all();
}

/** Runs items in this process, and in others too as soon as it shows that there is much to do. */
async function runItems(
  tests: CompiledTests,
  items: readonly TestItem[],
  options: TestRunOptions,
  events: TestEvents,
): Promise<CodeVisits[]> {
  const { processes, signal } = options;
  const open = new OpenItems(items);
  const visits: CodeVisits[] = [];
  const helpers: TestProcess[] = [];
  const work: Promise<void>[] = [];
  const end = (): void => {
    for (const each of helpers) each.end();
  };
  const look = setInterval(() => {
    if (open.count === 0 || !open.isLong) return;
    clearInterval(look);
    for (let count = Math.min(processes - 1, open.count); count > 0; count--) {
      const helper = new TestProcess(events);
      helpers.push(helper);
      const served = serve(helper, open, tests, options, visits);
      served.catch(() => undefined); // told when this process has done its part
      work.push(served);
    }
  }, lookEveryMs);
  signal?.addEventListener("abort", end, { once: true });
  try {
    if (processes < 2) clearInterval(look);
    const own = await runHere(tests, open, options, events);
    await Promise.all(work);
    return [...own, ...visits];
  } finally {
    clearInterval(look);
    signal?.removeEventListener("abort", end);
    end();
  }
}

/**
 * Runs tests: in this process, and in further ones where that takes long. With `failFast` the results are those until the first failure.
 * @throws the signal's reason; Error when a process ends by itself.
 */
export async function runTests(
  tests: CompiledTests,
  options: TestRunOptions,
  events: TestEvents = {},
): Promise<TestRun> {
  const results: TestResult[] = [];
  const failed = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, failed.signal]) : failed.signal;
  const counted: TestEvents = {
    ...events,
    result: (result) => {
      // what other processes still had on their way came after the end
      if (signal.aborted) return;
      results.push(result);
      events.result?.(result);
      if (options.failFast && result.status === "failed") failed.abort();
    },
  };
  const items = itemsOf(tests.contracts, options.processes);
  let visits: readonly CodeVisits[] = [];
  try {
    visits = await runItems(tests, items, { ...options, signal }, counted);
  } catch (error) {
    options.signal?.throwIfAborted();
    if (!failed.signal.aborted) throw error;
  }
  options.signal?.throwIfAborted();
  const order = new Map(
    tests.contracts
      .flatMap(({ id, tests: own }) => own.map(({ signature }) => `${id} ${signature}`))
      .map((key, at) => [key, at]),
  );
  const at = ({ contract, test }: TestResult): number => order.get(`${contract} ${test}`) ?? 0;
  return { results: results.sort((a, b) => at(a) - at(b)), visits: mergedVisits(visits) };
}
