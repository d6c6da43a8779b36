import { createHash } from "node:crypto";
import { performance } from "node:perf_hooks";
import type { Program } from "../../processes/program";
import type { CompiledContract, CompiledProject } from "../../solidity/artifact/compiledProject";
import type { CompileRequest } from "../../solidity/compile/compileRequest";
import type { SolidityCompiler } from "../../solidity/compile/compiler";
import type { StartState } from "../chain/startState";
import type { CompiledTests } from "../discover/compileTests";
import { type Mutant, type MutantSelection, mutantsOf, mutatedText } from "../mutate/mutants";
import type { MutantEnd, ReachedTests } from "../mutate/mutationProcess";
import type { TestProtocol } from "../process/messages";
import { testProgram } from "../process/testPool";
import type { TestItem } from "../run/itemRun";
import { Random } from "../run/random";
import type { TestContract, TestResult } from "../testProject";

/** What became of a mutant. `invalid`: it doesn't compile; `equivalent`: its code is the same, byte by byte. */
export type MutantVerdict = "killed" | "survived" | "timedOut" | "invalid" | "equivalent";

/** A mutant that was tried. */
export interface MutantResult {
  readonly mutant: Mutant;
  readonly verdict: MutantVerdict;
  /** The test that failed or took too long, `Contract.test()`. */
  readonly by?: string | undefined;
  /** How many tests reach it. */
  readonly tests: number;
  /** It was judged in an earlier run, with the same sources, tests and values. */
  readonly kept: boolean;
}

/** What a run came to, as far as it went. */
export interface MutationRun {
  /** In the order of files and lines. */
  readonly results: readonly MutantResult[];
  /** Mutants that no test reaches. They aren't tried. */
  readonly uncovered: readonly Mutant[];
  /** Mutants that a test reaches, and that weren't tried: left out by `max`, or the run was stopped. */
  readonly untried: number;
  /** The tests as they are. Where one failed, no mutant was tried. */
  readonly baseline: readonly TestResult[];
  readonly stopped: boolean;
  readonly durationMs: number;
}

export interface MutationOptions {
  readonly seed: string;
  /** What the tests go on from; undefined: new chains. */
  readonly start: StartState | undefined;
  /** How long one test may take as it is, and the setting up of its contract; undefined: as long as it likes. */
  readonly limitMs: number | undefined;
  /** How long the tests of one mutant may take; undefined: by the time that they take as they are. */
  readonly timeoutMs: number | undefined;
  /** So many mutants at most are tried, chosen by the seed. */
  readonly max: number | undefined;
  /** How many mutants are tried at the same time. */
  readonly jobs: number;
  readonly selection: MutantSelection;
  /** Stops the run; what has ended counts. */
  readonly signal?: AbortSignal | undefined;
}

/** What is reported while mutants are tried. */
interface MutationEvents {
  /** Tests as they are: how many of their contracts have run. */
  baseline?(done: number, of: number): void;
  /** What there is to do, once that is known. */
  begun?(counts: {
    readonly mutants: number;
    readonly files: number;
    readonly uncovered: number;
    readonly tests: number;
  }): void;
  result?(result: MutantResult, done: number, of: number): void;
}

/** What is needed of the compilation behind tests. */
interface MutationCompilation {
  readonly tests: CompiledTests;
  /** With what the tests were compiled. */
  readonly request: Pick<CompileRequest, "root" | "trusted" | "mayFetch" | "workspace" | "compiler">;
  /** Each job has one of its own; the first is that of the tests. */
  newCompiler(job: number): SolidityCompiler;
}

/** Tests of a mutant get at least so long, and so many times the time that they take as they are. */
const minTimeoutMs = 10_000;
const timeoutFactor = 5;
/** A process that doesn't answer in this time beyond the limit is ended. */
const graceMs = 15_000;
/** Verdicts are written down after so many. */
const keepEvery = 20;

interface Keeping {
  readonly verdicts: Record<string, Pick<MutantResult, "verdict" | "by">>;
  readonly key: string;
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

const isStopped = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;

/** What a mutant is called among those of the same sources. */
const nameOf = ({ sourceName, start, end, replacement }: Mutant): string =>
  `${sourceName}:${start}:${end}:${replacement}`;

/** One test that may find a mutant. */
interface Candidate {
  readonly contract: TestContract;
  readonly test: TestContract["tests"][number];
  readonly durationMs: number;
}

/** Runs the tests as they are, and knows what each of them reaches. */
class Baseline {
  readonly results: TestResult[] = [];
  /** Tests by the number of a span. */
  readonly #tests = new Map<number, Candidate[]>();
  readonly #contracts = new Map<number, Set<string>>();

