import { givenPath } from "../../files/namedPath";
import { maxBytes, readRegularTextIfAny, readTextIn } from "../../files/regularFile";
import type { SolidityCompiler } from "../../solidity/compile/compiler";
import { rootOf } from "../../solidity/project/projectRoot";
import { type CompiledTests, compileTests } from "../discover/compileTests";
import { coverageOf } from "../measure/coverage";
import { runTests, usualLimitMs, usualProcesses } from "../process/testPool";
import { gasOf } from "../report/gasSnapshot";
import { placeIn } from "../report/testSources";
import { mergedGas } from "../run/functionGas";
import type { TestContract, TestFunction, TestResult, TestSource } from "../testProject";
import type {
  EditorCoverage,
  EditorFunctionGas,
  EditorTest,
  EditorTestNews,
  EditorTestOrder,
  EditorTestProblem,
  WantedTests,
} from "./messages";

/** A long test tells of its runs at least as often. */
const maxRunsBetweenReports = 1000;

type Tell = (reply: EditorTestNews) => void;

const sourceNamed = ({ project }: CompiledTests, module: number, name: string): TestSource | undefined =>
  project.modules[module]?.sources.find((source) => source.name === name);

/** What is asked for of what was compiled. */
function wantedContracts(tests: CompiledTests, wanted: readonly WantedTests[]): TestContract[] {
  return tests.contracts.flatMap((contract): TestContract[] => {
    const file = sourceNamed(tests, contract.module, contract.sourceName)?.path;
    const own = wanted.filter((each) => each.file === file && (each.contract ?? contract.name) === contract.name);
    const functions = contract.tests.filter(({ name }) => own.some(({ test }) => (test ?? name) === name));
    return functions.length === 0 ? [] : [{ ...contract, tests: functions }];
  });
}

function editorTest(
  tests: CompiledTests,
  contract: TestContract,
  { name, signature, place }: TestFunction,
): EditorTest {
  const file = sourceNamed(tests, contract.module, contract.sourceName)?.path ?? contract.sourceName;
  const source = place && sourceNamed(tests, contract.module, place.source);
  const line = source && source.path === file ? placeIn(source, place.start).line : undefined;
  return { file, contract: contract.name, name, signature, line };
}

/** A file as it is now; undefined for what is none. */
async function readSource(path: string | undefined): Promise<TestSource | undefined> {
  const content = path === undefined ? undefined : await readRegularTextIfAny(givenPath(path), maxBytes.artifact);
  return content === undefined ? undefined : { id: 0, name: path ?? "", path, content, foreign: false };
}

/** The compiler's errors, each once. */
export async function problemsOf({ diagnostics, paths }: CompiledTests): Promise<EditorTestProblem[]> {
  const found = new Map<string, EditorTestProblem>();
  for (const { severity, message, formattedMessage, place } of diagnostics) {
    if (severity !== "error") continue;
    const source = await readSource(place && paths[place.file]);
    const at = source && place && place.start >= 0 ? placeIn(source, place.start) : { line: 1, column: 1 };
    found.set(formattedMessage, { message, file: source?.path, line: at.line, column: at.column });
  }
  return [...found.values()];
}

async function editorCoverage(
  tests: CompiledTests,
  visits: Parameters<typeof coverageOf>[2],
): Promise<EditorCoverage[]> {
  return coverageOf(await tests.compiled(), tests.project, visits, tests.contracts).map(
    ({ path, lines, functions, branches }) => ({
      path,
      lines: [...lines].map(([line, count]) => ({ line, count })),
      functions,
      branches: branches.map(({ line, ways }) => ({ line, holds: ways?.[0] ?? 0, fails: ways?.[1] ?? 0 })),
    }),
  );
}

/** Gas of functions, by where they are written. */
function editorGas(tests: CompiledTests, results: readonly TestResult[]): EditorFunctionGas[] {
  const places = new Map<string, EditorFunctionGas>();
  for (const each of mergedGas(results.flatMap(({ functionGas = [] }) => functionGas))) {
    const [source = "", contract = "", name = ""] =
      tests.written.get(`${each.source}:${each.contract}.${each.signature}`) ?? [];
    const path = tests.paths[source];
    if (path === undefined) continue;
    const key = `${path} ${contract} ${name}`;
    const { calls, min, max, total } = each;
    const before = places.get(key) ?? { calls: 0, min, max, total: 0 };
    places.set(key, {
      path,
      contract,
      name,
      calls: before.calls + calls,
      min: Math.min(before.min, min),
      max: Math.max(before.max, max),
      total: before.total + total,
    });
  }
  return [...places.values()];
}

