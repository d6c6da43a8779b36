import nodePath from "node:path";
import type { NamedPath } from "../../files/namedPath";
import { maxBytes, readRegularFileSync } from "../../files/regularFile";
import { pathBelow } from "../../text/pathBelow";
import { isTestFile, seemsToHaveTests } from "../../text/sourceNames";
import { byProject, type ProjectFiles } from "./projectRoot";
import { readProjectSettings } from "./projectSettings";
import { skippedFiles } from "./skippedFiles";
import { sourcesNamed } from "./solidityFiles";

const hasTests = (file: NamedPath): boolean => seemsToHaveTests(textOrNothing(file));

function textOrNothing(file: NamedPath): string {
  try {
    return readRegularFileSync(file, maxBytes.source).toString("utf8");
  } catch {
    return "";
  }
}

/** Whether a file of a project is one of its tests. */
async function testsOf(root: string): Promise<(file: NamedPath) => boolean> {
  const { skip, tests } = await readProjectSettings(root);
  const isSkipped = skippedFiles(root, skip);
  const isTest = (file: NamedPath): boolean =>
    isTestFile(file) ||
    (tests !== undefined &&
      pathBelow(tests, file, nodePath) !== undefined &&
      !file.endsWith(".s.sol") &&
      hasTests(file));
  return (file) => isTest(file) && !isSkipped(file);
}

/**
 * The files of tests that are named, or `*.t.sol` of folders that are named, and below the folder of tests of a project of Foundry every
 * file with tests; those of the project in the current folder where nothing is named. Each with the project that it belongs to.
 * @throws ChainError usage `fileMissing`
 */
export async function findTestFiles(paths: readonly NamedPath[], folder: NamedPath): Promise<ProjectFiles[]> {
  const named = paths.length > 0 ? paths : [folder];
  const files: NamedPath[] = [];
  for (const path of named) {
    const found = await sourcesNamed(path);
    if (found[0] === path) {
      files.push(path);
      continue;
    }
    for (const { root, files: own } of byProject(found, [path])) files.push(...own.filter(await testsOf(root)));
  }
  return byProject(files, named);
}
