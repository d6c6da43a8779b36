import { existsSync } from "node:fs";
import nodePath, { resolve } from "node:path";
import { performance } from "node:perf_hooks";
import {
  type CompiledTests,
  compileTests,
  listTests,
  type TestRequest,
} from "../../contractTests/discover/compileTests";
import { keepFailures, lastFailures } from "../../contractTests/discover/lastFailures";
import {
  configuredSelection,
  filesSelected,
  meantNames,
  selectTests,
  type TestSelection,
} from "../../contractTests/discover/selectTests";
import { readTestConfig } from "../../contractTests/discover/testConfig";
import type { CoveredSource } from "../../contractTests/measure/coverage";
import { gasReport } from "../../contractTests/measure/gasReport";
import { runTests, type TestRun } from "../../contractTests/process/testPool";
import { baseGas, compareGas, gasSnapshot } from "../../contractTests/report/gasSnapshot";
import { junitReport } from "../../contractTests/report/junit";
import { failureFolderOf } from "../../contractTests/run/keptFailures";
import type { TestContract, TestResult } from "../../contractTests/testProject";
import { givenPath, type NamedPath } from "../../files/namedPath";
import { maxBytes, readRegularFileSync, readRegularText } from "../../files/regularFile";
import { expectShortLife } from "../../processes/briefLife";
import type { CompilerDiagnostic } from "../../solidity/artifact/compilerDiagnostic";
import { SolidityCompiler } from "../../solidity/compile/compiler";
import { artifactsBeside, defaultCompilerCache } from "../../solidity/compilerReleases/compilerStore";
import { projectRootOf } from "../../solidity/project/projectRoot";
import { findTestFiles } from "../../solidity/project/solidityFiles";
import { t } from "../../text/catalogue";
import { listed, shortListed } from "../../text/joining";
import { pathBelow } from "../../text/pathBelow";
import { visibleLine } from "../../text/visibleText";
import type { ChainCopy } from "../contractTests/copyChain";
import { type MutationChoice, mutationTargets } from "../contractTests/mutationOptions";
import { gasTables, githubAnnotations, ResultDisplay, summary, testList } from "../contractTests/resultDisplay";
import { type TestOptions, testLine } from "../contractTests/testOptions";
import { watchSources } from "../contractTests/watchSources";
import { commandOf } from "../options/commandLine";
import { givenConsent } from "../options/compilerConsent";
import { namedFiles } from "../options/filePatterns";
import { stoppable, stoppedCode } from "../options/stoppable";
import { writeOutput } from "../output/outputFile";
import { clearScreen, complain, print, printJson } from "../output/print";
import { CompileDisplay } from "../solidity/compileDisplay";
import { reportEmptySubmodules, reportUnread } from "../solidity/namedSources";

/** What a run needs that stays from run to run. */
interface TestSession {
  readonly options: TestOptions;
  readonly compiler: SolidityCompiler;
  newCompiler(): SolidityCompiler;
  readonly folder: string;
  /** Sources that were named to be changed, absolute. */
  readonly targets: readonly string[];
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
  readonly request: TestRequest;
  readonly found: number;
  /** All tests that the project has. */
  readonly whole: boolean;
}

/** A project's files whose tests may be wanted, and which tests of them. */
interface WantedFiles {
  readonly root: string;
  readonly files: readonly string[];
  readonly selection: TestSelection;
  /** What the project's configuration chooses by itself. */
  readonly usual: TestSelection;
  /** All files with tests that were named, but for what the configuration leaves out. */
  readonly all: readonly string[];
}

function textOf(file: NamedPath): string | undefined {
  try {
    return readRegularFileSync(file, maxBytes.source).toString("utf8");
  } catch {
    return undefined;
  }
}

/** Finds the files that need compiling for what is asked for. */
async function wantedFiles({ options, folder, tell }: TestSession): Promise<WantedFiles[]> {
  const paths = options.paths.map((path) => givenPath(resolve(folder, path)));
  const projects = await findTestFiles(paths, givenPath(folder));
  const failures = new Map<string, TestSelection["only"]>();
  if (options.rerun) {
    for (const { root } of projects) failures.set(root, await lastFailures(root));
    if ([...failures.values()].every((only) => only?.length === 0)) {
      failures.clear();
      tell(`${t("No test failed in the last run, so all are run.")}\n`);
    }
  }
  const namesFiles = paths.some((path) => path.endsWith(".sol"));
  return Promise.all(
    projects.map(async ({ root, files }) => {
      const usual = await usualSelection(root, namesFiles, tell);
      const stated = Object.entries(options.selection).filter(([, value]) => value !== undefined);
      const selection = { ...usual, ...Object.fromEntries(stated), only: failures.get(root) };
      const all = filesSelected(files, usual, root, textOf);
      return { root, all, usual, selection, files: filesSelected(files, selection, root, textOf) };
    }),
  );
}

