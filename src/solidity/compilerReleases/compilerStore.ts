import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { clientError } from "../../errors/clientError";
import { isThere } from "../../files/look";
import { namedPath } from "../../files/namedPath";
import { maxBytes, readTextIn } from "../../files/regularFile";
import { pathFromHome, userCache } from "../../files/userFolders";
import { writeSameFile } from "../../files/wholeFile";
import { thrownText } from "../../text/thrownText";
import { exactVersion, versionParts } from "../version/versionRange";
import { type AdmittedCompiler, admitCompiler, compilerFile, sha256Of } from "./admittedCompiler";
import { type CompilerConsent, noConsent } from "./consent";
import { type FetchProgress, fetchCompiler } from "./fetchCompiler";
import { nativePaths } from "./nativeFolders";
import { isAllowed, projectNpmrc, readNpmConfig } from "./npmConfig";
import { releasedVersions, releaseOfHash } from "./releases";

/** A compiler that the project brings; whether it may run shows when it is chosen. */
interface WorkspaceCompiler {
  readonly version: string;
  readonly path: string;
}

/** Where compilers are looked for. */
export interface CompilerFolders {
  /** Folder that keeps fetched compilers. */
  readonly cache: string;
  /** The project, whose own `solc` and `.npmrc` may be used; undefined where it is not trusted. */
  readonly workspace: string | undefined;
  /** False never asks a registry. */
  readonly mayFetch: boolean;
  readonly consent: CompilerConsent;
  /** Programs that Foundry and Hardhat keep may be taken, where they are releases. */
  readonly native: boolean;
}

/** The folder of the command line's compilers; the extension has its own. */
export function defaultCompilerCache(): string {
  const own = process.env["CHAINSIDE_SOLC_CACHE"];
  return own ? resolve(own) : join(userCache(), "solc");
}

/** Where programs that keep no other place for it keep what they compiled: beside the compilers. */
export const artifactsBeside = (compilers: string): string => join(compilers, "artifacts");

const cachedFile = (cache: string, version: string): string => join(cache, `soljson-${version}.js`);

/** Versions that the folder keeps. */
export async function cachedCompilers(cache: string): Promise<string[]> {
  try {
    const names = await readdir(cache);
    return names.flatMap((name) => /^soljson-(\d+\.\d+\.\d+)\.js$/.exec(name)?.[1] ?? []);
  } catch {
    return [];
  }
}

/** `solc` in the `node_modules` of this very folder: what stands above a project is not the project's. */
export async function workspaceCompiler(workspace: string | undefined): Promise<WorkspaceCompiler | undefined> {
  return workspace === undefined ? undefined : packageCompiler(resolve(workspace), "node_modules/solc/");
}

/** @param below the package's folder in `folder`, with its last slash; empty where it is that folder */
async function packageCompiler(folder: string, below: string): Promise<WorkspaceCompiler | undefined> {
  const path = namedPath(`${below}soljson.js`, folder);
  const description = await readTextIn(folder, `${below}package.json`, maxBytes.key);
  try {
    const { version } = JSON.parse(description ?? "{}") as { version?: unknown };
    const exact = typeof version === "string" ? exactVersion(version) : undefined;
    if (exact === undefined || path === undefined || !isThere(path)) return undefined;
    return { version: exact, path };
  } catch {
    return undefined;
  }
}

/** A setting is a version, or the path of a `soljson.js` or of a `solc` package. */
export function isCompilerPath(setting: string): boolean {
  return exactVersion(setting) === undefined;
}

/** @throws ChainError usage `compilerUnknown`, `compilerNotLoaded`. */
async function admitted({ version, path }: WorkspaceCompiler, consent: CompilerConsent): Promise<AdmittedCompiler> {
  return admitCompiler({ version, path, ...(await compilerFile(path)) }, consent);
}

/**
 * The file of a compiler that a person names by its path. Its hash tells what version it is; of one that was allowed, its run.
 * @throws ChainError usage `compilerNotLoaded` when nothing is there, `compilerUnknown`.
 */
