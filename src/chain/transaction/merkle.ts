import { bytesToHexDigits } from "../../crypto/bytes/hex";
import { joinBytes } from "../../crypto/bytes/joinBytes";
import type { CryptoSuite } from "../../crypto/cryptoSuite";

/**
 * The trees of a block header: pairs of neighbours are hashed together, a last one without neighbour is hashed alone,
 * up to one root; a single leaf is the root itself (docs/protocol/transaction-encoding.md, "Merkle trees").
 */
function parents(suite: CryptoSuite, level: readonly Uint8Array[]): Uint8Array[] {
  const next: Uint8Array[] = [];
  for (let i = 0; i < level.length; i += 2) next.push(hashGroup(suite, level.slice(i, i + 2)));
  return next;
}

const hashGroup = (suite: CryptoSuite, group: readonly Uint8Array[]): Uint8Array => suite.hash(joinBytes(group));

/** Root over the 32-byte leaves in block order; 32 zero bytes when there is none. */
export function merkleRoot(suite: CryptoSuite, leaves: readonly Uint8Array[]): Uint8Array {
  let level: readonly Uint8Array[] = leaves;
  while (level.length > 1) level = parents(suite, level);
  return level[0] ?? new Uint8Array(32);
}

/** How many hashes follow in a proof: the number in the first four of 32 bytes. */
export const groupCount = (count: number): string => count.toString(16).padStart(8, "0").padEnd(64, "0");

/**
 * The proof of one leaf in the form a node answers: groups of a count and its hashes from the leaf upwards without the
 * root, each 64 hex digits without `0x`. A lone leaf has the proof `[root]`.
 * @throws RangeError when there is no such leaf.
 */
export function merkleProof(suite: CryptoSuite, leaves: readonly Uint8Array[], index: number): string[] {
  const lone = leaves[index];
  if (lone === undefined) throw new RangeError(`there is no leaf ${index} among ${leaves.length}`);
  if (leaves.length === 1) return [bytesToHexDigits(lone)];
  const proof: string[] = [];
  let at = index;
  for (let level: readonly Uint8Array[] = leaves; level.length > 1; level = parents(suite, level)) {
    const first = at - (at % 2);
    const group = level.slice(first, first + 2);
    proof.push(groupCount(group.length), ...group.map(bytesToHexDigits));
    at = Math.floor(at / 2);
  }
  return proof;
}
