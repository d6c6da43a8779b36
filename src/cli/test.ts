import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { performance } from "node:perf_hooks";
import { toChainError } from "../chain/errors/dictionary";
import { type CompiledTests, compileTests, type TestRequest } from "../contractTests/discover/compileTests";
import { selectTests } from "../contractTests/discover/selectTests";
import { findTestFiles } from "../contractTests/findTestFiles";
import { runTests, type TestRun } from "../contractTests/process/testPool";
import { gasDifferences, gasSnapshot } from "../contractTests/report/gasSnapshot";
import { junitReport } from "../contractTests/report/junit";
import type { TestResult } from "../contractTests/testProject";
import { type LocalizableText, plainText, text } from "../nodeConfig/localizableText";
import { SolidityCompiler } from "../solidity/compile/compiler";
import { defaultCompilerCache } from "../solidity/compilers/compilerStore";
import { errorLines } from "./connection/showError";
import { parseTestOptions, type TestOptions, testUsage } from "./contractTests/testOptions";
import { contractReport, githubAnnotations, summary } from "./contractTests/textReport";
import { watchSources } from "./contractTests/watchSources";
import { complain, print, printJson } from "./print";
import { loadTranslation, type Translate, terminalLocale } from "./translation";
import { askedLocale, usageText } from "./usageText";

/** What a run needs that stays from run to run. */
interface Workshop {
  readonly options: TestOptions;
  readonly compiler: SolidityCompiler;
  readonly folder: string;
  readonly translate: Translate;
  /** Programs get JSON on standard output; what is for people goes to standard error. */
  say(message: string): void;
}

function requestOf(options: TestOptions, root: string, files: readonly string[]): TestRequest {
  const { suite, chain, solc, fuzzRuns, invariantRuns, invariantDepth, coverage } = options;
  return {
    root,
    files,
    suite,
    chain,
    trusted: true,
    mayFetch: true,
    coverage: coverage !== undefined,
    ...(solc === undefined ? {} : { compiler: existsSync(solc) ? resolve(solc) : solc }),
    ...(fuzzRuns === undefined ? {} : { fuzzRuns }),
    ...(invariantRuns === undefined ? {} : { invariantRuns }),
    ...(invariantDepth === undefined ? {} : { invariantDepth }),
  };
}

/** Compiles and picks what is asked for. */
async function prepare({ options, compiler, folder }: Workshop): Promise<CompiledTests> {
  const { root, files } = await findTestFiles(options.paths, folder);
  const fetched = new Set<string>();
  const tests = await compileTests(compiler, requestOf(options, root, files), (progress) => {
    if (progress.kind !== "fetching" || fetched.has(progress.version)) return;
    fetched.add(progress.version);
    complain(`fetching Solidity ${progress.version} from npm …`);
  });
  return { ...tests, contracts: selectTests(tests.contracts, options.match) };
}

/** Prints the results of a contract as soon as all are there. */
function reporter({ options, folder, say }: Workshop, tests: CompiledTests) {
  const waiting = new Map(tests.contracts.map((contract) => [contract.id, [] as TestResult[]]));
  return (result: TestResult): void => {
    const own = waiting.get(result.contract);
    const contract = tests.contracts.find(({ id }) => id === result.contract);
    if (!own || !contract) return;
    own.push(result);
    if (own.length < contract.tests.length) return;
    const order = contract.tests.map(({ signature }) => signature);
    own.sort((a, b) => order.indexOf(a.test) - order.indexOf(b.test));
    say(contractReport(contract, own, folder, options.trace));
  };
}

/** Compares with the gas of an earlier run and keeps that of this one. False: it is another, and must not be. */
async function keepGas({ options, translate, say }: Workshop, results: readonly TestResult[]): Promise<boolean> {
  const { gasSnapshot: file, checkGas } = options;
  if (file === undefined) return true;
  const now = gasSnapshot(results);
  const differences = existsSync(file) ? gasDifferences(await readFile(file, "utf8"), now) : [];
  if (differences.length > 0) {
    say([plainText(text("Gas that changed:"), translate), ...differences.map((line) => `  ${line}`), ""].join("\n"));
  }
  if (checkGas) return differences.length === 0;
  await writeFile(file, now);
  return true;
}

async function writeReports(workshop: Workshop, tests: CompiledTests, run: TestRun): Promise<void> {
  const { options, folder, say } = workshop;
  if (options.junit !== undefined) await writeFile(options.junit, junitReport(tests.contracts, run.results, folder));
  if (options.coverage !== undefined) {
    const { coverageOf, coverageTable, lcovReport } = await import("../contractTests/measure/coverage");
    const covered = coverageOf(tests.compiled, tests.project, run.visits);
    await writeFile(options.coverage, lcovReport(covered));
    say(coverageTable(covered, folder));
  }
  if (process.env["GITHUB_ACTIONS"] === "true") {
    for (const line of githubAnnotations(run.results, folder)) say(line);
  }
}

/** One run of all tests. Gives the exit code. */
async function runOnce(workshop: Workshop): Promise<number> {
  const { options, translate, say } = workshop;
  const began = performance.now();
  const tests = await prepare(workshop);
  const shown = new Set<string>();
  for (const { severity, formattedMessage } of tests.diagnostics) {
    if (severity !== "error" || shown.has(formattedMessage)) continue;
    shown.add(formattedMessage);
    complain(formattedMessage.trimEnd());
  }
  const complainOf = (message: LocalizableText): void => complain(`chainside test: ${plainText(message, translate)}`);
  if (tests.contracts.length === 0) {
    if (tests.failed.length === 0) complainOf(text("There is no test."));
    return 1;
  }
  const { seed, processes, coverage } = options;
  const report = reporter(workshop, tests);
  const run = await runTests(tests, { seed, processes, coverage: coverage !== undefined }, { result: report });
  const sameGas = await keepGas(workshop, run.results);
  await writeReports(workshop, tests, run);
  if (options.json) printJson(JSON.stringify({ seed, results: run.results }));
  say(summary(run.results, seed, (performance.now() - began) / 1000, translate));
  const allPassed = run.results.every(({ status }) => status !== "failed");
  return allPassed && sameGas && tests.failed.length === 0 ? 0 : 1;
}

/** `chainside test`: tests of contracts. */
export async function runTest(args: readonly string[]): Promise<number> {
  const options = parseTestOptions(args);
  const translate = await loadTranslation(askedLocale(args) ?? terminalLocale(process.env));
  if ("help" in options) {
    print(usageText(testUsage, translate));
    return 0;
  }
  if ("problem" in options) {
    complain(`chainside test: ${plainText(options.problem, translate)}\n\n${usageText(testUsage, translate)}`);
    return 2;
  }
  const missing = options.paths.find((path) => !existsSync(path));
  if (missing !== undefined) {
    complain(`chainside test: ${plainText(text('There is no file "{0}".', missing), translate)}`);
    return 2;
  }
  const compiler = new SolidityCompiler(defaultCompilerCache());
  const say = options.json ? complain : print;
  const workshop: Workshop = { options, compiler, folder: process.cwd(), translate, say };
  try {
    if (!options.watch) return await runOnce(workshop);
    return await watchSources(options.paths, async () => {
      await runOnce(workshop);
      say(plainText(text("Waiting for changes; Ctrl+C ends."), translate));
    });
  } catch (thrown) {
    complain(`chainside test: ${(await errorLines(toChainError(thrown))).join("\n")}`);
    return 1;
  } finally {
    compiler.close();
  }
}
