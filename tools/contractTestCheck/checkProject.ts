import { existsSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { compileTests } from "../../src/contractTests/discover/compileTests";
import { runTests } from "../../src/contractTests/process/testPool";
import type { TestResult } from "../../src/contractTests/testProject";
import type { CryptoSuiteName } from "../../src/crypto/cryptoSuite";
import { givenPath } from "../../src/files/namedPath";
import type { SolidityCompiler } from "../../src/solidity/compile/compiler";
import { findTestFiles } from "../../src/solidity/project/solidityFiles";

/** What a test has to come to: `passes`, `skipped`, or a failure that says this, at this line of its own file. */
type Expectation = "passes" | "skipped" | { readonly fails: string; readonly line?: number };

export interface CheckOptions {
  readonly suite: CryptoSuiteName;
  readonly seed: string;
  readonly processes: number;
  /** Version or path of a compiler. */
  readonly solc?: string;
}

export interface ProjectCheck {
  readonly passed: number;
  /** What was not as expected, one line each. */
  readonly problems: readonly string[];
  readonly results: readonly TestResult[];
}

/** How a test is not what it had to be; undefined: it is. */
function problemOf({ status, failure }: TestResult, expected: Expectation): string | undefined {
  const message = failure ? `failed: ${failure.message}` : status;
  if (expected === "passes") return status === "passed" ? undefined : message;
  if (expected === "skipped") return status === "skipped" ? undefined : message;
  if (!failure) return `${status}, expected a failure with "${expected.fails}"`;
  if (!failure.message.includes(expected.fails)) return `${message}, expected "${expected.fails}"`;
  if (expected.line === undefined || failure.place?.line === expected.line) return undefined;
  return `failed at line ${failure.place?.line}, expected line ${expected.line}`;
}

/** Runs all tests of a folder beside what `expected.json` in it says; a test that it does not name has to pass. */
export async function checkProject(
  folder: string,
  compiler: SolidityCompiler,
  { suite, seed, processes, solc }: CheckOptions,
): Promise<ProjectCheck> {
  const path = resolve(folder);
  const [{ root, files } = { root: path, files: [] }] = await findTestFiles([givenPath(path)], givenPath(path));
  const tests = await compileTests(compiler, {
    root,
    files,
    suite,
    chain: {},
    trusted: true,
    mayFetch: true,
    ...(solc === undefined ? {} : { compiler: solc }),
  });
  const file = join(path, "expected.json");
  const expectations = existsSync(file)
    ? (JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, Expectation>>)
    : {};
  const { results } = await runTests(tests, { seed, processes });
  const names = new Set(results.map(nameOf));
  const problems = [
    ...tests.failed.map((each) => `${relative(path, each)}: does not compile`),
    ...tests.diagnostics.filter(({ severity }) => severity === "error").map(({ formattedMessage }) => formattedMessage),
    ...Object.keys(expectations)
      .filter((name) => !names.has(name))
      .map((name) => `${name}: there is no such test`),
    ...results.flatMap((result) => {
      const problem = problemOf(result, expectations[nameOf(result)] ?? "passes");
      return problem === undefined ? [] : [`${result.contract}.${result.test}: ${problem}`];
    }),
  ];
  const wrong = results.filter((result) => problemOf(result, expectations[nameOf(result)] ?? "passes") !== undefined);
  return { passed: results.length - wrong.length, problems, results };
}

/** `CounterTest.test_Inc()` */
const nameOf = ({ contract, test }: TestResult): string => `${contract.slice(contract.lastIndexOf(":") + 1)}.${test}`;
