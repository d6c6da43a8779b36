import nodePath from "node:path";
import { clientError } from "../../errors/clientError";
import { liesWithin } from "../../files/liesWithin";
import { givenPath, type NamedPath, namedPath } from "../../files/namedPath";
import type { SolidityCompiler } from "../../solidity/compile/compiler";
import { byRoot, type ProjectFiles, rootOf } from "../../solidity/project/projectRoot";
import { findTestFiles, solidityFiles } from "../../solidity/project/solidityFiles";
import { pathBelow } from "../../text/pathBelow";
import { isTestFile } from "../../text/sourceNames";
import { type CompiledTests, compileTests } from "../discover/compileTests";
import { configuredSelection, filesSelected, selectTests } from "../discover/selectTests";
import { readTestConfig } from "../discover/testConfig";
import { runTests, usualProcesses } from "../process/testPool";
import type { TestContract, TestResult } from "../testProject";
import type { FolderTest, FolderTestOrder, FolderTests } from "./messages";
import { problemsOf } from "./runForEditor";

/** The files that were named, absolute. @throws ChainError usage `fileMissing` for one that isn't in the folder */
async function namedIn({ folder, files }: FolderTestOrder): Promise<NamedPath[]> {
  return Promise.all(
    files.map(async (file) => {
      const path = namedPath(file, folder);
      if (path !== undefined && (path === folder || (await liesWithin(folder, path)))) return path;
      throw clientError("fileMissing", { path: file });
    }),
  );
}

/** The files with tests, by their projects. Of a folder that isn't trusted nothing above it is looked at. */
async function projectsOf(order: FolderTestOrder): Promise<readonly ProjectFiles[]> {
  const { trusted } = order;
  const folder = givenPath(order.folder);
  const named = await namedIn(order);
  if (trusted) return findTestFiles(named, folder);
  const found: NamedPath[] = [];
  for (const path of named.length > 0 ? named : [folder]) {
    const files = await solidityFiles(path, { root: rootOf(path, folder), fence: folder });
    found.push(...(files[0] === path ? [path] : files.filter(isTestFile)));
  }
  const own = await Promise.all(found.map(async (file) => ((await liesWithin(folder, file)) ? [file] : [])));
  return byRoot(own.flat(), folder);
}

/** A path as the folder has it. */
const below = (folder: string, path: string): string => pathBelow(folder, path, nodePath) ?? nodePath.basename(path);

/** The contract on another chain than it was compiled for, where its comment names no release. */
function movedTo(contract: TestContract, { chain = {}, on }: FolderTestOrder): TestContract {
  if (!on || contract.ownRelease) return contract;
  const own = (contract.chain.features ?? []).filter((name) => !chain.features?.includes(name));
  return { ...contract, chain: { ...contract.chain, ...on, features: [...(on.features ?? []), ...own] } };
}

/** A result by where its test is written. */
function folderTest(
  { contracts, paths }: CompiledTests,
  { folder, on }: FolderTestOrder,
  result: TestResult,
): FolderTest {
  const { contract: id, test, status, gas, runs, durationMs, lines, skipReason, failure, events } = result;
  const contract = contracts.find((each) => each.id === id);
  const file = paths[contract?.sourceName ?? ""] ?? "";
  const place = failure?.place;
  return {
    file: below(folder, file),
    contract: contract?.name ?? id,
    test,
    status,
    gas,
    runs,
    durationMs,
    lines,
    ...(events ? { events } : {}),
    ...(on && contract?.ownRelease ? { ownChain: true as const } : {}),
    ...(skipReason === undefined ? {} : { skipReason }),
    ...(failure
      ? {
          failure: {
            message: failure.message,
            ...(failure.counterexample ? { counterexample: failure.counterexample } : {}),
            ...(place ? { file: below(folder, place.file), line: place.line } : {}),
          },
        }
      : {}),
  };
}

/**
 * Compiles and runs the tests of a folder.
 * @param compiled called when all is compiled and nothing has run yet
 * @throws ChainError usage `fileMissing`; what compiling and running throw
 */
export async function runFolder(
  compiler: SolidityCompiler,
  order: FolderTestOrder,
  signal: AbortSignal,
  compiled: () => void = () => undefined,
): Promise<FolderTests> {
  const { folder, match, suite, trusted, limitMs } = order;
  const onlySources = order.onlySources === true || !trusted;
  const all: CompiledTests[] = [];
  for (const { root, files: found } of await projectsOf(order)) {
    // what is named is meant; of a folder that isn't trusted no pattern is compared with anything
    const isMeant = order.files.length > 0 || !trusted;
    const usual = isMeant ? {} : configuredSelection((await readTestConfig(root)).filters).selection;
    const files = filesSelected(found, usual, root, () => undefined);
    if (files.length === 0) continue;
    const request = {
      root,
      files,
      suite,
      chain: order.chain ?? {},
      trusted,
      mayFetch: true,
      ...(trusted ? {} : { workspace: folder }),
    };
    const tests = await compileTests(compiler, request, undefined, signal);
    const selection = { ...usual, text: match };
    all.push({
      ...tests,
      project: { ...tests.project, onlySources },
      contracts: selectTests(tests.contracts, selection, root, tests.paths).map((each) => movedTo(each, order)),
    });
  }
  const problems = (await Promise.all(all.map(problemsOf))).flat().map(({ message, file, line }) => ({
    message,
    ...(file === undefined ? {} : { file: below(folder, file), line }),
  }));
  compiled();
  const tests: FolderTest[] = [];
  // what isn't trusted stays in this process, whose environment is gone
  const processes = !onlySources ? usualProcesses() : 1;
  for (const project of all) {
    if (project.contracts.length === 0) continue;
    const { results } = await runTests(project, { seed: project.seed ?? "1", processes, signal, limitMs });
    tests.push(...results.map((result) => folderTest(project, order, result)));
  }
  return { problems, tests };
}
