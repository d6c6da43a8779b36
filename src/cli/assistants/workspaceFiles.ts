import { realpath } from "node:fs/promises";
import nodePath, { resolve } from "node:path";
import { glob } from "tinyglobby";
import { withoutSecrets } from "../../assistants/answers/withoutSecrets";
import { noSuchResource, type WorkspaceFiles } from "../../assistants/resources/resource";
import { liesWithin } from "../../files/liesWithin";
import { givenPath, type NamedPath, namedPath } from "../../files/namedPath";
import { maxBytes, readRegularText } from "../../files/regularFile";
import { pathBelow } from "../../text/pathBelow";
import { sharedContent, sharedKind } from "../../text/sharedContent";

const patterns = ["**/*.{sol,abi}", "{artifacts,out,build}/**/*.json"];
const ignore = ["**/node_modules/**", "**/.*/**", "**/conf/**", "**/build-info/**", "**/cache/**", "**/*.dbg.json"];
const deepest = 8;
const maxFiles = 500;

/**
 * The files of a folder that assistants may read: decided by where a file really lies, what it is called there, and what it holds. A link
 * counts as what it leads to.
 */
export function workspaceFiles(folder: string): WorkspaceFiles {
  const base = resolve(folder);
  return {
    list: async () => {
      const found = await glob(patterns, { cwd: base, ignore, deep: deepest, followSymbolicLinks: false });
      return found.sort().slice(0, maxFiles);
    },
    read: async (given) => {
      const path = namedPath(given, base);
      const content = path && (await sharedFile(base, path));
      if (content === undefined) throw noSuchResource(given);
      return content;
    },
  };
}

async function sharedFile(base: string, path: NamedPath): Promise<string | undefined> {
  if (!sharedKind(pathBelow(base, path, nodePath) ?? "") || !(await liesWithin(base, path))) return undefined;
  // read by its real path, so that what was judged is what is read
  const real = givenPath(await realpath(path));
  const kind = sharedKind(pathBelow(await realpath(base), real, nodePath) ?? "");
  if (!kind) return undefined;
  const text = await readRegularText(real, maxBytes.source);
  return kind === "configuration" ? withoutSecrets(text).shown : sharedContent(kind, text);
}
