import { existsSync } from "node:fs";
import nodePath, { resolve } from "node:path";
import { performance } from "node:perf_hooks";
import { type CompiledTests, compileTests, type TestRequest } from "../../contractTests/discover/compileTests";
import { selectTests } from "../../contractTests/discover/selectTests";
import type { CoveredSource } from "../../contractTests/measure/coverage";
import { expectShortLife } from "../../contractTests/process/shortProcess";
import { runTests, type TestEvents, type TestRun } from "../../contractTests/process/testPool";
import { baseGas, compareGas, gasSnapshot } from "../../contractTests/report/gasSnapshot";
import { junitReport } from "../../contractTests/report/junit";
import type { TestResult } from "../../contractTests/testProject";
import { givenPath } from "../../files/namedPath";
import { maxBytes, readRegularText } from "../../files/regularFile";
import { SolidityCompiler } from "../../solidity/compile/compiler";
import { artifactsBeside, defaultCompilerCache } from "../../solidity/compilers/compilerStore";
import { findTestFiles } from "../../solidity/project/findTestFiles";
import { t } from "../../text/catalogue";
import { shortListed } from "../../text/joining";
import { pathBelow } from "../../text/pathBelow";
import { visibleLine } from "../../text/visibleText";
import type { ChainCopy } from "../contractTests/copyChain";
import { type TestOptions, testLine } from "../contractTests/testOptions";
import { contractReport, githubAnnotations, summary } from "../contractTests/textReport";
import { watchSources } from "../contractTests/watchSources";
import { runCommandLine } from "../options/commandLine";
import { givenConsent } from "../options/compilerConsent";
import { namedFiles } from "../options/filePatterns";
import { writeOutput } from "../output/outputFile";
import { clearScreen, complain, print, printJson, showStatus } from "../output/print";
import { fetchingTold } from "../solidity/compileSources";

/** What a run needs that stays from run to run. */
interface TestSession {
  readonly options: TestOptions;
  readonly compiler: SolidityCompiler;
  readonly folder: string;
  /** The chain that tests go on from, in place of new ones. */
  readonly copy: ChainCopy | undefined;
  /** Programs get JSON on standard output; what is for people goes to standard error. */
  tell(message: string): void;
}

function requestOf({ options, copy }: TestSession, root: string, files: readonly string[]): TestRequest {
  const { solc, fuzzRuns, invariantRuns, invariantDepth, coverage } = options;
  return {
    root,
    files,
    suite: copy?.suite ?? options.suite ?? "standard",
    chain: copy?.chain ?? options.chain,
    trusted: true,
    mayFetch: true,
    coverage: coverage !== undefined,
    asDeployed: options.projectSettings && coverage === undefined,
    ...(solc === undefined ? {} : { compiler: existsSync(solc) ? resolve(solc) : solc }),
    ...(fuzzRuns === undefined ? {} : { fuzzRuns }),
    ...(invariantRuns === undefined ? {} : { invariantRuns }),
    ...(invariantDepth === undefined ? {} : { invariantDepth }),
  };
}

