import type { CryptoSuiteName } from "../../crypto/cryptoSuite";
import { namedPath } from "../../files/namedPath";
import type { CompiledProject } from "../../solidity/artifact/compiledProject";
import type { CompilerDiagnostic } from "../../solidity/artifact/compilerDiagnostic";
import {
  type CompileProgress,
  type CompileRequest,
  type CompileResult,
  fenceOf,
} from "../../solidity/compile/compileRequest";
import type { SolidityCompiler } from "../../solidity/compile/compiler";
import { gatherSources, type SourceFolders } from "../../solidity/imports/gatherSources";
import { isForeign } from "../../solidity/project/foreignFiles";
import { type ProjectSettings, readProjectSettings } from "../../solidity/project/projectSettings";
import type { ChainChoice, TestContract, TestModule, TestProject } from "../testProject";
import { type CompiledTestFile, compiledTestKey, isCompiledTestFile, slimContract } from "./compiledTestFile";
import { configured, discoverAnalysed, discoverTests, type FoundContract, type SourceOrigin } from "./discoverTests";
import { readTestConfig, type TestConfig } from "./testConfig";

/** What is to be tested. */
export interface TestRequest {
  /** Folder of the project, absolute. */
  readonly root: string;
  /** Files with test contracts, absolute. */
  readonly files: readonly string[];
  readonly suite: CryptoSuiteName;
  readonly chain: ChainChoice;
  readonly trusted: boolean;
  /** Of a project that isn't trusted, the only folder in which files are read; its root when absent. */
  readonly workspace?: string;
  readonly mayFetch: boolean;
  /** Version or path of a compiler that a person named. */
  readonly compiler?: string;
  readonly fuzzRuns?: number;
  readonly invariantRuns?: number;
  readonly invariantDepth?: number;
  /** Compiles without optimizer, so that every line and branch has code of its own. */
  readonly coverage?: boolean;
  /** Compiles as the project does, so that gas is that of what is deployed. */
  readonly asDeployed?: boolean;
}

/** Compiled tests, ready to run. */
export interface CompiledTests {
  readonly project: TestProject;
  readonly contracts: readonly TestContract[];
  readonly enums: readonly (readonly [string, number])[];
  readonly diagnostics: readonly CompilerDiagnostic[];
  /** Files whose code is not in the form for tests, absolute: that has no room on the stack. */
  readonly fellBack: readonly string[];
  /** Files that did not compile. */
  readonly failed: readonly string[];
  /** Sources by name: absolute path, undefined for built-in texts. */
  readonly paths: Readonly<Record<string, string | undefined>>;
  /** Where functions are written, by `source:Contract.signature`. */
  readonly written: ReadonlyMap<string, SourceOrigin>;
  /** With the syntax trees, for coverage and for the debugger. */
  compiled(): Promise<readonly CompiledProject[]>;
  /** What random values follow from, where the project says it. */
  readonly seed: string | undefined;
}

/** The project's own files that the tests are made of. */
async function ownSources(
  compiler: SolidityCompiler,
  request: TestRequest,
  settings: ProjectSettings,
): Promise<string[]> {
  const folders: SourceFolders = {
    root: request.root,
    remappings: settings.remappings,
    libraryFolders: settings.libraryFolders,
    overlays: new Map(),
    fence: fenceOf(request),
  };
  const plain = { tables: "old", beforeSix: false } as const;
  const sources = await gatherSources(request.files, folders, compiler.texts, plain);
  const paths = [...sources.values()].flatMap(({ path }) => path ?? []);
  // sources are read at the same time, and come in any order
  return paths.filter((path) => !isForeign(path, request.root, settings)).sort();
}

/** @param imported what the tests are made of: a compilation that was made before may hold more, which is none of theirs */
const withoutTree = (
  project: CompiledProject,
  root: string,
  settings: ProjectSettings,
  imported: ReadonlySet<string | undefined>,
): TestModule => ({
  sources: project.sources.map(({ id, name, path, content }) => ({
    id,
    name,
    path,
    content,
    foreign: !imported.has(path) || isForeign(path, root, settings),
  })),
  contracts: project.contracts.map(slimContract),
});

/** Compiles what linking misses: libraries of packages. */
async function missingLibraries(result: CompileResult, root: string): Promise<string[]> {
  const contracts = result.files.flatMap((file) => file.contracts);
  const have = new Set(contracts.map(({ sourceName }) => sourceName));
  const wanted = new Set(contracts.flatMap(({ bytecode }) => Object.keys(bytecode.linkReferences)));
  return [...wanted]
    .filter((name) => !have.has(name))
    .flatMap((name) => result.sources[name] ?? namedPath(name, root) ?? []);
}

