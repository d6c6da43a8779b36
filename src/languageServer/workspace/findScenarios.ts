import { basename, join } from "node:path";
import { leftOutFolders, libraryFolder } from "../../files/leftOutFolders";
import { scenarioEnding } from "../../scenarios/language/scenario";
import { foldersBelow } from "./foldersBelow";

const maxFolders = 2000;
const maxFiles = 500;

/**
 * Scenarios (`*.chain.yaml`) below a folder, without hidden folders: where no editor lists them. Looks into at most 2,000 folders, those
 * that VS Code's own list leaves out aside.
 */
export async function findScenarios(root: string): Promise<string[]> {
  const found: string[] = [];
  const isSkipped = (name: string, parent: string): boolean =>
    name.startsWith(".") || leftOutFolders.has(name) || (parent !== root && basename(parent) === libraryFolder);
  for await (const { folder, files } of foldersBelow(root, { isSkipped, max: maxFolders })) {
    found.push(...files.filter((name) => name.endsWith(scenarioEnding)).map((name) => join(folder, name)));
    if (found.length >= maxFiles) break;
  }
  return found.slice(0, maxFiles);
}
