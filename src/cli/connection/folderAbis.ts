import { basename, dirname } from "node:path";
import { glob } from "tinyglobby";
import type { AbiSource } from "../../chain/abi/knownErrors";
import { declaredErrors } from "../../chain/artifact/declaredErrors";
import { readArtifactFile } from "../../chain/artifact/readArtifactFile";
import { installedPatterns } from "../../files/leftOutFolders";
import { namedPath } from "../../files/namedPath";
import { maxBytes, readRegularTextIfAny } from "../../files/regularFile";

/** Where projects keep sources and what compilers made of them; a home folder or a disk isn't searched through. */
const folders = "{contracts,src,test,tests,script,scripts,abi,abis,artifacts,out,build}/**";
const patterns = ["*.{sol,abi}", `${folders}/*.{sol,abi}`, "{artifacts,out,build}/**/*.json"];
const ignore = [...installedPatterns, "**/build-info/**", "**/cache/**", "**/*.dbg.json"];
const deepest = 8;
const maxFiles = 5000;

async function abiOf(file: string): Promise<AbiSource> {
  const read = (name: string): Promise<string | undefined> => {
    const path = namedPath(name, dirname(file));
    return path === undefined ? Promise.resolve(undefined) : readRegularTextIfAny(path, maxBytes.artifact);
  };
  const artifact = await readArtifactFile(basename(file), read).catch(() => undefined);
  return artifact?.abi ?? [];
}

/** ABIs of what is compiled below a project's folder, and the errors that its sources declare. What cannot be read is left out. */
export async function folderAbis(folder: string): Promise<readonly AbiSource[]> {
  const found = await glob(patterns, {
    cwd: folder,
    absolute: true,
    ignore,
    deep: deepest,
    followSymbolicLinks: false,
  });
  const files = found.sort().slice(0, maxFiles);
  const sources: string[] = [];
  const abis: AbiSource[] = [];
  for (const file of files) {
    if (!file.endsWith(".sol")) {
      abis.push(await abiOf(file));
      continue;
    }
    const path = namedPath(basename(file), dirname(file));
    const source = path && (await readRegularTextIfAny(path, maxBytes.source));
    if (source !== undefined) sources.push(source);
  }
  return [...abis, declaredErrors(sources)];
}
