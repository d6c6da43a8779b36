import { allows } from "../version/versionRange";
import { preferredVersion, releasedVersions } from "./releases";

/** Released compilers that all pragmas of a file allow, oldest first. */
export const allowedReleases = (pragmas: readonly string[]): readonly string[] =>
  releasedVersions.filter(allows(pragmas));

/** The release that compiles a file where nothing but its pragmas says which: the preferred one, else the newest that they allow. */
export function usualRelease(allowed: readonly string[]): string {
  return allowed.includes(preferredVersion) ? preferredVersion : (allowed.at(-1) ?? preferredVersion);
}
