import { resolve } from "node:path";
import { byProject } from "../../solidity/project/projectRoot";
import { readProjectSettings } from "../../solidity/project/projectSettings";
import { skippedFiles } from "../../solidity/project/skippedFiles";
import { sourcesNamed } from "../../solidity/project/solidityFiles";

/** Files that are named, and those of folders that are named, but for what their projects leave out (`skip`). */
export async function namedSources(paths: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const path of paths.map((each) => resolve(each))) {
    const found = await sourcesNamed(path);
    if (found[0] === path) files.push(path);
    else {
      for (const { root, files: own } of byProject(found, [path])) {
        const isSkipped = skippedFiles(root, (await readProjectSettings(root)).skip);
        files.push(...own.filter((file) => !isSkipped(file)));
      }
    }
  }
  return files;
}
