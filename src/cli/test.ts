import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { performance } from "node:perf_hooks";
import { type CompiledTests, compileTests, type TestRequest } from "../contractTests/discover/compileTests";
import { selectTests } from "../contractTests/discover/selectTests";
import { expectShortLife } from "../contractTests/process/shortProcess";
import { runTests, type TestEvents, type TestRun } from "../contractTests/process/testPool";
import { gasDifferences, gasSnapshot } from "../contractTests/report/gasSnapshot";
import { junitReport } from "../contractTests/report/junit";
import type { TestResult } from "../contractTests/testProject";
import type { CompileProgress } from "../solidity/compile/compileRequest";
import { SolidityCompiler } from "../solidity/compile/compiler";
import { artifactsBeside, defaultCompilerCache } from "../solidity/compilers/compilerStore";
import { findTestFiles } from "../solidity/project/findTestFiles";
import { t } from "../text/catalogue";
import { visibleLine } from "../text/visibleText";
import type { ChainCopy } from "./contractTests/copyChain";
import { type TestOptions, testLine } from "./contractTests/testOptions";
import { contractReport, githubAnnotations, summary } from "./contractTests/textReport";
import { watchSources } from "./contractTests/watchSources";
import { runCommandLine } from "./options/commandLine";
import { clearScreen, complain, print, printJson, showStatus } from "./print";

/** What a run needs that stays from run to run. */
interface Workshop {
  readonly options: TestOptions;
  readonly compiler: SolidityCompiler;
  readonly folder: string;
  /** The chain that tests go on from, in place of new ones. */
  readonly copy: ChainCopy | undefined;
  /** Programs get JSON on standard output; what is for people goes to standard error. */
  tell(message: string): void;
}

function requestOf({ options, copy }: Workshop, root: string, files: readonly string[]): TestRequest {
  const { solc, fuzzRuns, invariantRuns, invariantDepth, coverage } = options;
  return {
    root,
    files,
    suite: copy?.suite ?? options.suite ?? "standard",
    chain: copy?.chain ?? options.chain,
    trusted: true,
    mayFetch: true,
    coverage: coverage !== undefined,
    ...(solc === undefined ? {} : { compiler: existsSync(solc) ? resolve(solc) : solc }),
    ...(fuzzRuns === undefined ? {} : { fuzzRuns }),
    ...(invariantRuns === undefined ? {} : { invariantRuns }),
    ...(invariantDepth === undefined ? {} : { invariantDepth }),
  };
}

/** Leaves out the tests that changed sources can't reach, and says so. Reports are of all tests. */
async function reachedTests(
  { options, compiler, tell }: Workshop,
  tests: CompiledTests,
  files: readonly string[],
  changed: readonly string[],
): Promise<CompiledTests> {
  const { gasSnapshot: gas, junit, coverage, json } = options;
  if (changed.length === 0 || json || gas !== undefined || junit !== undefined || coverage !== undefined) return tests;
  const { affectedFiles } = await import("../contractTests/discover/affectedFiles");
  const { root } = tests.project;
  const paths = changed.map((name) => resolve(root, name));
  const affected = await affectedFiles(compiler.texts, root, files, paths);
  if (!affected) return tests;
  const contracts = tests.contracts.filter(({ sourceName }) => affected.has(tests.paths[sourceName] ?? ""));
  if (contracts.length < tests.contracts.length)
    tell(
      `${t("Only test contracts that the change can affect: {0} of {1}", contracts.length, tests.contracts.length)}\n`,
    );
  return { ...tests, contracts };
}

/** Compiles and picks what is asked for. */
async function prepare(
  workshop: Workshop,
  changed: readonly string[],
  signal?: AbortSignal,
): Promise<CompiledTests & { readonly found: number }> {
  const { options, compiler, folder } = workshop;
  const { root, files } = await findTestFiles(options.paths, folder);
  const fetched = new Set<string>();
  const told = (progress: CompileProgress): void => {
    if (progress.kind !== "fetching" || fetched.has(progress.version)) return;
    fetched.add(progress.version);
    complain(t("Downloading Solidity {0} from npm…", progress.version));
  };
  const tests = await compileTests(compiler, requestOf(workshop, root, files), told, signal);
  const contracts = selectTests(tests.contracts, options.selection, tests.project.root, tests.paths);
  const reached = await reachedTests(workshop, { ...tests, contracts }, files, changed);
  return { ...reached, found: contracts.length };
}

/** Prints the results of a contract as soon as all are there. */
function reporter({ options, folder, tell }: Workshop, tests: CompiledTests) {
  const waiting = new Map(tests.contracts.map((contract) => [contract.id, [] as TestResult[]]));
  return (result: TestResult): void => {
    const own = waiting.get(result.contract);
    const contract = tests.contracts.find(({ id }) => id === result.contract);
    if (!own || !contract) return;
    own.push(result);
    if (own.length < contract.tests.length) return;
    const order = contract.tests.map(({ signature }) => signature);
    own.sort((a, b) => order.indexOf(a.test) - order.indexOf(b.test));
    tell(contractReport(contract, own, folder, options.trace));
  };
}

/** Compares with the gas of an earlier run and keeps that of this one. False: it is another, and must not be. */
async function keepGas({ options, tell }: Workshop, results: readonly TestResult[]): Promise<boolean> {
  const { gasSnapshot: file, checkGas } = options;
  if (file === undefined) return true;
  const now = gasSnapshot(results);
  const differences = existsSync(file) ? gasDifferences(await readFile(file, "utf8"), now) : [];
  if (differences.length > 0) {
    tell([t("Changed gas:"), ...differences.map((line) => `  ${line}`), ""].join("\n"));
  }
  if (checkGas) return differences.length === 0;
  await writeFile(file, now);
  return true;
}