  add({ contract }: TestItem, { results, reached, contracts }: ReachedTests): void {
    this.results.push(...results);
    const bySignature = new Map(results.map((result) => [result.test, result]));
    for (const test of contract.tests) {
      const result = bySignature.get(test.signature);
      if (result?.status !== "passed") continue;
      for (const span of reached[test.signature] ?? []) {
        const own = this.#tests.get(span) ?? [];
        own.push({ contract, test, durationMs: result.durationMs });
        this.#tests.set(span, own);
      }
    }
    for (const [span, own] of Object.entries(contracts)) {
      const known = this.#contracts.get(Number(span)) ?? new Set();
      for (const each of own) known.add(each);
      this.#contracts.set(Number(span), known);
    }
  }

  get failed(): readonly TestResult[] {
    return this.results.filter(({ status }) => status === "failed");
  }

  testsOf({ span }: Mutant): readonly Candidate[] {
    return this.#tests.get(span) ?? [];
  }

  /** The contracts, `source:name`, in whose code the place of a mutant ran. */
  contractsOf({ span }: Mutant): ReadonlySet<string> {
    return this.#contracts.get(span) ?? new Set();
  }
}

/** The tests that reach a mutant, by contract, those first that took least as they are. */
function itemsOf(candidates: readonly Candidate[]): TestItem[] {
  const byContract = new Map<TestContract, Candidate[]>();
  for (const each of candidates) byContract.set(each.contract, [...(byContract.get(each.contract) ?? []), each]);
  const timeOf = (own: readonly Candidate[]): number => own.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return [...byContract]
    .sort(([, a], [, b]) => timeOf(a) - timeOf(b))
    .map(([contract, own]) => ({
      contract,
      tests: [...own].sort((a, b) => a.durationMs - b.durationMs).map(({ test }) => test),
    }));
}

/** Contracts of a module whose code a mutant changes. */
interface Unit {
  readonly project: CompiledProject;
  readonly contracts: readonly { readonly sourceName: string; readonly name: string }[];
}

/** Code without what only says how it was compiled. */
const codeOf = ({ bytecode, deployedBytecode }: CompiledContract): string =>
  `${withoutHash(bytecode.object)} ${withoutHash(deployedBytecode.object)}`;

/** The hashes of sources that compilers before 0.6 can't leave out. */
const withoutHash = (code: string): string => code.replace(/a165627a7a72305820[0-9a-f]{64}0029/g, "");

/** Tries mutants, one after the other, with a compiler and a test process of its own. */
class Job {
  #program: Program<TestProtocol> | undefined;

  constructor(
    private readonly compilation: MutationCompilation,
    private readonly compiler: SolidityCompiler,
    private readonly options: MutationOptions,
    private readonly spans: ReturnType<typeof mutantsOf>["spans"],
    private readonly unchanged: Map<string, Promise<readonly CompiledContract[] | undefined>>,
  ) {}

  async #started(): Promise<Program<TestProtocol>> {
    if (this.#program?.alive) return this.#program;
    const program = testProgram();
    this.#program = program;
    const { project, enums } = this.compilation.tests;
    const { seed, start, limitMs } = this.options;
    await program.order("mutations", { project, enums, seed, start, limitMs, spans: this.spans });
    return program;
  }

  async reach(item: TestItem): Promise<ReachedTests> {
    const program = await this.#started();
    return program.order("reach", item, { signal: this.options.signal });
  }

  /** The contracts of a mutant with their own code; undefined: it doesn't compile. */
  async #changed(mutant: Mutant, units: readonly Unit[]): Promise<readonly CompiledContract[] | undefined> {
    const changed: CompiledContract[] = [];
    for (const { project, contracts } of units) {
      const content = project.sources.find(({ path }) => path === mutant.path)?.content;
      if (content === undefined) continue;
      const text = mutatedText(content, mutant);
      const before = await this.#unchangedOf(project, contracts);
      const after = await this.#compile(project, contracts, new Map([[mutant.path, text]]));
      if (!before || !after) return undefined;
      const codes = new Map(before.map((contract) => [`${contract.sourceName}:${contract.name}`, codeOf(contract)]));
      changed.push(
        ...after.filter((contract) => codes.get(`${contract.sourceName}:${contract.name}`) !== codeOf(contract)),
      );
    }
    return changed;
  }

