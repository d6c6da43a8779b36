import { statSync } from "node:fs";
import nodePath, { resolve } from "node:path";
import { givenPath } from "../../files/namedPath";
import { mostBytes, readRegularFileSync } from "../../files/regularFile";
import { pathBelow } from "../../text/pathBelow";
import { isTestFile, seemsToHaveTests } from "../../text/solidityTests";
import { byProject, type ProjectFiles, projectRootOf } from "./projectRoot";
import { readProjectSettings } from "./projectSettings";
import { skippedFiles } from "./skippedFiles";
import { solidityFiles } from "./solidityFiles";

const hasTests = (file: string): boolean => seemsToHaveTests(textOrNothing(file));

function textOrNothing(file: string): string {
  try {
    return readRegularFileSync(givenPath(file), mostBytes.source).toString("utf8");
  } catch {
    return "";
  }
}

/** What of a project a folder that was named is searched for. */
async function testsOf(root: string) {
  const { libraryFolders, skip, tests } = await readProjectSettings(root);
  const isSkipped = skippedFiles(root, skip);
  const isTest = (file: string): boolean =>
    isTestFile(file) ||
    (tests !== undefined &&
      pathBelow(tests, file, nodePath) !== undefined &&
      !file.endsWith(".s.sol") &&
      hasTests(file));
  return { libraries: new Set(libraryFolders), isTest: (file: string) => isTest(file) && !isSkipped(file) };
}

/**
 * The files of tests that are named, or `*.t.sol` of folders that are named, and below the folder of tests of a project of Foundry every
 * file with tests; those of the project in the current folder where nothing is named. Each with the project that it belongs to.
 * @throws the system's error for a path that is not there.
 */
export async function findTestFiles(paths: readonly string[], folder: string): Promise<ProjectFiles[]> {
  const named = (paths.length > 0 ? paths : ["."]).map((path) => resolve(folder, path));
  const files: string[] = [];
  for (const path of named) {
    if (!statSync(path).isDirectory()) {
      files.push(path);
      continue;
    }
    const { libraries } = await testsOf(projectRootOf(path));
    for (const { root, files: own } of byProject(solidityFiles(path, libraries), [path])) {
      const { isTest, libraries: foreign } = await testsOf(root);
      const isForeign = (file: string): boolean =>
        [...foreign].some((library) => !named.includes(library) && pathBelow(library, file, nodePath) !== undefined);
      files.push(...own.filter((file) => isTest(file) && !isForeign(file)));
    }
  }
  return byProject(files, named);
}
