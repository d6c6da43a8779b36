import { atLeast, versionNumber } from "../../text/versions";
import type { FlagFact } from "./release";
import { releases } from "./releases";
import { flagsTo3164 } from "./releasesTo3164";

/** Each release puts its flags behind one that was there. */
function inOrder(): FlagFact[] {
  const flags = [...flagsTo3164];
  for (const release of releases) {
    if (!release.flags) continue;
    const before = flags.findIndex(({ name }) => name === release.flagsBehind);
    flags.splice(before < 0 ? flags.length : before + 1, 0, ...release.flags);
  }
  return flags;
}

/** Every flag of the known releases, in the order in which a node's program lists them (`featureKeys`). */
export const chainFlags: readonly FlagFact[] = inOrder();

const byName: ReadonlyMap<string, FlagFact> = new Map(chainFlags.map((each) => [each.name, each]));

/** What is known of a flag; undefined for one that no release has. */
export const chainFlag = (name: string): FlagFact | undefined => byName.get(name);

/** Whether the program of a release knows the flag. */
export function isFlagOf(nodeVersion: string, name: string): boolean {
  const found = byName.get(name);
  return found !== undefined && atLeast(nodeVersion, found.since);
}

const inRelease = (version: number, release: string): boolean => version >>> 16 === versionNumber(release) >>> 16;

/** Releases whose chains all have shards, without a flag to switch on. */
export const isShardingRelease = (version: number): boolean =>
  inRelease(version, "3.3.0") || inRelease(version, "3.4.0");

const flagsBetween = (from: number, to: number): string[] =>
  chainFlags
    .filter(({ onWith }) => onWith.map(versionNumber).some((step) => step > from && step <= to))
    .map(({ name }) => name);

/** Flags that a chain has from its first block on. */
export function genesisFlags(version: number): string[] {
  if (isShardingRelease(version)) return ["feature_sharding"];
  if (inRelease(version, "3.5.0")) return flagsBetween(versionNumber("3.4.0"), version);
  return flagsBetween(0, version);
}

/** Flags that rising from one data version to another switches on: those that the program knows, however high the rise. */
export function upgradeFlags(from: number, to: number, nodeVersion: string): string[] {
  if (to <= from) return [];
  const start = to < versionNumber("3.2.7") ? 0 : from;
  const flags = flagsBetween(start, to);
  if (isShardingRelease(from) || isShardingRelease(to)) flags.push("feature_sharding");
  return flags.filter((name) => isFlagOf(nodeVersion, name));
}