export async function compilerAtPath(
  setting: string,
  workspace: string | undefined,
  consent: CompilerConsent,
): Promise<AdmittedCompiler> {
  const path = namedPath(pathFromHome(setting), resolve(workspace ?? "."));
  const found = path === undefined ? undefined : await stat(path).catch(() => undefined);
  if (path !== undefined && found?.isDirectory()) {
    const ofPackage = await packageCompiler(path, "");
    if (ofPackage) return admitted(ofPackage, consent);
  }
  if (path === undefined || !found?.isFile())
    throw clientError("compilerNotLoaded", { version: setting, reason: "ENOENT" });
  return admitted({ version: "", path }, consent);
}

/** The kept file of a version, where it is what it should be: what is damaged or was put there counts as absent. */
async function cachedCompiler(
  version: string,
  { cache, consent }: CompilerFolders,
): Promise<AdmittedCompiler | undefined> {
  const path = cachedFile(cache, version);
  try {
    return await admitted({ version, path }, consent);
  } catch {
    return undefined;
  }
}

/** A version as Foundry or Hardhat keeps it as a program of this system: only the release itself, whatever a person allowed beside. */
async function nativeCompiler(version: string): Promise<AdmittedCompiler | undefined> {
  for (const path of await nativePaths(version)) {
    try {
      const compiler = await admitted({ version, path }, noConsent);
      if (compiler.native) return compiler;
    } catch {
      // it isn't there, or isn't the release
    }
  }
  return undefined;
}

/** Gets a version and keeps it, if it may run. */
async function fetched(
  version: string,
  { cache, workspace, consent }: CompilerFolders,
  progress: FetchProgress,
  signal: AbortSignal | undefined,
): Promise<AdmittedCompiler> {
  const npmrc = await projectNpmrc(workspace);
  const counts = npmrc && isAllowed(npmrc, consent) ? npmrc : undefined;
  const config = await readNpmConfig(counts);
  const { registry } = config;
  let soljson: Buffer;
  try {
    soljson = await fetchCompiler(version, config, progress, signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (!npmrc || counts) throw error;
    const reason = thrownText(error);
    const { path: file, key } = npmrc;
    throw clientError("compilerRegistryNotAllowed", { version, registry, reason, file, key }, { cause: error });
  }
  const compiler = admitCompiler({ version, path: registry, sha256: sha256Of(soljson), native: false }, consent);
  const path = cachedFile(cache, version);
  await writeSameFile(path, soljson);
  return { ...compiler, path };
}

const fetching = new Map<string, Promise<AdmittedCompiler>>();

/**
 * The file of a version: the workspace's own or the same release as a program of this system, the kept one, or the one that the registry
 * gives, which is kept then. None is given that no
 * release is and no person allowed.
 * @throws ChainError usage `noSuchCompiler`, `compilerNotDownloaded`, `compilerUnknown`; transport `compilerOffline`, `compilerIntegrity`,
 *   `compilerRegistryNotAllowed`; the signal's reason.
 */
export async function findCompiler(
  version: string,
  places: CompilerFolders,
  progress: FetchProgress = () => undefined,
  signal?: AbortSignal,
): Promise<AdmittedCompiler> {
  const own = await workspaceCompiler(places.workspace);
  const ofProject = own?.version === version ? await admitted(own, places.consent) : undefined;
  const native = places.native ? await nativeCompiler(version) : undefined;
  // the same release gives the same code; what a person allowed in its place does not
  if (native && (!ofProject || releaseOfHash(ofProject.sha256) === version)) return native;
  if (ofProject) return ofProject;
  const kept = await cachedCompiler(version, places);
  if (kept) return kept;
  const newest = releasedVersions.at(-1) ?? "";
  const parts = versionParts(version);
  if (!parts || (parts[0] === 0 && parts[1] < 4)) throw clientError("noSuchCompiler", { version, newest });
  if (!places.mayFetch) throw clientError("compilerNotDownloaded", { version });
  // Two at once would fetch the same megabytes twice; a signal of its own keeps one's cancelling from the other.
  const key = JSON.stringify([cachedFile(places.cache, version), places.workspace, places.consent]);
  const running = fetching.get(key);
  if (running && signal === undefined) return running;
  const fetch = fetched(version, places, progress, signal);
  fetching.set(key, fetch);
  try {
    return await fetch;
  } finally {
    if (fetching.get(key) === fetch) fetching.delete(key);
  }
}
