// Where other tools keep compilers that they fetched as programs of the system.

import { readdir } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import list from "./nativeReleases.json";

/** A list of released compilers as programs of a system, as binaries.soliditylang.org names it. */
type NativePlatform = keyof typeof list;

/** The list for a machine; undefined where there are no official programs for it. */
export function nativePlatform(
  platform: NodeJS.Platform = process.platform,
  arch: string = process.arch,
): NativePlatform | undefined {
  if (platform === "linux") return arch === "x64" ? "linux-amd64" : arch === "arm64" ? "linux-arm64" : undefined;
  // from 0.8.24 on they are for both processors; older ones run under Rosetta
  if (platform === "darwin") return "macosx-amd64";
  return platform === "win32" && arch === "x64" ? "windows-amd64" : undefined;
}

const versionsByHash = new Map(
  Object.values(list).flatMap((releases) => Object.entries(releases).map(([version, sha256]) => [sha256, version])),
);

/** The release whose program has this SHA-256 (hex digits), on any system; undefined for what is on none of the official lists. */
export const nativeReleaseOfHash = (sha256: string): string | undefined => versionsByHash.get(sha256);

/** The machine and the person whose folders are looked at. */
interface NativeHost {
  readonly environment: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  /** The home folder. */
  readonly home: string;
}

const thisHost = (): NativeHost => ({
  environment: process.env,
  platform: process.platform,
  arch: process.arch,
  home: homedir(),
});

/** Folders of Foundry's version manager: the old one in the home folder first, as it looks itself. */
function svmFolders({ environment, platform, home }: NativeHost): string[] {
  const data =
    platform === "win32"
      ? environment["APPDATA"] || join(home, "AppData", "Roaming")
      : platform === "darwin"
        ? join(home, "Library", "Application Support")
        : environment["XDG_DATA_HOME"] || join(home, ".local", "share");
  return [join(home, ".svm"), join(data, "svm")];
}

/** Hardhat's folders of compilers, the newest form first. */
function hardhatFolders({ environment, platform, home }: NativeHost): string[] {
  const cache =
    platform === "win32"
      ? join(environment["LOCALAPPDATA"] || join(home, "AppData", "Local"), "hardhat-nodejs", "Cache")
      : platform === "darwin"
        ? join(home, "Library", "Caches", "hardhat-nodejs")
        : join(environment["XDG_CACHE_HOME"] || join(home, ".cache"), "hardhat-nodejs");
  return ["compilers-v3", "compilers-v2"].map((name) => join(cache, name));
}

/**
 * Paths at which Foundry and Hardhat keep a version; what is there, and whether it may run, its hash says.
 * @returns absolute paths, of which few or none are there
 */
export async function nativePaths(version: string, host: NativeHost = thisHost()): Promise<string[]> {
  const system = nativePlatform(host.platform, host.arch);
  if (system === undefined) return [];
  const names = host.platform === "win32" ? [`solc-${version}.exe`, `solc-${version}`] : [`solc-${version}`];
  const paths = svmFolders(host).flatMap((folder) => names.map((name) => join(folder, version, name)));
  for (const folder of hardhatFolders(host).map((each) => join(each, system))) {
    const there = await readdir(folder).catch((): string[] => []);
    const own = there.filter((name) => name.startsWith(`solc-${system}-v${version}+commit.`));
    paths.push(...own.map((name) => join(folder, name)));
  }
  return paths;
}
