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
