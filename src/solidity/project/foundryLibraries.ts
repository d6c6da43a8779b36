import { posix } from "node:path";
import { withinFence } from "../../files/liesWithin";
import { listNamed } from "../../files/look";
import { type NamedPath, namedPath } from "../../files/namedPath";
import { maxBytes, readRegularTextIfAny } from "../../files/regularFile";
import { type Remapping, readRemapping } from "../imports/remappings";

interface LibraryFolders {
  readonly root: string;
  readonly fence: string | undefined;
}

/** Names of the folders in a folder. */
export async function foldersOf(path: NamedPath | undefined): Promise<string[]> {
  const entries = path === undefined ? [] : await listNamed(path);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** Lines of one library's own remappings that are read. */
const maxLines = 500;
/** Libraries of libraries go so deep. */
const deepest = 4;

async function libraryRemappings({ root, fence }: LibraryFolders, folder: string, depth: number): Promise<Remapping[]> {
  const at = (named: string): Promise<NamedPath | undefined> => withinFence(namedPath(named, root), fence);
  const found: Remapping[] = [];
  for (const name of await foldersOf(await at(folder))) {
    const library = posix.join(folder, name);
    const inside = await foldersOf(await at(library));
    const sources = ["src", "contracts"].find((each) => inside.includes(each));
    found.push({ context: "", prefix: `${name}/`, target: `${library}/${sources === undefined ? "" : `${sources}/`}` });
    const file = await at(`${library}/remappings.txt`);
    const own = file === undefined ? "" : ((await readRegularTextIfAny(file, maxBytes.configuration)) ?? "");
    for (const line of own.split(/\r?\n/, maxLines)) {
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
      const nested = await libraryRemappings({ root, fence }, posix.join(library, "lib"), depth + 1);
      // The project's own library of that name comes first: these count within the library that brings them.
      found.push(...nested.map((each) => ({ ...each, context: each.context || `${library}/` })));
    }
  }
  return found;
}

/** Remappings that Foundry makes up for the libraries in a project's folders: their `src`, their `contracts`, or they themselves. */
export async function findLibraries(
  root: string,
  libraryFolders: readonly string[],
  fence: string | undefined,
): Promise<Remapping[]> {
  const found: Remapping[] = [];
  for (const folder of libraryFolders) {
    // Packages of npm are found by the rules of npm.
    if (folder.includes("node_modules")) continue;
    found.push(...(await libraryRemappings({ root, fence }, folder, 0)));
  }
  return found;
}
