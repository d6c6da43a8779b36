import { join } from "node:path";
import { clientError } from "../../errors/clientError";
import { leftOutFolders } from "../../files/leftOutFolders";
import { isThere, listNamed, statIfAny } from "../../files/look";
import { givenPath, type NamedPath } from "../../files/namedPath";
import { markedRootOf, mayMarkProject, projectRootOf } from "./projectRoot";
import { readProjectSettings } from "./projectSettings";

/** {@link solidityFiles} of what a person named: its project may begin anywhere above it, but for a fence. */
export async function sourcesNamed(path: NamedPath, fence?: string): Promise<NamedPath[]> {
  return solidityFiles(path, { root: fence ?? (isThere(path) ? projectRootOf(path) : path), fence });
}

/** Whose folder is looked through. */
interface SearchedProject {
  /** Folder of the project that the folder belongs to, absolute. */
  readonly root: string;
  /** The only folder in which configurations are read, absolute; undefined: any. */
  readonly fence?: string | undefined;
}

/**
 * The Solidity files that a folder means: of it and those below it, without packages, what tools write, and the libraries of each project
 * there (Foundry's `lib`); a file itself. What is named itself is looked through, whatever it is. Sorted.
 * @throws ChainError usage `fileMissing`
 */
export async function solidityFiles(path: NamedPath, { root, fence }: SearchedProject): Promise<NamedPath[]> {
  const named = await statIfAny(path);
  if (!named) throw clientError("fileMissing", { path });
  if (!named.isDirectory()) return [path];
  const libraries = new Set<string>();
  const leaveOut = async (project: string): Promise<void> => {
    for (const each of (await readProjectSettings(project, fence)).libraryFolders) libraries.add(each);
  };
  await leaveOut(root);
  const look = async (folder: NamedPath): Promise<NamedPath[]> => {
    const entries = (await listNamed(folder)).sort((left, right) => (left.name < right.name ? -1 : 1));
    const isMarked = folder !== root && entries.some(({ name }) => mayMarkProject(name));
    if (isMarked && markedRootOf(folder) === folder) await leaveOut(folder);
    // Each folder in it is a library; files right in it are the project's.
    const isOfLibraries = folder !== path && libraries.has(folder);
    const found: NamedPath[] = [];
    for (const entry of entries) {
      const inside = givenPath(join(folder, entry.name));
      if (entry.isFile() && entry.name.endsWith(".sol")) found.push(inside);
      else if (entry.isDirectory() && !isOfLibraries && !leftOutFolders.has(entry.name))
        found.push(...(await look(inside)));
    }
    return found;
  };
  return look(path);
}