/** The gas that the project's snapshot has; nothing where there is none. */
async function committedGas(root: string): Promise<[string, number][]> {
  const text = (await readTextIn(root, ".gas-snapshot", maxBytes.configuration)) ?? "";
  return [...gasOf(text)];
}

async function runProject(
  compiler: SolidityCompiler,
  root: string,
  wanted: readonly WantedTests[],
  order: EditorTestOrder,
  tell: Tell,
  signal: AbortSignal,
  newCompiler: () => SolidityCompiler,
): Promise<void> {
  const { suite, coverage } = order;
  // A project has one compiler, whatever file of it is named first.
  const named = wanted.find((each) => each.compiler !== undefined)?.compiler;
  const files = [...new Set(wanted.map(({ file }) => file))];
  const request = {
    ...{ root, files, suite, chain: {}, trusted: true, mayFetch: true, coverage },
    ...(named === undefined ? {} : { compiler: named }),
  };
  const compiled = await compileTests(compiler, request, (progress) => tell({ kind: "compiling", progress }), signal);
  const failed = compiled.failed.filter((file) => files.includes(file));
  if (failed.length > 0) tell({ kind: "notCompiled", files: failed, problems: await problemsOf(compiled) });
  if (compiled.fellBack.length > 0) tell({ kind: "asProject", files: compiled.fellBack });
  const tests = { ...compiled, contracts: wantedContracts(compiled, wanted) };
  const known = new Map<string, EditorTest>();
  for (const contract of tests.contracts)
    for (const test of contract.tests) known.set(`${contract.id} ${test.signature}`, editorTest(tests, contract, test));
  tell({ kind: "found", tests: [...known.values()] });
  if (known.size === 0) return;
  if (order.mutate) {
    const { mutateForEditor } = await import("./mutateForEditor");
    const report = (result: TestResult): void => {
      const test = known.get(`${result.contract} ${result.test}`);
      if (test) tell({ kind: "result", test, result });
    };
    await mutateForEditor(tests, request, (job) => (job === 0 ? compiler : newCompiler()), { tell, report, signal });
    return;
  }
  const processes = usualProcesses();
  const snapshot = await committedGas(root);
  if (snapshot.length > 0) tell({ kind: "gasSnapshot", root, tests: snapshot });
  const counts = new Map<EditorTest, number>();
  const { visits, results } = await runTests(
    tests,
    { seed: compiled.seed ?? "1", processes, coverage, signal, limitMs: usualLimitMs },
    {
      result: (result) => {
        const test = known.get(`${result.contract} ${result.test}`);
        if (test) tell({ kind: "result", test, result });
      },
      progress: (contract, name, runs, of) => {
        const test = known.get(`${contract} ${name}`);
        if (!test || runs >= of || runs < (counts.get(test) ?? 0) + Math.min(of / 100, maxRunsBetweenReports)) return;
        counts.set(test, runs);
        tell({ kind: "progress", test, runs, of });
      },
    },
  );
  // code without the optimizer takes another gas
  if (!coverage) tell({ kind: "gas", functions: editorGas(tests, results) });
  if (coverage) tell({ kind: "coverage", sources: await editorCoverage(tests, visits) });
}

/**
 * Compiles and runs what an editor asks for, project by project.
 * @param newCompiler makes those that mutants are compiled by at the same time
 * @throws what compiling and running throw.
 */
export async function runForEditor(
  compiler: SolidityCompiler,
  order: EditorTestOrder,
  tell: Tell,
  signal: AbortSignal,
  newCompiler: () => SolidityCompiler = () => compiler,
): Promise<void> {
  const projects = new Map<string, WantedTests[]>();
  for (const wanted of order.wanted) {
    const root = rootOf(wanted.file, wanted.workspace);
    projects.set(root, [...(projects.get(root) ?? []), wanted]);
  }
  for (const [root, wanted] of projects) await runProject(compiler, root, wanted, order, tell, signal, newCompiler);
}
