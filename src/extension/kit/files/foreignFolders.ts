import * as vscode from "vscode";
import { installedFolders as installed, leftOutFolders, libraryFolder } from "../../../files/leftOutFolders";

/** Folders whose files are left out: of a search by a pattern, of what a watcher tells by their names. */
interface LeftOut {
  readonly glob: string;
  has(uri: vscode.Uri): boolean;
}

/**
 * Folders of these names, wherever they lie below an open folder: what that itself is called doesn't count.
 * @param names one, or with all that lie in it: `lib/*`
 */
export function leftOut(...names: readonly string[]): LeftOut {
  const left = new Set(names);
  return {
    glob: `**/{${names.join(",")}}/**`,
    has: (uri) => {
      const folders = vscode.workspace.asRelativePath(uri, false).split("/").slice(0, -1);
      return folders.some((name, i) => left.has(name) || (i + 1 < folders.length && left.has(`${name}/*`)));
    },
  };
}

/**
 * Where files of others lie, and what builds leave: what a person wrote is looked for elsewhere. Each folder in a `lib` is a library, as
 * Foundry has them; files right in it are the project's, as the language server sees it, too (`solidityFiles`).
 */
export const foreignFolders = leftOut(...leftOutFolders, `${libraryFolder}/*`);

/** What is installed, and what git keeps. */
export const installedFolders = leftOut(...installed);