function configOf(config: TestConfig, { fuzzRuns, invariantRuns, invariantDepth }: TestRequest): TestConfig {
  return {
    ...config,
    fuzz: { ...config.fuzz, ...(fuzzRuns === undefined ? {} : { runs: fuzzRuns }) },
    invariant: {
      ...config.invariant,
      ...(invariantRuns === undefined ? {} : { runs: invariantRuns }),
      ...(invariantDepth === undefined ? {} : { depth: invariantDepth }),
    },
  };
}

/** What the compiler is asked for. */
function wishOf(files: readonly string[], request: TestRequest): CompileRequest {
  const { root, suite, trusted, mayFetch, chain } = request;
  return {
    files,
    root,
    suite,
    trusted,
    workspace: request.workspace,
    mayFetch,
    outputs: "contracts",
    ...(request.compiler === undefined ? {} : { compiler: request.compiler }),
    chain: {
      ...(chain.compatibilityVersion === undefined ? {} : { compatibilityVersion: chain.compatibilityVersion }),
      executorVersion: chain.executorVersion ?? 1,
      ...(chain.features === undefined ? {} : { features: chain.features }),
    },
    ...(request.asDeployed ? {} : { code: request.coverage ? "plain" : "traceable" }),
  };
}

type Progress = (progress: CompileProgress) => void;

/** Compiles with all libraries that are linked. The first result is that of the files themselves. */
async function compileAll(
  compiler: SolidityCompiler,
  wish: CompileRequest,
  progress?: Progress,
  signal?: AbortSignal,
): Promise<readonly [CompileResult, ...CompileResult[]]> {
  const first = await compiler.compile(wish, progress, signal);
  const libraries = await missingLibraries(first, wish.root);
  if (libraries.length === 0) return [first];
  return [first, await compiler.compile({ ...wish, files: libraries }, progress, signal)];
}

const projectsOf = (results: readonly CompileResult[]): CompiledProject[] => [
  ...new Set(results.flatMap((result) => result.files.flatMap(({ project }) => project ?? []))),
];

/** Reads out of what was compiled all that running the tests takes. */
function testFileOf(
  [first, ...more]: readonly [CompileResult, ...CompileResult[]],
  request: TestRequest,
  settings: ProjectSettings,
): CompiledTestFile {
  const { root, suite } = request;
  const results = [first, ...more];
  const compiled = projectsOf(results);
  const paths = Object.assign({}, ...results.map((result) => result.sources)) as CompiledTestFile["paths"];
  const imported = new Set(Object.values(paths));
  const tests = new Set(request.files);
  const found = compiled.map((project, module) => {
    const contracts = first.files
      .filter((file) => tests.has(file.path) && file.project === project)
      .flatMap((file) => file.contracts);
    return discoverTests(project, module, contracts);
  });
  return {
    format: 2,
    project: {
      suite,
      root,
      modules: compiled.map((project) => withoutTree(project, root, settings, imported)),
      functionNames: found.flatMap(({ functionNames }) => functionNames),
    },
    contracts: found.flatMap(({ contracts }) => contracts),
    enums: found.flatMap(({ enums }) => enums),
    written: found.flatMap(({ written }) => written),
    diagnostics: results.flatMap((result) => result.files.flatMap(({ diagnostics }) => diagnostics)),
    fellBack: results.flatMap(({ files }) => files.flatMap(({ path, fellBack }) => (fellBack ? [path] : []))),
    paths,
  };
}

/** What is asked of the compiler for tests, and where what came of it is kept; without a key a file can't be compiled at all. */
interface TestCompilation {
  readonly settings: ProjectSettings;
  readonly wish: CompileRequest;
  readonly key: string | undefined;
}

async function compilationOf(compiler: SolidityCompiler, request: TestRequest): Promise<TestCompilation> {
  const settings = await readProjectSettings(request.root, fenceOf(request));
  const wish = wishOf(await ownSources(compiler, request, settings), request);
  return { settings, wish, key: await keyOfTests(compiler, request, wish, settings) };
}

async function keyOfTests(
  compiler: SolidityCompiler,
  request: TestRequest,
  wish: CompileRequest,
  { libraryFolders }: ProjectSettings,
): Promise<string | undefined> {
  const inputs = await compiler.keyOf(wish);
  const { root, files, suite } = request;
  return inputs && compiledTestKey(inputs, JSON.stringify([root, [...files].sort(), suite, libraryFolders]));
}

async function keptTests(compiler: SolidityCompiler, key: string | undefined): Promise<CompiledTestFile | undefined> {
  const kept = key === undefined ? undefined : await compiler.artifacts.extra(key);
  return isCompiledTestFile(kept) ? kept : undefined;
}