/** What a project's configuration chooses, which is said. Files that are named are meant, wherever they are. */
async function usualSelection(
  root: string,
  namesFiles: boolean,
  tell: (message: string) => void,
): Promise<TestSelection> {
  const { filters } = await readTestConfig(root);
  const { selection, unused } = configuredSelection(filters);
  const { path, noPath, ...ofNames } = selection;
  const isPath = (name: string): boolean => name === "match_path" || name === "no_match_path";
  const used = Object.entries(filters).filter(([name]) => !unused.includes(name) && !(namesFiles && isPath(name)));
  if (used.length > 0)
    tell(
      `${t("Tests chosen by foundry.toml: {0}", listed(used.map(([name, text]) => `${name} = ${visibleLine(text)}`)))}\n`,
    );
  for (const name of unused)
    complain(t("{0} in foundry.toml isn't used: the pattern is invalid or too complex.", name));
  return namesFiles ? ofNames : selection;
}

/** Keeps what a symbolic engine found, where that is asked for, and says so. */
async function takeCounterexamples({ options, tell }: TestSession, prepared: readonly Prepared[]): Promise<void> {
  const { counterexamples: file } = options;
  if (file === undefined) return;
  const { keepCounterexamples, readCounterexamples } = await import("../../contractTests/run/counterexamples");
  const found = readCounterexamples(await readRegularText(givenPath(file), maxBytes.configuration));
  const all = await Promise.all(
    prepared.map(({ tests }) => keepCounterexamples(tests.project, tests.contracts, found)),
  );
  tell(
    `${t(
      "Counterexamples tried first: {0}",
      all.reduce((sum, { kept }) => sum + kept, 0),
    )}\n`,
  );
  const left = all.flatMap((each) => each.left);
  if (left.length > 0)
    tell(`${t("Not tried because of values longer than 32 bytes: {0}", shortListed(left, maxNamed))}\n`);
}

/** Compiles and picks what is asked for, project by project. */
async function prepare(
  session: TestSession,
  changed: readonly string[],
  display: CompileDisplay,
  signal: AbortSignal,
): Promise<Prepared[]> {
  const { compiler, options } = session;
  const prepared: Prepared[] = [];
  for (const { root, files, all, usual, selection } of await wantedFiles(session)) {
    if (files.length === 0) continue;
    const request = requestOf(session, root, files);
    if (changed.length === 0) await reportUnread(root);
    const tests = await compileTests(compiler, request, display.take, signal);
    await reportEmptySubmodules(root, tests.diagnostics);
    const contracts = selectTests(tests.contracts, selection, root, tests.paths);
    if (contracts.length === 0) hintAtSignatures(tests.contracts, selection);
    const reached = await reachedTests(session, { ...tests, contracts }, files, changed);
    const count = (some: readonly TestContract[]): number => some.reduce((sum, each) => sum + each.tests.length, 0);
    const whole =
      options.paths.length === 0 &&
      files.length === all.length &&
      count(reached.contracts) === count(selectTests(tests.contracts, usual, root, tests.paths));
    prepared.push({ tests: reached, request, found: contracts.length, whole });
  }
  return prepared;
}

/** Says what a pattern is compared with, where it finds nothing but would by names. */
function hintAtSignatures(contracts: readonly TestContract[], selection: TestSelection): void {
  if (meantNames(contracts, selection))
    complain(
      t("--match-test is compared with signatures, such as test_Fee(uint256): write \\( instead of $ behind a name."),
    );
}

const codeNote = (): string =>
  `${t("Gas is that of code compiled for tests, with {0} for the transaction. --project-settings measures it as deployed.", baseGas)}\n`;