  /** Code of contracts as their sources are, which is compiled once. */
  #unchangedOf(
    project: CompiledProject,
    contracts: Unit["contracts"],
  ): Promise<readonly CompiledContract[] | undefined> {
    const key = `${project.id} ${contracts.map(({ sourceName, name }) => `${sourceName}:${name}`).join(" ")}`;
    let compiled = this.unchanged.get(key);
    if (!compiled) {
      compiled = this.#compile(project, contracts, new Map());
      this.unchanged.set(key, compiled);
      compiled.catch(() => this.unchanged.delete(key));
    }
    return compiled;
  }

  #compile(
    project: CompiledProject,
    contracts: Unit["contracts"],
    texts: ReadonlyMap<string, string>,
  ): Promise<readonly CompiledContract[] | undefined> {
    return this.compiler.recompile(project, this.compilation.request, { contracts, texts }, this.options.signal);
  }

  /** Compiles a mutant and runs its tests. */
  async judge(
    mutant: Mutant,
    units: readonly Unit[],
    candidates: readonly Candidate[],
  ): Promise<Pick<MutantResult, "verdict" | "by">> {
    const replaced = await this.#changed(mutant, units);
    if (!replaced) return { verdict: "invalid" };
    if (replaced.length === 0) return { verdict: "equivalent" };
    const usualMs = candidates.reduce((sum, { durationMs }) => sum + durationMs, 0);
    const limitMs = this.options.timeoutMs ?? Math.max(minTimeoutMs, timeoutFactor * usualMs);
    const program = await this.#started();
    const { signal } = this.options;
    let end: MutantEnd;
    try {
      const items = itemsOf(candidates);
      end = await program.order("mutant", { replaced, items, limitMs }, { signal, limitMs: limitMs + graceMs });
    } catch (error) {
      // a process that had to be ended has told nothing
      if (isStopped(signal) || program.alive) throw error;
      return { verdict: "timedOut" };
    }
    if (end.kind === "survived") return { verdict: "survived" };
    const contract = this.compilation.tests.contracts.find(({ id }) => id === end.contract);
    return { verdict: end.kind, by: `${contract?.name ?? end.contract}.${end.test}` };
  }

  end(): void {
    this.#program?.kill(new Error("ended"));
  }
}

/** Mutants by how they are tried: in the order of the seed, so many at most. */
function chosen(mutants: readonly Mutant[], seed: string, max: number | undefined): Mutant[] {
  const random = new Random(`mutants\n${seed}`);
  const shuffled = [...mutants];
  for (let at = shuffled.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    const [a, b] = [shuffled[at], shuffled[other]];
    if (a && b) [shuffled[at], shuffled[other]] = [b, a];
  }
  return shuffled.slice(0, max);
}

/** Takes work one after the other, in several jobs at the same time. */
async function inJobs<T>(
  jobs: readonly Job[],
  list: readonly T[],
  work: (job: Job, each: T) => Promise<void>,
): Promise<void> {
  const waiting = [...list];
  await Promise.all(
    jobs.map(async (job) => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(job, next);
    }),
  );
}

/**
 * Changes the sources behind tests, one change at a time, and runs the tests that reach the change: a test has to fail. Verdicts are kept
 * beside what was compiled, so that a run that was stopped goes on where it was.
 * @throws what compiling throws, Error when a process ends by itself. Stopping by the signal is none.
 */
