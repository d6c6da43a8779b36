import { stat } from "node:fs/promises";
import path, { join } from "node:path";
import { glob } from "tinyglobby";
import { withSlashes } from "../../text/pathBelow";

/** Whether a search goes through links: on Windows it would look at whatever computer they lead to before they could be judged. */
export const followedInGlobs = { followSymbolicLinks: process.platform !== "win32" } as const;

/** What makes a word a pattern. */
const magic = /[*?[\]{}]|[!+@]\(/;

const kinds = { files: {}, folders: { onlyDirectories: true }, both: { onlyFiles: false } } as const;

/** The folder that a pattern begins with, as it is written, and what is to be found in it. */
function partsOf(pattern: string): { readonly folder: string; readonly rest: string } {
  const parts = withSlashes(pattern, path).split("/");
  const first = parts.findIndex((part) => magic.test(part));
  const folder = parts.slice(0, first).join("/");
  // `/` and `C:/` are folders only with their slash
  return { folder: first > 0 ? `${folder}/` : "", rest: parts.slice(first).join("/") };
}

/** What a pattern stands for. */
type Wanted = "files" | "folders" | "both";

/** What fits a pattern, written as it is, sorted. It may begin on any drive or share: shells of Windows hand patterns on as they are. */
export async function filesLike(
  pattern: string,
  ignore: readonly string[] = [],
  wanted: Wanted = "files",
): Promise<string[]> {
  if (!magic.test(pattern)) return [];
  const { folder, rest } = partsOf(pattern);
  const found = await glob([rest], {
    cwd: folder === "" ? "." : folder,
    expandDirectories: false,
    ignore,
    ...kinds[wanted],
    ...followedInGlobs,
  });
  const plain = found.map((name) => name.replace(/\/$/, ""));
  return plain.map((name) => (folder === "" ? path.normalize(name) : join(folder, name))).sort();
}

const isThere = (word: string): Promise<boolean> =>
  stat(word).then(
    () => true,
    () => false,
  );

/**
 * The files and folders of a command line: what is not there by its name and has wildcards stands for the files that fit it. What fits
 * nothing stays as it is, for the command to say so.
 */
export async function namedFiles(words: readonly string[], wanted: Wanted = "files"): Promise<string[]> {
  const found = await Promise.all(
    words.map(async (word) => {
      const files = !magic.test(word) || (await isThere(word)) ? [] : await filesLike(word, [], wanted);
      return files.length > 0 ? files : [word];
    }),
  );
  return [...new Set(found.flat())];
}
