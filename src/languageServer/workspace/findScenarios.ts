import { join } from "node:path";
import { scenarioEnding } from "../../scenarios/language/scenario";
import { foldersBelow } from "./foldersBelow";

/** Folders that never hold a scenario of the user's own, or hold far too much else. */
const skipped = new Set(["node_modules", "lib", "out", "cache", "artifacts", "dist", "data", "log"]);
const mostFolders = 2000;
const mostFiles = 500;

/** Scenarios (`*.chain.yaml`) below a folder: where no editor lists them. Looks into at most 2,000 folders. */
export async function findScenarios(root: string): Promise<string[]> {
  const found: string[] = [];
  const isSkipped = (name: string): boolean => name.startsWith(".") || skipped.has(name);
  for await (const { folder, files } of foldersBelow(root, { isSkipped, most: mostFolders })) {
    found.push(...files.filter((name) => name.endsWith(scenarioEnding)).map((name) => join(folder, name)));
    if (found.length >= mostFiles) break;
  }
  return found.slice(0, mostFiles);
}
