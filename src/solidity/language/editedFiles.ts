import { liesWithin } from "../../files/liesWithin";
import { isThere } from "../../files/look";
import { givenPath } from "../../files/namedPath";

/**
 * Whether an edit may change a file of a project: a link of the project may lead anywhere, and what really lies elsewhere isn't the
 * project's to change. One that isn't there yet is open in the editor.
 * @param root of the project, absolute, as `path`
 */
export async function isOwnFile(root: string, path: string): Promise<boolean> {
  const own = givenPath(path);
  return !isThere(own) || liesWithin(root, own);
}
