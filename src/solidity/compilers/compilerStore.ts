import { existsSync } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { clientError } from "../../chain/errors/clientError";
import type { CompilerPlace } from "../version/compilerChoice";
import { versionParts } from "../version/versionRange";
import { type FetchProgress, fetchCompiler } from "./fetchCompiler";
import { readNpmConfig } from "./npmConfig";
import { releasedVersions } from "./releases";

/** A compiler that is on disk. */
export interface CompilerFile {
  readonly version: string;
  readonly path: string;
  readonly place: CompilerPlace;
}

/** Where compilers are looked for. */
export interface CompilerPlaces {
  /** Folder that keeps fetched compilers. */
  readonly cache: string;
  /** The workspace, whose own `solc` and `.npmrc` are used; undefined where it is not trusted. */
  readonly workspace: string | undefined;
  /** False never asks a registry. */
  readonly mayFetch: boolean;
}

/** Where the command line keeps for all projects of a user what can be had again. */
export function userCache(environment: NodeJS.ProcessEnv = process.env): string {
  const base =
    environment["XDG_CACHE_HOME"] || environment["LOCALAPPDATA"] || join(environment["HOME"] ?? homedir(), ".cache");
  return join(base, "chainside");
}

/** The folder of the command line's compilers; the extension has its own. */
export function defaultCompilerCache(environment: NodeJS.ProcessEnv = process.env): string {
  const own = environment["CHAINSIDE_SOLC_CACHE"];
  return own ? resolve(own) : join(userCache(environment), "solc");
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

/** `solc` in a `node_modules` of the folder or one above it. */
export async function workspaceCompiler(workspace: string | undefined): Promise<CompilerFile | undefined> {
  if (workspace === undefined) return undefined;
  for (let folder = resolve(workspace); ; folder = dirname(folder)) {
    const found = await packageCompiler(join(folder, "node_modules", "solc"));
    if (found || dirname(folder) === folder) return found;
  }
}

async function packageCompiler(folder: string): Promise<CompilerFile | undefined> {
  const path = join(folder, "soljson.js");
  try {
    const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { version?: unknown };
    const parts = typeof version === "string" ? versionParts(version) : undefined;
    if (!parts || !existsSync(path)) return undefined;
    return { version: parts.join("."), path, place: "workspace" };
  } catch {
    return undefined;
  }
}

/** A setting is a version, or the path of a `soljson.js` or of a `solc` package. */
export function isCompilerPath(setting: string): boolean {
  return !versionParts(setting);
}

/**
 * The file of a compiler that a person names by its path; what version it is turns out when it runs.
 * @throws ChainError usage `compilerNotLoaded` when nothing is there.
 */
export async function compilerAtPath(setting: string, workspace: string | undefined): Promise<CompilerFile> {
  const path = isAbsolute(setting) ? setting : resolve(workspace ?? ".", setting);
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) {
    const ofPackage = await packageCompiler(path);
    if (ofPackage) return { ...ofPackage, place: "setting" };
  }
  if (!found?.isFile()) throw clientError("compilerNotLoaded", { version: setting, reason: "ENOENT" });
  const version = path.match(/\d{1,3}\.\d{1,3}\.\d{1,3}/g)?.at(-1);
  return { version: version ?? "", path, place: "setting" };
}

/** Written beside and renamed, so that a half of a compiler is never taken for one. */
async function keep(cache: string, version: string, soljson: Buffer): Promise<string> {
  await mkdir(cache, { recursive: true });
  const path = cachedFile(cache, version);
  const temporary = `${path}.${process.pid}.${Date.now()}.part`;
  try {
    const file = await open(temporary, "w");
    try {
      await file.writeFile(soljson);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
  return path;
}

const fetching = new Map<string, Promise<string>>();

/**
 * The file of a version: the workspace's own, the kept one, or the one that the registry gives, which is kept then.
 * @throws ChainError usage `noSuchCompiler`, `compilerNotDownloaded`; transport `compilerOffline`, `compilerIntegrity`; the signal's reason.
 */
export async function findCompiler(
  version: string,
  places: CompilerPlaces,
  progress: FetchProgress = () => undefined,
  signal?: AbortSignal,
): Promise<CompilerFile> {
  const own = await workspaceCompiler(places.workspace);
  if (own?.version === version) return own;
  const path = cachedFile(places.cache, version);
  if (existsSync(path)) return { version, path, place: "cache" };
  const newest = releasedVersions.at(-1) ?? "";
  const parts = versionParts(version);
  if (!parts || (parts[0] === 0 && parts[1] < 4)) throw clientError("noSuchCompiler", { version, newest });
  if (!places.mayFetch) throw clientError("compilerNotDownloaded", { version });
  // Two at once would fetch the same megabytes twice; a signal of its own keeps one's cancelling from the other.
  const running = fetching.get(path);
  if (running && signal === undefined) return { version, path: await running, place: "registry" };
  const fetched = (async () =>
    keep(
      places.cache,
      version,
      await fetchCompiler(version, await readNpmConfig(places.workspace), progress, signal),
    ))();
  fetching.set(path, fetched);
  try {
    return { version, path: await fetched, place: "registry" };
  } finally {
    if (fetching.get(path) === fetched) fetching.delete(path);
  }
}
