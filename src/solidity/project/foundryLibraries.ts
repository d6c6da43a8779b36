import { readdir, readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { type Remapping, readRemapping } from "../imports/remappings";

async function folders(path: string): Promise<string[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch {
    return [];
  }
}

/** Libraries of libraries go so deep. */
const deepest = 4;

async function libraryRemappings(root: string, folder: string, depth: number): Promise<Remapping[]> {
  const found: Remapping[] = [];
  for (const name of await folders(join(root, folder))) {
    const library = posix.join(folder, name);
    const inside = await folders(join(root, library));
    const sources = ["src", "contracts"].find((each) => inside.includes(each));
    found.push({ context: "", prefix: `${name}/`, target: `${library}/${sources === undefined ? "" : `${sources}/`}` });
    const own = await readFile(join(root, library, "remappings.txt"), "utf8").catch(() => "");
    for (const line of own.split(/\r?\n/)) {
      const remapping = readRemapping(line);
      if (remapping) {
        const target = posix.join(library, remapping.target);
        found.push({
          context: `${library}/`,
          prefix: remapping.prefix,
          target: remapping.target.endsWith("/") && !target.endsWith("/") ? `${target}/` : target,
        });
      }
    }
    if (depth < deepest && inside.includes("lib")) {
      const nested = await libraryRemappings(root, posix.join(library, "lib"), depth + 1);
      // The project's own library of that name comes first: these count within the library that brings them.
      found.push(...nested.map((each) => ({ ...each, context: each.context || `${library}/` })));
    }
  }
  return found;
}

/** Remappings that Foundry makes up for the libraries in a project's folders: their `src`, their `contracts`, or they themselves. */
export async function findLibraries(root: string, libraryFolders: readonly string[]): Promise<Remapping[]> {
  const found: Remapping[] = [];
  for (const folder of libraryFolders) {
    // Packages of npm are found by the rules of npm.
    if (folder.includes("node_modules")) continue;
    found.push(...(await libraryRemappings(root, folder, 0)));
  }
  return found;
}
