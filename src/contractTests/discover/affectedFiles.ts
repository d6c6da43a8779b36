import { existsSync } from "node:fs";
import { pathKey } from "../../files/pathKey";
import { closureOf, gatherSources, nameOfFile, type SourceTexts } from "../../solidity/imports/gatherSources";
import { isForeign } from "../../solidity/project/foreignFiles";
import { readProjectSettings } from "../../solidity/project/projectSettings";

/** Cheat codes that take code or files by name: what they reach, imports don't tell. */
const byName =
  /\b(?:getCode|getDeployedCode|deployCode|deployCodeTo|readFile|readFileBinary|readLine|readDir|targetArtifact\w*)\s*\(/;

/**
 * The test files that a change of sources can reach, by their imports; undefined where that isn't sure: settings changed, or a file is
 * gone.
 * @param root folder of the project
 * @param files test files, absolute
 * @param changed absolute
 */
export async function affectedFiles(
  texts: SourceTexts,
  root: string,
  files: readonly string[],
  changed: readonly string[],
): Promise<ReadonlySet<string> | undefined> {
  if (changed.length === 0 || changed.some((path) => !path.endsWith(".sol") || !existsSync(path))) return undefined;
  const settings = await readProjectSettings(root);
  const { remappings, libraryFolders } = settings;
  const folders = { root, remappings, libraryFolders, overlays: new Map<string, string>() };
  const sources = await gatherSources(files, folders, texts, { tables: "old", beforeSix: false });
  const wanted = new Set(changed.map((path) => pathKey(path)));
  const reached = (file: string): boolean =>
    closureOf(nameOfFile(file, root), sources).some((name) => {
      const source = sources.get(name);
      if (source?.path === undefined) return false;
      return (
        wanted.has(pathKey(source.path)) || (byName.test(source.content) && !isForeign(source.path, root, settings))
      );
    });
  return new Set(files.filter(reached));
}