/** Leaves out the tests that changed sources can't reach, and says so. Reports are of all tests. */
async function reachedTests(
  { options, compiler, tell }: TestSession,
  tests: CompiledTests,
  files: readonly string[],
  changed: readonly string[],
): Promise<CompiledTests> {
  const { gasSnapshot: gas, junit, coverage, json } = options;
  if (changed.length === 0 || json || gas !== undefined || junit !== undefined || coverage !== undefined) return tests;
  const { affectedFiles } = await import("../../contractTests/discover/affectedFiles");
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

/** Tests of a project, and how many contracts of them were asked for. */
interface Prepared {
  readonly tests: CompiledTests;
  readonly found: number;
}

/** Compiles and picks what is asked for, project by project. */
async function prepare(session: TestSession, changed: readonly string[], signal?: AbortSignal): Promise<Prepared[]> {
  const { options, compiler, folder } = session;
  const report = fetchingTold();
  const prepared: Prepared[] = [];
  for (const { root, files } of await findTestFiles(options.paths, folder)) {
    const tests = await compileTests(compiler, requestOf(session, root, files), report, signal);
    const contracts = selectTests(tests.contracts, options.selection, tests.project.root, tests.paths);
    const reached = await reachedTests(session, { ...tests, contracts }, files, changed);
    prepared.push({ tests: reached, found: contracts.length });
  }
  return prepared;
}

/** Prints the results of a contract as soon as all are there. */
function reporter({ options, folder, tell }: TestSession, tests: CompiledTests) {
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
async function keepGas({ options, tell }: TestSession, results: readonly TestResult[]): Promise<boolean> {
  const { gasSnapshot: file, checkGas, gasTolerance, projectSettings } = options;
  if (file === undefined) return true;
  const now = gasSnapshot(results);
  const { withoutBase, differences } = existsSync(file)
    ? compareGas(await readRegularText(givenPath(file), maxBytes.configuration), now, gasTolerance)
    : { withoutBase: false, differences: [] };
  if (withoutBase)
    tell(
      `${t("The file counts no base cost of transactions ({0} gas), as Foundry does: gas is compared without it.", baseGas)}\n`,
    );
  if (!projectSettings)
    tell(
      `${t("Gas is that of code compiled for tests, with {0} for the transaction. --project-settings measures it as deployed.", baseGas)}\n`,
    );
  if (differences.length > 0) {
    tell([t("Changed gas:"), ...differences.map((line) => `  ${line}`), ""].join("\n"));
  }
  if (checkGas) return differences.length === 0;
  await writeOutput(file, now);
  return true;
}

/** A project's tests, and what came of them. */
interface Ran {
  readonly tests: CompiledTests;
  readonly run: TestRun;
}

async function writeReports(session: TestSession, ran: readonly Ran[]): Promise<void> {
  const { options, folder, tell } = session;
  const results = ran.flatMap(({ run }) => run.results);
  if (options.junit !== undefined) {
    const contracts = ran.flatMap(({ tests }) => tests.contracts);
    await writeOutput(options.junit, junitReport(contracts, results, folder));
  }
  if (options.coverage !== undefined) {
    const { coverageOf, coverageTable, lcovReport } = await import("../../contractTests/measure/coverage");
    const covered: CoveredSource[] = [];
    for (const { tests, run } of ran)
      covered.push(...coverageOf(await tests.compiled(), tests.project, run.visits, tests.contracts));
    await writeOutput(options.coverage, lcovReport(covered));
    tell(coverageTable(covered, folder));
  }
  if (process.env["GITHUB_ACTIONS"] === "true") {
    for (const line of githubAnnotations(results, folder)) tell(line);
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
  const { copyChain } = await import("../contractTests/copyChain");
  const copy = await copyChain(copied, suite, tell);
  for (const line of copy.lines) tell(visibleLine(line));
  return copy;
}

/** What came of a run: the exit code, and whether everything compiled. */
interface RunResult {
  readonly code: number;
  readonly whole: boolean;
}

/** Tells once what is wrong with sources, and which are not compiled as tests are. */
function tellOfSources({ folder, tell }: TestSession, prepared: readonly Prepared[]): void {
  const shown = new Set<string>();
  for (const { severity, formattedMessage } of prepared.flatMap(({ tests }) => tests.diagnostics)) {
    if (severity !== "error" || shown.has(formattedMessage)) continue;
    shown.add(formattedMessage);
    complain(formattedMessage.trimEnd());
  }
  const asProject = prepared.flatMap(({ tests }) => tests.fellBack);
  if (asProject.length === 0) return;
  const names = asProject.map((path) => pathBelow(folder, path, nodePath) ?? path);
  tell(
    `${t("Compiled with the project's own settings, as the settings for tests leave no room on the stack: {0}", shortListed(names, maxNamed))}\n`,
  );
}

/** Runs the tests of a project. */
async function runPrepared(
  session: TestSession,
  tests: CompiledTests,
  seed: string,
  signal?: AbortSignal,
): Promise<Ran> {
  const { options, copy } = session;
  const { processes, coverage } = options;
  const report = reporter(session, tests);
  const line = progressLine(tests);
  const run = await runTests(
    tests,
    {
      seed,
      processes,
      coverage: coverage !== undefined,
      start: copy?.start,
      limitMs: options.limitMs,
      ...(signal ? { signal } : {}),
    },
    {
      ...line,
      result: (result) => {
        line.take(result);
        report(result);
      },
    },
  ).finally(() => showStatus(""));
  return { tests, run };
}

/**
 * One run of all tests.
 * @param changed files below the project: only tests that they can reach; none: all
 */
async function runOnce(
  session: TestSession,
  changed: readonly string[] = [],
  signal?: AbortSignal,
): Promise<RunResult> {
  const { options, tell, copy } = session;
  const began = performance.now();
  const prepared = await prepare(session, changed, signal);
  const whole = prepared.every(({ tests }) => tests.failed.length === 0);
  tellOfSources(session, prepared);
  const projects = prepared.map(({ tests }) => tests).filter(({ contracts }) => contracts.length > 0);
  if (projects.length === 0) {
    if (whole && prepared.every(({ found }) => found === 0)) complain(`chainside test: ${t("No tests found.")}`);
    return { code: 1, whole };
  }
  const seed = options.seed ?? projects.find((tests) => tests.seed !== undefined)?.seed ?? "1";
  const compiled = performance.now();
  const ran: Ran[] = [];
  for (const tests of projects) ran.push(await runPrepared(session, tests, seed, signal));
  const results = ran.flatMap(({ run }) => run.results);
  const ended = performance.now();
  const sameGas = await keepGas(session, results);
  await writeReports(session, ran);
  if (options.json) {
    const [compileMs, runMs] = [compiled - began, ended - compiled].map(Math.round);
    const fork = copy && { ...copy.verdict, lines: copy.lines };
    printJson(JSON.stringify({ seed, compileMs, runMs, ...(fork ? { fork } : {}), results }));
  }
  tell(summary(results, seed, (performance.now() - began) / 1000));
  const allPassed = results.every(({ status }) => status !== "failed");
  return { code: allPassed && sameGas && whole ? 0 : 1, whole };
}

const maxNamed = 3;

async function test(given: TestOptions): Promise<number> {
  expectShortLife();
  const options = { ...given, paths: await namedFiles(given.paths, "both") };
  // there is nothing to compare with where the snapshot isn't there
  const { checkGas, gasSnapshot: snapshot } = options;
  const compared = checkGas && snapshot !== undefined ? [snapshot] : [];
  const missing = [...options.paths, ...compared].find((path) => !existsSync(path));
  if (missing !== undefined) {
    complain(`chainside test: ${t('No file "{0}" found.', missing)}`);
    return 2;
  }
  const tell = options.json ? complain : print;
  const copy = await copyOf(options, tell);
  const compilers = defaultCompilerCache();
  const compiler = new SolidityCompiler(compilers, artifactsBeside(compilers), givenConsent());
  const session: TestSession = { options, compiler, folder: process.cwd(), copy, tell };
  try {
    if (!options.watch) return (await runOnce(session)).code;
    // what hasn't compiled hasn't run either: then the next change runs everything
    let whole = false;
    return await watchSources(options.paths, async (changed, signal) => {
      if (!options.json) clearScreen();
      if (changed.length > 0) tell(`${t("Changed: {0}", shortListed(changed, maxNamed))}\n`);
      try {
        const only = whole ? changed : [];
        whole = false;
        ({ whole } = await runOnce(session, only, signal));
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
