import { statSync } from "node:fs";
import { resolve } from "node:path";
import { projectRootOf } from "../solidity/project/projectRoot";
import { readProjectSettings } from "../solidity/project/projectSettings";
import { solidityFiles } from "../solidity/project/solidityFiles";

/** Test files and the project that they belong to. */
export interface FoundTests {
  /** Absolute. */
  readonly root: string;
  readonly files: readonly string[];
}

/**
 * The files of tests that are named, or `*.t.sol` of folders that are named; those of the project in the current folder where nothing is.
 * @throws the system's error for a path that is not there.
 */
export async function findTestFiles(paths: readonly string[], folder: string): Promise<FoundTests> {
  const named = (paths.length > 0 ? paths : ["."]).map((path) => resolve(folder, path));
  const root = projectRootOf(named[0] ?? folder);
  const { libraryFolders } = await readProjectSettings(root);
  const libraries = new Set(libraryFolders);
  const files = named.flatMap((path) =>
    statSync(path).isDirectory() ? solidityFiles(path, libraries).filter((file) => file.endsWith(".t.sol")) : [path],
  );
  return { root, files: [...new Set(files)] };
}
