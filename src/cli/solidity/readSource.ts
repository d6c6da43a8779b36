import { dirname, resolve } from "node:path";
import { clientError } from "../../errors/clientError";
import { maxBytes, readGivenFile } from "../../files/regularFile";
import { type FileInProject, SourceProjects } from "../../solidity/language/names/sourceProjects";
import { byProject } from "../../solidity/project/projectRoot";

/**
 * A source with all that it imports, and what its names mean. A program that runs somewhere was asked to: its folder is trusted.
 * @throws what reading the file throws
 */
export async function readSource(name: string): Promise<FileInProject> {
  const path = resolve(name);
  // What can't be read says why.
  await readGivenFile(path, maxBytes.source);
  const root = byProject([path], [path])[0]?.root ?? dirname(path);
  const request = { root, fence: undefined, overlays: undefined };
  const found = await new SourceProjects().around(path, request);
  if (!found) throw clientError("noSourceFiles", { path: name });
  return found;
}