async function writeReports(workshop: Workshop, tests: CompiledTests, run: TestRun): Promise<void> {
  const { options, folder, tell } = workshop;
  if (options.junit !== undefined) await writeFile(options.junit, junitReport(tests.contracts, run.results, folder));
  if (options.coverage !== undefined) {
    const { coverageOf, coverageTable, lcovReport } = await import("../contractTests/measure/coverage");
    const covered = coverageOf(await tests.compiled(), tests.project, run.visits, tests.contracts);
    await writeFile(options.coverage, lcovReport(covered));
    tell(coverageTable(covered, folder));
  }
  if (process.env["GITHUB_ACTIONS"] === "true") {
    for (const line of githubAnnotations(run.results, folder)) tell(line);
  }
}

/** Says on a terminal how far the tests have come; every report takes the line away. */
function progressLine(tests: CompiledTests): TestEvents & { readonly take: (result: TestResult) => void } {
  const names = new Map(tests.contracts.map(({ id, name }) => [id, name]));
  const all = tests.contracts.reduce((sum, { tests: own }) => sum + own.length, 0);
  let done = 0;
  return {
    take: () => {
      done++;
      showStatus("");
    },
    progress: (contract, name, runs, of) => {
      const test = `${names.get(contract) ?? contract}.${name}`;
      showStatus(t("Tests {0} of {1}; {2}: run {3} of {4}", done, all, test, runs, of));
    },
  };
}

/** Makes what the tests go on from, where it is another chain, and says how sure it is. */
async function copyOf({ copied, suite }: TestOptions, tell: (line: string) => void): Promise<ChainCopy | undefined> {
  if (!copied) return undefined;
  const { copyChain } = await import("./contractTests/copyChain");
  const copy = await copyChain(copied, suite, tell);
  for (const line of copy.lines) tell(visibleLine(line));
  return copy;
}

/** What came of a run: the exit code, and whether everything compiled. */
interface Outcome {
  readonly code: number;
  readonly whole: boolean;
}

/**
 * One run of all tests.
 * @param changed files below the project: only tests that they can reach; none: all
 */
async function runOnce(workshop: Workshop, changed: readonly string[] = [], signal?: AbortSignal): Promise<Outcome> {
  const { options, tell, copy } = workshop;
  const began = performance.now();
  const tests = await prepare(workshop, changed, signal);
  const whole = tests.failed.length === 0;
  const shown = new Set<string>();
  for (const { severity, formattedMessage } of tests.diagnostics) {
    if (severity !== "error" || shown.has(formattedMessage)) continue;
    shown.add(formattedMessage);
    complain(formattedMessage.trimEnd());
  }
  if (tests.contracts.length === 0) {
    if (whole && tests.found === 0) complain(`chainside test: ${t("No tests found.")}`);
    return { code: 1, whole };
  }
  const { processes, coverage } = options;
  const seed = options.seed ?? tests.seed ?? "1";
  const report = reporter(workshop, tests);
  const compiled = performance.now();
  const line = progressLine(tests);
  const run = await runTests(
    tests,
    { seed, processes, coverage: coverage !== undefined, start: copy?.start, ...(signal ? { signal } : {}) },
    {
      ...line,
      result: (result) => {
        line.take(result);
        report(result);
      },
    },
  ).finally(() => showStatus(""));
  const ran = performance.now();
  const sameGas = await keepGas(workshop, run.results);
  await writeReports(workshop, tests, run);
  if (options.json) {
    const [compileMs, runMs] = [compiled - began, ran - compiled].map(Math.round);
    const fork = copy && { ...copy.verdict, lines: copy.lines };
    printJson(JSON.stringify({ seed, compileMs, runMs, ...(fork ? { fork } : {}), results: run.results }));
  }
  tell(summary(run.results, seed, (performance.now() - began) / 1000));
  const allPassed = run.results.every(({ status }) => status !== "failed");
  return { code: allPassed && sameGas && whole ? 0 : 1, whole };
}

const mostNamed = 3;

function changedWords(names: readonly string[]): string {
  const more = names.length - mostNamed;
  const shown = names.slice(0, mostNamed).join(", ");
  return more > 0 ? t("{0} and {1} more", shown, more) : shown;
}

async function test(options: TestOptions): Promise<number> {
  expectShortLife();
  const missing = options.paths.find((path) => !existsSync(path));
  if (missing !== undefined) {
    complain(`chainside test: ${t('No file "{0}" found.', missing)}`);
    return 2;
  }
  const tell = options.json ? complain : print;
  const copy = await copyOf(options, tell);
  const compilers = defaultCompilerCache();
  const compiler = new SolidityCompiler(compilers, artifactsBeside(compilers));
  const workshop: Workshop = { options, compiler, folder: process.cwd(), copy, tell };
  try {
    if (!options.watch) return (await runOnce(workshop)).code;
    // what hasn't compiled hasn't run either: then the next change runs everything
    let whole = false;
    return await watchSources(options.paths, async (changed, signal) => {
      if (!options.json) clearScreen();
      if (changed.length > 0) tell(`${t("Changed: {0}", changedWords(changed))}\n`);
      try {
        const only = whole ? changed : [];
        whole = false;
        ({ whole } = await runOnce(workshop, only, signal));
      } catch (error) {
        if (signal.aborted) return;
        throw error;
      }
      const keys = process.stdin.isTTY === true;
      const words = keys
        ? t("Waiting for changes. Press Enter to run all tests, q to stop.")
        : t("Waiting for changes. Press Ctrl+C to stop.");
      if (!signal.aborted) tell(words);
    });
  } finally {
    compiler.close();
  }
}

/** `chainside test`: tests of contracts. */
export function runTest(args: readonly string[]): Promise<number> {
  return runCommandLine(testLine, args, test);
}
