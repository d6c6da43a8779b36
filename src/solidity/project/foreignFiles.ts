import nodePath, { dirname } from "node:path";
import { pathBelow } from "../../text/pathBelow";
import { markedRootOf } from "./projectRoot";
import { type ProjectSettings, readProjectSettings } from "./projectSettings";

/** Whether a path leads into what npm put there: others wrote it. */
export const isOfPackage = (path: string): boolean => path.split(/[\\/]/).includes("node_modules");

/** Whether others wrote a source of a project: it is built in, lies outside of the project, in a package, or in a folder of libraries. */
export function isForeign(
  path: string | undefined,
  root: string,
  { libraryFolders }: Pick<ProjectSettings, "libraryFolders">,
): boolean {
  const inside = path === undefined ? undefined : pathBelow(root, path, nodePath);
  if (path === undefined || inside === undefined || isOfPackage(inside)) return true;
  // A library is a folder there: files right in it are the project's.
  return libraryFolders.some((folder) => pathBelow(folder, path, nodePath)?.includes("/"));
}

/**
 * Whether a project is a library of another one around it, such as `lib/forge-std`.
 * @param root folder of the project, absolute
 * @param workspace the folder that is open: no project is looked for further up
 */
export async function isLibrary(root: string, workspace: string): Promise<boolean> {
  for (let at = root; pathBelow(workspace, at, nodePath) !== undefined; ) {
    const marked = markedRootOf(dirname(at));
    const isInside = marked !== undefined && pathBelow(workspace, marked, nodePath) !== undefined;
    at = isInside ? marked : workspace;
    if (isForeign(nodePath.join(root, "foundry.toml"), at, await readProjectSettings(at, workspace))) return true;
  }
  return false;
}
