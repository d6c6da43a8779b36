import { type HeaderFindings, unreadable, type VerificationBasis } from "./headerLinks";
import { broken, type Link, proven, unproven } from "./link";
import { climb, type PathFindings, sameBytes } from "./merklePath";
import type { Members } from "./strictReading";

interface PlaceFindings {
  /** Of `leaf` and `root`. */
  readonly links: readonly Link[];
  /** Undefined where the path does not lead to the root. */
  readonly path?: PathFindings;
}

/** Whether a hash stands in the block: its Merkle path, and the root that the header has for it. */
export function placeLinks(
  { suite }: VerificationBasis,
  digest: Uint8Array | undefined,
  proof: unknown,
  member: string,
  root: Uint8Array | undefined,
): PlaceFindings {
  if (!digest) return { links: [unproven("leaf", "hashUnproven")] };
  let path: PathFindings | undefined;
  try {
    path = climb(suite, digest, proof, member);
  } catch (error) {
    return { links: [broken("leaf", "unreadable", unreadable(error))] };
  }
  if (!path) return { links: [unproven("leaf", "noPath")] };
  if (!path.climbs) return { links: [broken("leaf", "notOnPath")] };
  const [place = 0, ...others] = path.places;
  const leaf = others.length === 0 ? proven("leaf", "onPath", { place }) : proven("leaf", "onPathTwice");
  if (!root) return { links: [leaf, unproven("root", "headerUnread")] };
  if (!sameBytes(path.root, root)) return { links: [leaf, broken("root", "rootDiffers")] };
  return { links: [leaf, proven("root", "rootMatches")], path };
}

/** Places that an answer names beside what is proven: right where they are given, or the answer is false. */
export function namedLocation(
  members: Members,
  { header, hash }: HeaderFindings,
  places: ReadonlySet<number> | undefined,
): Link | undefined {
  const wrong = (member: string): Link => broken("members", "memberDiffers", { member });
  const { blockNumber, blockHash, transactionIndex } = members;
  if (given(blockNumber) && Number(blockNumber) !== header?.number) return wrong("blockNumber");
  if (given(blockHash) && String(blockHash).toLowerCase() !== hash) return wrong("blockHash");
  if (given(transactionIndex) && !places?.has(Number(transactionIndex))) return wrong("transactionIndex");
  return undefined;
}

export const given = (value: unknown): boolean => value !== undefined && value !== null;

/** The first link that says otherwise takes the place of the one that was proven. */
export function replaced(links: readonly Link[], by: Link | undefined): Link[] {
  if (!by) return [...links];
  const kept = links.filter(({ name }) => name !== by.name);
  const at = links.findIndex(({ name }) => name === by.name);
  kept.splice(at < 0 ? kept.length : at, 0, by);
  return kept;
}

/** Whether the answer carries the hash that was asked for. */
export function askedLink(asked: string, named: unknown): Link {
  if (typeof named !== "string") return broken("asked", "unreadable", { member: "hash" });
  return named.toLowerCase() === asked.toLowerCase()
    ? proven("asked", "asNamed")
    : broken("asked", "otherThanAsked", { asked, found: named.slice(0, 80) });
}