export async function runMutations(
  compilation: MutationCompilation,
  options: MutationOptions,
  events: MutationEvents = {},
): Promise<MutationRun> {
  const began = performance.now();
  const { tests } = compilation;
  const { signal } = options;
  const compiled = await tests.compiled();
  const testFiles = new Set(tests.contracts.flatMap(({ sourceName }) => tests.paths[sourceName] ?? []));
  const { mutants, spans } = mutantsOf(compiled, tests.project.modules, testFiles, options.selection);
  const unchanged = new Map<string, Promise<readonly CompiledContract[] | undefined>>();
  const compilers: SolidityCompiler[] = [];
  const jobs = Array.from({ length: Math.max(1, options.jobs) }, (_, number) => {
    const compiler = compilation.newCompiler(number);
    compilers.push(compiler);
    return new Job(compilation, compiler, options, spans, unchanged);
  });
  const results: MutantResult[] = [];
  const baseline = new Baseline();
  const ended = (untried: number, uncovered: readonly Mutant[]): MutationRun => ({
    results: inOrder(results),
    uncovered,
    untried,
    baseline: baseline.results,
    stopped: isStopped(signal),
    durationMs: Math.round(performance.now() - began),
  });
  const untilStopped = async (work: Promise<void>): Promise<void> => {
    try {
      await work;
    } catch (error) {
      if (!isStopped(signal)) throw error;
    }
  };
  try {
    const items = tests.contracts.map((contract): TestItem => ({ contract, tests: contract.tests }));
    let done = 0;
    events.baseline?.(0, items.length);
    await untilStopped(
      inJobs(jobs, items, async (job, item) => {
        baseline.add(item, await job.reach(item));
        events.baseline?.(++done, items.length);
      }),
    );
    if (isStopped(signal) || baseline.failed.length > 0) return ended(0, []);
    const uncovered = mutants.filter((mutant) => baseline.testsOf(mutant).length === 0);
    const covered = mutants.filter((mutant) => baseline.testsOf(mutant).length > 0);
    const tried = chosen(covered, options.seed, options.max);
    events.begun?.({
      mutants: tried.length,
      files: new Set(tried.map(({ path }) => path)).size,
      uncovered: uncovered.length,
      tests: baseline.results.length,
    });
    const keeping = await openKeeping(compilation, options);
    const keep = (): Promise<void> => compilation.newCompiler(0).artifacts.putExtra(keeping.key, keeping.verdicts);
    await untilStopped(
      inJobs(jobs, tried, async (job, mutant) => {
        signal?.throwIfAborted();
        const candidates = baseline.testsOf(mutant);
        const known = Object.hasOwn(keeping.verdicts, nameOf(mutant)) ? keeping.verdicts[nameOf(mutant)] : undefined;
        const judged =
          known ?? (await job.judge(mutant, unitsOf(mutant, compiled, baseline.contractsOf(mutant)), candidates));
        // what took too long may be faster the next time
        if (judged.verdict !== "timedOut") keeping.verdicts[nameOf(mutant)] = judged;
        const result = { mutant, ...judged, tests: candidates.length, kept: known !== undefined };
        results.push(result);
        events.result?.(result, results.length, tried.length);
        if (!known && results.length % keepEvery === 0) await keep();
      }),
    );
    await keep();
    return ended(covered.length - results.length, uncovered);
  } finally {
    for (const job of jobs) job.end();
    for (const compiler of compilers.slice(1)) compiler.close();
  }
}

const inOrder = (results: readonly MutantResult[]): MutantResult[] =>
  [...results].sort(({ mutant: a }, { mutant: b }) =>
    a.path === b.path
      ? a.start - b.start || a.end - b.end || (a.replacement < b.replacement ? -1 : 1)
      : a.path < b.path
        ? -1
        : 1,
  );

/** The contracts of each module in whose code the place of a mutant ran. */
function unitsOf(mutant: Mutant, compiled: readonly CompiledProject[], contracts: ReadonlySet<string>): Unit[] {
  return compiled.flatMap((project): Unit[] => {
    if (!project.sources.some(({ path }) => path === mutant.path)) return [];
    const own = project.contracts.filter(({ sourceName, name }) => contracts.has(`${sourceName}:${name}`));
    return own.length === 0 ? [] : [{ project, contracts: own.map(({ sourceName, name }) => ({ sourceName, name })) }];
  });
}

/** Verdicts of earlier runs with the same code, tests and values. */
async function openKeeping({ tests, newCompiler }: MutationCompilation, options: MutationOptions): Promise<Keeping> {
  const { seed, timeoutMs, start } = options;
  const key = sha256(
    JSON.stringify(
      [
        import.meta.url,
        tests.project.modules.map(({ sources, contracts }) => [
          sources.map(({ name, content }) => [name, content]),
          contracts.map(({ bytecode }) => bytecode.object),
        ]),
        tests.contracts,
        seed,
        timeoutMs,
        start && [start.blockNumber, start.timestampMs, start.nodeVersion],
      ],
      (_, value: unknown) => (typeof value === "bigint" ? String(value) : value),
    ),
  );
  const kept = await newCompiler(0).artifacts.extra(key);
  return { key, verdicts: typeof kept === "object" && kept !== null ? (kept as Keeping["verdicts"]) : {} };
}
