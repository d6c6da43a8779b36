import nodePath, { dirname, join, relative, resolve } from "node:path";
import { clientError } from "../../errors/clientError";
import { givenPath, type NamedPath } from "../../files/namedPath";
import { maxBytes, readGivenFile } from "../../files/regularFile";
import { type CompilerDiagnostic, lacksImport } from "../../solidity/artifact/compilerDiagnostic";
import { type FileInProject, SourceProjects } from "../../solidity/language/names/sourceProjects";
import { byProject } from "../../solidity/project/projectRoot";
import { readProjectSettings } from "../../solidity/project/projectSettings";
import { emptySubmodules, skippedFiles, sourcesNamed } from "../../solidity/project/solidityFiles";
import { t } from "../../text/catalogue";
import { listed, shortListed } from "../../text/joining";
import { pathBelow } from "../../text/pathBelow";
import { visibleLine } from "../../text/visibleText";
import { complain } from "../output/print";

/** More settings than these are counted. */
const maxUnread = 12;

/**
 * A source with all that it imports, and what its names mean. A program that runs somewhere was asked to: its folder is trusted.
 * @throws what reading the file throws
 */
export async function readSource(name: string): Promise<FileInProject> {
  const path = givenPath(resolve(name));
  // What can't be read says why.
  await readGivenFile(path, maxBytes.source);
  const root = byProject([path], [path])[0]?.root ?? dirname(path);
  const request = { root, fence: undefined, overlays: undefined };
  const found = await new SourceProjects().around(path, request);
  if (!found) throw clientError("noSourceFiles", { path: name });
  return found;
}

/**
 * Of the files of a folder those that its projects' own tools compile (`src`, `test`, `script` of Foundry, `contracts` of Hardhat); how
 * many others there are is said beside the output. Where a project has none of these folders, all.
 */
export async function toolSources(files: readonly NamedPath[], folder: NamedPath): Promise<NamedPath[]> {
  const kept: NamedPath[] = [];
  for (const { root, files: all } of byProject(files, [folder])) {
    const { compiled } = await readProjectSettings(root);
    const own = all.filter((file) => compiled.some((each) => pathBelow(each, file, nodePath) !== undefined));
    kept.push(...(own.length > 0 ? own : all));
    const left = all.length - own.length;
    if (own.length === 0 || left === 0) continue;
    const names = listed(compiled.map((each) => visibleLine(relative(process.cwd(), each))));
    complain(t("Files outside {0} left out: {1}. Name a file or folder to include it.", names, left));
  }
  return kept;
}

/** Names once what of a project's configuration doesn't count here, beside the output. @param fence as `readProjectSettings` has it */
export async function reportUnread(root: string, fence?: string): Promise<void> {
  const { unread } = await readProjectSettings(root, fence);
  if (unread.length > 0)
    complain(t("Settings of the project that don't count here: {0}", shortListed(unread.map(visibleLine), maxUnread)));
}

/** Where imports aren't there, names what git hasn't fetched of the project's submodules. */
export async function reportEmptySubmodules(root: string, diagnostics: readonly CompilerDiagnostic[]): Promise<void> {
  if (!diagnostics.some(lacksImport)) return;
  const empty = await emptySubmodules(root);
  if (empty.length > 0)
    complain(
      t(
        "Submodules without files: {0}. git submodule update --init --recursive fetches them.",
        shortListed(empty.map(visibleLine), maxUnread),
      ),
    );
}

/**
 * Files that are named, and those of folders that are named, but for what their projects leave out (`skip`); how many these are is told
 * beside the output.
 */
export async function namedSources(paths: readonly string[]): Promise<NamedPath[]> {
  const files: NamedPath[] = [];
  for (const path of paths.map((each) => givenPath(resolve(each)))) {
    const found = await sourcesNamed(path);
    if (found[0] === path) files.push(path);
    else {
      for (const { root, files: own } of byProject(found, [path])) {
        const isSkipped = skippedFiles(root, (await readProjectSettings(root)).skip);
        const kept = own.filter((file) => !isSkipped(file));
        files.push(...kept);
        const config = visibleLine(relative(process.cwd(), join(root, "foundry.toml")));
        const left = own.length - kept.length;
        if (left > 0) complain(t("Files left out by skip in {0}: {1}. Name a file to include it.", config, left));
      }
    }
  }
  return files;
}