/** Says once whose gas it is, where the snapshot hasn't. */
function tellOfCode({ options, tell }: TestSession): void {
  if (!options.projectSettings && options.gasSnapshot === undefined) tell(codeNote());
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
  if (!projectSettings) tell(codeNote());
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

/** @param results of all that ran, in projects that ran to their end and in one that was stopped */
async function writeReports(
  { options, folder, tell }: TestSession,
  results: readonly TestResult[],
  ran: readonly Ran[],
  prepared: readonly Prepared[],
): Promise<void> {
  if (options.junit !== undefined) {
    const contracts = prepared.flatMap(({ tests }) => tests.contracts);
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

/** Shows what compilers refuse, each once. */
function tellErrors(diagnostics: readonly CompilerDiagnostic[]): void {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  for (const words of new Set(errors.map(({ formattedMessage }) => formattedMessage))) complain(words.trimEnd());
}

/** Tells once what is wrong with sources, and which are not compiled as tests are. */
function tellOfSources({ folder, tell }: TestSession, prepared: readonly Prepared[]): void {
  tellErrors(prepared.flatMap(({ tests }) => tests.diagnostics));
  const asProject = prepared.flatMap(({ tests }) => tests.fellBack);
  if (asProject.length === 0) return;
  const names = asProject.map((path) => pathBelow(folder, path, nodePath) ?? path);
  tell(
    `${t("Compiled with the project's own settings, as the settings for tests leave no room on the stack: {0}", shortListed(names, maxNamed))}\n`,
  );
}

/** What has run by now, also where it is stopped. */
interface RunSoFar {
  readonly results: TestResult[];
  readonly ran: Ran[];
  /** Tests that were to run. */
  wanted: number;
}

/** Runs the tests of a project. */
async function runPrepared(
  { options, copy, folder, tell }: TestSession,
  { tests, whole }: Prepared,
  seed: string,
  soFar: RunSoFar,
  signal: AbortSignal,
): Promise<void> {
  const { processes, coverage, failFast, limitMs, trace } = options;
  const display = new ResultDisplay(tests, { folder, trace, print: tell });
  const own: TestResult[] = [];
  const result = (each: TestResult): void => {
    own.push(each);
    soFar.results.push(each);
    display.events.result?.(each);
  };
  let ended = false;
  try {
    const run = await runTests(
      tests,
      {
        ...{ seed, processes, coverage: coverage !== undefined, start: copy?.start, limitMs, failFast, signal },
        failureFolder: failureFolderOf(tests.project.root),
      },
      { ...display.events, result },
    );
    soFar.ran.push({ tests, run });
    ended = true;
  } finally {
    display.end();
    const all = tests.contracts.reduce((sum, each) => sum + each.tests.length, 0);
    await keepFailures(tests.project.root, own, whole && ended && own.length === all).catch(() => undefined);
  }
}

/** Without what only a table needs. */
const resultJson = ({ functionGas, ...result }: TestResult): object =>
  functionGas ? { ...result, functionGas: functionGas.map(({ counts: _, ...gas }) => gas) } : result;

/** Lists tests without running them. */
async function listOnly(session: TestSession, signal: AbortSignal): Promise<RunResult> {
  const { options, compiler, tell } = session;
  const display = new CompileDisplay();
  const found: TestContract[] = [];
  const failed: string[] = [];
  try {
    for (const { root, files, all, selection } of await wantedFiles(session)) {
      if (files.length === 0) continue;
      const tests = await listTests(compiler, requestOf(session, root, files), all, display.take, signal);
      tellErrors(tests.diagnostics);
      failed.push(...tests.failed);
      const contracts = selectTests(tests.contracts, selection, root, tests.paths);
      if (contracts.length === 0) hintAtSignatures(tests.contracts, selection);
      found.push(...contracts);
    }
  } finally {
    display.end();
  }
  const bySource = (left: TestContract, right: TestContract): number => (left.id < right.id ? -1 : 1);
  found.sort(bySource);
  if (options.json) {
    const files: Record<string, Record<string, string[]>> = {};
    for (const { sourceName, name, tests } of found)
      files[sourceName] = { ...files[sourceName], [name]: tests.map(({ signature }) => signature) };
    printJson(JSON.stringify(files));
  } else if (found.length > 0) tell(testList(found));
  if (found.length === 0) complain(`chainside test: ${t("No tests found.")}`);
  return { code: found.length > 0 && failed.length === 0 ? 0 : 1, whole: failed.length === 0 };
}

/**
 * One run of all tests. What has ended is shown, also where the signal stops the run.
 * @param changed files below the project: only tests that they can reach; none: all
 */
async function runOnce(session: TestSession, changed: readonly string[], signal: AbortSignal): Promise<RunResult> {
  const { options, tell, copy } = session;
  if (options.list) return listOnly(session, signal);
  const began = performance.now();
  const soFar: RunSoFar = { results: [], ran: [], wanted: 0 };
  const { results, ran } = soFar;
  const display = new CompileDisplay();
  let prepared: readonly Prepared[] = [];
  let seed = options.seed ?? "1";
  let compiled = began;
  let stopped = false;
  try {
    prepared = await prepare(session, changed, display, signal).finally(() => display.end());
    tellOfSources(session, prepared);
    await takeCounterexamples(session, prepared);
    compiled = performance.now();
    const projects = prepared.filter(({ tests }) => tests.contracts.length > 0);
    soFar.wanted = projects.reduce(
      (sum, { tests }) => sum + tests.contracts.reduce((all, each) => all + each.tests.length, 0),
      0,
    );
    seed = options.seed ?? projects.find(({ tests }) => tests.seed !== undefined)?.tests.seed ?? seed;
    const { mutation } = options;
    if (mutation) {
      const compiles = prepared.every(({ tests }) => tests.failed.length === 0);
      if (projects.length === 0 && compiles) complain(`chainside test: ${t("No tests found.")}`);
      const code = compiles && projects.length > 0 ? await tryMutants(session, mutation, projects, seed, signal) : 1;
      return { code, whole: compiles };
    }
    for (const project of projects) {
      await runPrepared(session, project, seed, soFar, signal);
      if (options.failFast && results.some(({ status }) => status === "failed")) break;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    stopped = true;
  }
  const ended = performance.now();
  const whole = prepared.every(({ tests }) => tests.failed.length === 0);
  const isEmpty = soFar.wanted === 0 && !stopped;
  if (isEmpty && whole && prepared.every(({ found }) => found === 0))
    complain(`chainside test: ${t("No tests found.")}`);
  const isAll = !stopped && results.length === soFar.wanted && !isEmpty;
  const sameGas = isAll ? await keepGas(session, results) : true;
  if (!isEmpty) await writeReports(session, results, ran, prepared);
  const gas = options.gasReport
    ? gasReport(
        results,
        prepared.flatMap(({ tests }) => tests.contracts),
      )
    : undefined;
  if (gas && gas.length > 0) {
    tellOfCode(session);
    tell(gasTables(gas));
  }
  if (options.json) {
    const [compileMs, runMs] = [compiled - began, ended - compiled].map(Math.round);
    const fork = copy && { ...copy.verdict, lines: copy.lines };
    const more = { ...(fork ? { fork } : {}), ...(stopped ? { stopped } : {}), ...(gas ? { gasReport: gas } : {}) };
    printJson(JSON.stringify({ seed, compileMs, runMs, ...more, results: results.map(resultJson) }));
  }
  if (stopped) tellStopped(session, soFar, display);
  if (!isEmpty && (results.length > 0 || !stopped)) tell(summary(results, seed, (performance.now() - began) / 1000));
  const allPassed = !isEmpty && results.every(({ status }) => status !== "failed");
  return { code: stopped ? stoppedCode : allPassed && sameGas && whole ? 0 : 1, whole: whole && !stopped };
}

function tellStopped({ tell }: TestSession, { results, wanted }: RunSoFar, display: CompileDisplay): void {
  const { done, files } = display.soFar ?? { done: 0, files: 0 };
  if (wanted > 0) tell(t("Stopped. Tests that ran: {0} of {1}", results.length, wanted));
  else if (done < files) tell(t("Stopped. Files compiled, and kept for the next run: {0} of {1}", done, files));
  else tell(t("Stopped before any test ran."));
}

/** Tries mutants in place of a run of the tests. */
async function tryMutants(
  { options, folder, copy, compiler, newCompiler, targets }: TestSession,
  choice: MutationChoice,
  projects: readonly Prepared[],
  seed: string,
  signal: AbortSignal,
): Promise<number> {
  const { mutate } = await import("../contractTests/mutate");
  const { limitMs, json } = options;
  const session = { choice, targets, folder, seed, limitMs, start: copy?.start, json, compiler, newCompiler };
  return mutate(session, projects, signal);
}

const maxNamed = 3;

async function test(given: TestOptions): Promise<number> {
  expectShortLife();
  const named = await namedFiles(given.paths, "both");
  // there is nothing to compare with where the snapshot isn't there
  const { checkGas, gasSnapshot: snapshot } = given;
  const compared = checkGas && snapshot !== undefined ? [snapshot] : [];
  const missing = [...named, ...compared].find((path) => !existsSync(path));
  if (missing !== undefined) {
    complain(`chainside test: ${t('No file "{0}" found.', missing)}`);
    return 2;
  }
  const folder = process.cwd();
  const { targets, tests } = given.mutation ? mutationTargets(named, folder) : { targets: [], tests: named };
  // sources are tried with the tests of their project
  const options = { ...given, paths: tests.length > 0 ? tests : [...new Set(targets.map(projectRootOf))] };
  const tell = options.json ? complain : print;
  const copy = await copyOf(options, tell);
  const compilers = defaultCompilerCache();
  const newCompiler = (): SolidityCompiler =>
    new SolidityCompiler(compilers, artifactsBeside(compilers), givenConsent());
  const compiler = newCompiler();
  const session: TestSession = { options, compiler, newCompiler, folder, targets, copy, tell };
  try {
    if (!options.watch) return (await stoppable((signal) => runOnce(session, [], signal))).code;
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
export const runTest = commandOf(testLine, test);
