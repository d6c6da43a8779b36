import { join } from "node:path";
import { insideNodes, installedFolders } from "../../files/leftOutFolders";
import { foldersBelow } from "./foldersBelow";

const maxFolders = 5000;

/** All `config.ini` and `config.genesis` files below `root`, and each `nodes.json` beside one. Looks into at most 5,000 folders. */
export async function findConfigFiles(root: string): Promise<string[]> {
  const found: string[] = [];
  const isSkipped = (name: string): boolean => installedFolders.has(name) || insideNodes.has(name);
  for await (const { folder, files } of foldersBelow(root, { isSkipped, max: maxFolders })) {
    const configs = ["config.ini", "config.genesis"].filter((name) => files.includes(name));
    found.push(...configs.map((name) => join(folder, name)));
    if (configs.length > 0 && files.includes("nodes.json")) found.push(join(folder, "nodes.json"));
  }
  return found;
}