/**
 * Compiles test files with everything of the project that they import, and finds the tests in them. What has not changed since an earlier
 * time, in this process or another, comes from the disk, and no compiler is loaded.
 * @throws what compiling throws.
 */
export async function compileTests(
  compiler: SolidityCompiler,
  request: TestRequest,
  progress?: Progress,
  signal?: AbortSignal,
): Promise<CompiledTests> {
  const { settings, wish, key } = await compilationOf(compiler, request);
  let compiled: readonly CompiledProject[] | undefined;
  let failed: readonly string[] = [];
  let testFile = await keptTests(compiler, key);
  if (!testFile) {
    const results = await compileAll(compiler, wish, progress, signal);
    compiled = projectsOf(results);
    failed = results[0].files.filter(({ project }) => !project).map(({ path }) => path);
    testFile = testFileOf(results, request, settings);
    if (key !== undefined && failed.length === 0) await compiler.artifacts.putExtra(key, testFile);
  }
  const config = configOf(await readTestConfig(request.root, fenceOf(request)), request);
  return {
    project: testFile.project,
    contracts: testFile.contracts.map((contract) => configured(contract, config, request.chain)),
    enums: testFile.enums,
    written: new Map(testFile.written),
    diagnostics: testFile.diagnostics,
    fellBack: testFile.fellBack,
    paths: testFile.paths,
    failed,
    seed: config.seed,
    compiled: async () => {
      compiled ??= projectsOf(await compileAll(compiler, wish, progress, signal));
      return compiled;
    },
  };
}

/** Tests as sources have them, which didn't have to be compiled to code for it. */
interface ListedTests {
  readonly contracts: readonly TestContract[];
  readonly diagnostics: readonly CompilerDiagnostic[];
  /** Files that have errors. */
  readonly failed: readonly string[];
  /** Sources by name: absolute path, undefined for built-in texts. */
  readonly paths: Readonly<Record<string, string | undefined>>;
}

/** A list that is kept, until a source changes. */
interface KeptList extends Pick<ListedTests, "diagnostics" | "paths"> {
  readonly format: 1;
  readonly list: readonly FoundContract[];
}

const isKeptList = (value: unknown): value is KeptList =>
  typeof value === "object" && value !== null && (value as Partial<KeptList>).format === 1 && "list" in value;

/**
 * Finds the tests of files as {@link compileTests} does, without making code, which takes most of its time. What a run of these tests, or
 * of all, has left is taken before a compiler is asked, and the list is kept.
 * @param all all files with tests of the project, absolute
 * @throws what compiling throws.
 */
export async function listTests(
  compiler: SolidityCompiler,
  request: TestRequest,
  all: readonly string[],
  progress?: Progress,
  signal?: AbortSignal,
): Promise<ListedTests> {
  const config = configOf(await readTestConfig(request.root, fenceOf(request)), request);
  const listed = (found: Omit<ListedTests, "contracts">, contracts: readonly FoundContract[]): ListedTests => ({
    ...found,
    contracts: contracts.map((each) => configured(each, config, request.chain)),
  });
  for (const files of all.length > request.files.length ? [request.files, all] : [request.files]) {
    const kept = await keptTests(compiler, (await compilationOf(compiler, { ...request, files })).key);
    if (!kept) continue;
    const wanted = new Set(request.files);
    const { diagnostics, paths } = kept;
    const contracts = kept.contracts.filter(({ sourceName }) => wanted.has(paths[sourceName] ?? ""));
    return listed({ diagnostics, paths, failed: [] }, contracts);
  }
  const wish = { ...wishOf(request.files, request), outputs: "diagnostics" } as const;
  const key = await keyOfTests(compiler, request, wish, await readProjectSettings(request.root, fenceOf(request)));
  const kept = key === undefined ? undefined : await compiler.artifacts.extra(key);
  if (isKeptList(kept)) return listed({ diagnostics: kept.diagnostics, paths: kept.paths, failed: [] }, kept.list);
  const { files, sources: paths } = await compiler.compile(wish, progress, signal);
  const list = files.flatMap(({ analysis, sourceName }) => (analysis ? discoverAnalysed(analysis, sourceName) : []));
  const diagnostics = files.flatMap((file) => file.diagnostics);
  const failed = files.filter(({ analysis }) => !analysis).map(({ path }) => path);
  if (key !== undefined && failed.length === 0)
    await compiler.artifacts.putExtra(key, { format: 1, list, diagnostics, paths } satisfies KeptList);
  return listed({ diagnostics, paths, failed }, list);
}
