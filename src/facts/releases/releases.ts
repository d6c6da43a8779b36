import { type LocalizableText, text } from "../../text/catalogue";
import { atLeast, compareVersions } from "../../text/versions";
import type { Behaviour, NewChainFacts, ReleaseFacts } from "./release";
import { release3170 } from "./release3170";
import { release3171 } from "./release3171";
import { releasesTo3164 } from "./releasesTo3164";

/** Every release of which something is known, the oldest first. A new one is a file beside this and a line here. */
export const releases: readonly ReleaseFacts[] = [...releasesTo3164, release3170, release3171];

const published = releases.filter((release) => release.published);

/** The newest published release that is known here; assumed where the running one isn't known. */
export const newestRelease: string = (published.at(-1) as ReleaseFacts).version;

/** The facts of exactly this release; undefined for one that is not known. */
export const releaseFacts = (version: string): ReleaseFacts | undefined =>
  published.find((release) => compareVersions(release.version, version) === 0);

export const isKnownRelease = (version: string): boolean => releaseFacts(version) !== undefined;

/** The known release as which a program is judged: itself, else the newest that is not newer, else the oldest. */
export function checkedAs(version: string): string {
  const [oldest] = published as [ReleaseFacts];
  return (published.findLast((release) => atLeast(version, release.version)) ?? oldest).version;
}

/** The release whose rules count for the files of a node: the newest known one for one that is newer, or that isn't named. */
export function judgedAs(named: string | undefined): string {
  return named === undefined || !atLeast(newestRelease, named) ? newestRelease : named;
}

/** A release as people read it: one that isn't known, or that isn't named, says as which it is checked. */
export function releaseText(named: string | undefined): LocalizableText {
  if (named === undefined) return text("unknown, checked as {0}", newestRelease);
  if (isKnownRelease(named) || !atLeast(named, "3.0.0")) return { text: named, args: [] };
  return text("{0} (unknown, checked as {1})", named, checkedAs(named));
}

/** What the generator of a release makes where nothing else is said; of an unknown one what the release makes as which it is judged. */
export function newChainOf(version: string): NewChainFacts {
  const known = published.findLast((release) => atLeast(version, release.version) && release.newChain);
  return (known ?? (published[0] as ReleaseFacts)).newChain as NewChainFacts;
}

const since: ReadonlyMap<Behaviour, string> = new Map(
  releases.flatMap(({ version, behaviours = [] }) => behaviours.map(({ name }) => [name, version] as const)),
);

/** Whether the program of a release behaves so. */
export function behaves(nodeVersion: string, behaviour: Behaviour): boolean {
  const first = since.get(behaviour);
  return first !== undefined && atLeast(nodeVersion, first);
}
