import { compareVersions } from "../../text/versions";
import { allows } from "../version/versionRange";
import list from "./releases.json";

/** Released compilers that all pragmas of a file allow, oldest first. */
export const allowedReleases = (pragmas: readonly string[]): readonly string[] =>
  releasedVersions.filter(allows(pragmas));

/** The release that compiles a file where nothing but its pragmas says which: the preferred one, else the newest that they allow. */
export function usualRelease(allowed: readonly string[]): string {
  return allowed.includes(preferredVersion) ? preferredVersion : (allowed.at(-1) ?? preferredVersion);
}

/** What is known of a released compiler; `scripts/compiler-hashes.ts` writes the list. */
interface Release {
  /** SHA-512 of the npm package `solc`, base64: what a registry gives is compared with it. */
  readonly package: string;
  /** SHA-256 of its `soljson.js`, hex digits: nothing else is run under this version. */
  readonly soljson: string;
}

/** By version. */
export const releases: ReadonlyMap<string, Release> = new Map(Object.entries(list));

const versionsByHash = new Map([...releases].map(([version, { soljson }]) => [soljson, version]));

/** The release whose `soljson.js` has this SHA-256; undefined for a file that no release of the list has. */
export const releaseOfHash = (sha256: string): string | undefined => versionsByHash.get(sha256);

/** Released versions that speak standard JSON, oldest first. */
export const releasedVersions: readonly string[] = [...releases.keys()].sort(compareVersions);

/**
 * The version that is taken where it fits: its machine can be set to every one that FISCO BCOS runs (London to Cancun), and code for SM
 * chains can be had from it.
 */
export const preferredVersion = "0.8.30";
