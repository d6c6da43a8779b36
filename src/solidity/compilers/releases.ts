import { compareVersions } from "../version/versionRange";
import releases from "./releases.json";

/** SHA-512 of the npm packages `solc`, base64, by version: what a registry gives is compared with it. */
export const releaseIntegrity: Readonly<Record<string, string>> = releases;

/** Released versions that speak standard JSON, oldest first. */
export const releasedVersions: readonly string[] = Object.keys(releases).sort(compareVersions);

/**
 * The version that is taken where it fits: its machine can be set to every one that FISCO BCOS runs (London to Cancun), and code for SM chains
 * can be had from it.
 */
export const preferredVersion = "0.8.30";
