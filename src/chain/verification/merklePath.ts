import { compareBytes } from "../../crypto/bytes/binaryText";
import { joinBytes } from "../../crypto/bytes/joinBytes";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { groupCount } from "../transaction/merkle";
import { listOf, pathHashOf, textOf, UnreadableMember } from "./strictReading";

/** Where a path says its leaf stands. */
export interface PathFindings {
  /** The leaf is on the path, and every level contains what the level below gives. */
  readonly climbs: boolean;
  readonly root: Uint8Array;
  /** Height of the tree above its leaves; 0 for a lone leaf. */
  readonly depth: number;
  /** Places that the leaf can have: one, more only where equal neighbours stand side by side. */
  readonly places: ReadonlySet<number>;
}

/** More levels than a block of a billion transactions has. */
const deepest = 32;

export const sameBytes = (one: Uint8Array, other: Uint8Array): boolean => compareBytes(one, other) === 0;

/** Groups of one or two hashes, each with its count in the first four of 32 bytes. */
function readGroups(value: unknown, member: string): Uint8Array[][] {
  const items = listOf(value, member, 3 * deepest);
  const groups: Uint8Array[][] = [];
  let at = 0;
  while (at < items.length) {
    const text = textOf(items[at], `${member}[${at}]`);
    const count = [1, 2].find((each) => text === groupCount(each));
    if (count === undefined) throw new UnreadableMember(`${member}[${at}]`);
    const first = at + 1;
    groups.push(Array.from({ length: count }, (_, i) => pathHashOf(items[first + i], `${member}[${first + i}]`)));
    at += 1 + count;
  }
  return groups;
}

/**
 * Climbs from a leaf to the root, and notes on the way where the leaf stands (docs/protocol/transaction-encoding.md, "Merkle trees").
 * @returns undefined when the answer carries no path
 * @throws UnreadableMember for anything that is not of the form a node answers.
 */
export function climb(suite: CryptoSuite, leaf: Uint8Array, value: unknown, member: string): PathFindings | undefined {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return undefined;
  if (Array.isArray(value) && value.length === 1) {
    const lone = pathHashOf(value[0], `${member}[0]`);
    return { climbs: sameBytes(lone, leaf), root: lone, depth: 0, places: new Set([0]) };
  }
  const groups = readGroups(value, member);
  let current = leaf;
  let places = new Set([0]);
  for (const [level, group] of groups.entries()) {
    const sides = group.flatMap((hash, side) => (sameBytes(hash, current) ? [side] : []));
    if (sides.length === 0) return { climbs: false, root: current, depth: level, places };
    places = new Set([...places].flatMap((place) => sides.map((side) => place + side * 2 ** level)));
    current = suite.hash(joinBytes(group));
    // a path of equal neighbours all the way up: no tree of different leaves has it
    if (places.size > 1024) throw new UnreadableMember(`${member}[${level}]`);
  }
  return { climbs: true, root: current, depth: groups.length, places };
}
