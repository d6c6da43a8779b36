import { existsSync, readFileSync, statSync } from "node:fs";
import nodePath, { join, resolve } from "node:path";
import { pathBelow } from "../../text/pathBelow";
import { projectRootOf } from "./projectRoot";
import { readProjectSettings } from "./projectSettings";
import { solidityFiles } from "./solidityFiles";

/** Test files and the project that they belong to. */
export interface FoundTests {
  /** Absolute. */
  readonly root: string;
  readonly files: readonly string[];
}

/** Where Foundry looks for tests in files of any name; undefined in other projects. */
async function testFolder(root: string): Promise<string | undefined> {
  const file = join(root, "foundry.toml");
  if (!existsSync(file)) return undefined;
  const { parse } = await import("smol-toml");
  try {
    const { profile } = parse(readFileSync(file, "utf8")) as { profile?: { default?: { test?: unknown } } };
    const named = profile?.default?.test;
    return resolve(root, typeof named === "string" ? named : "test");
  } catch {
    return resolve(root, "test");
  }
}

const hasTests = (file: string): boolean =>
  /function (?:test|invariant|table|statefulFuzz)/.test(readFileSync(file, "utf8"));

/**
 * The files of tests that are named, or `*.t.sol` of folders that are named, and below the folder of tests of a project of Foundry every file
 * with tests; those of the project in the current folder where nothing is named.
 * @throws the system's error for a path that is not there.
 */
export async function findTestFiles(paths: readonly string[], folder: string): Promise<FoundTests> {
  const named = (paths.length > 0 ? paths : ["."]).map((path) => resolve(folder, path));
  const root = projectRootOf(named[0] ?? folder);
  const { libraryFolders } = await readProjectSettings(root);
  const libraries = new Set(libraryFolders);
  const tests = await testFolder(root);
  const isTest = (file: string): boolean =>
    file.endsWith(".t.sol") ||
    (tests !== undefined &&
      pathBelow(tests, file, nodePath) !== undefined &&
      !file.endsWith(".s.sol") &&
      hasTests(file));
  const files = named.flatMap((path) =>
    statSync(path).isDirectory() ? solidityFiles(path, libraries).filter(isTest) : [path],
  );
  return { root, files: [...new Set(files)] };
}
