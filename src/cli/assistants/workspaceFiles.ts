import nodePath, { resolve } from "node:path";
import { glob } from "tinyglobby";
import { noSuchResource, type WorkspaceFiles } from "../../assistants/resources/resource";
import { liesWithin } from "../../files/liesWithin";
import { namedPath } from "../../files/namedPath";
import { mostBytes, readRegularText } from "../../files/regularFile";
import { pathBelow } from "../../text/pathBelow";

const artifactFolders = ["artifacts", "out", "build"];

/** What is a contract's, or a node's configuration: nothing else of a workspace is given. */
function isOffered(path: string): boolean {
  const names = path.split("/");
  if (names.some((name) => name.startsWith(".") || name === "node_modules" || name === "conf")) return false;
  const isArtifact = path.endsWith(".json") && names.some((name) => artifactFolders.includes(name));
  return path.endsWith(".sol") || path.endsWith(".abi") || names.at(-1) === "config.ini" || isArtifact;
}

const patterns = ["**/*.{sol,abi}", "{artifacts,out,build}/**/*.json"];
const ignore = ["**/node_modules/**", "**/.*/**", "**/conf/**", "**/build-info/**", "**/cache/**", "**/*.dbg.json"];
const deepest = 8;
const mostFiles = 500;

/** The files of a folder that assistants may read; no link leads out of it. */
export function workspaceFiles(folder: string): WorkspaceFiles {
  const base = resolve(folder);
  return {
    list: async () => {
      const found = await glob(patterns, { cwd: base, ignore, deep: deepest, followSymbolicLinks: false });
      return found.sort().slice(0, mostFiles);
    },
    read: async (given) => {
      const path = namedPath(given, base);
      const below = path && pathBelow(base, path, nodePath);
      if (path === undefined || below === undefined || !isOffered(below) || !(await liesWithin(base, path))) {
        throw noSuchResource(given);
      }
      return readRegularText(path, mostBytes.source);
    },
  };
}
