import { bytesToHex, type Hex, type NodeId } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { blockHeaderHash } from "../transaction/blockHeaderHash";
import type { ChainTrust } from "./chainTrust";
import { broken, type Link, proven, unproven } from "./link";
import { type ReadHeader, readHeader } from "./readHeader";
import { honestWeight, quorumOf, type SealerSet, sameSealers, totalWeight, weightOf } from "./sealerSet";
import { UnreadableMember } from "./strictReading";

/** A set that was reached from a believed one by headers that the set before had signed (`followSealers`). */
export interface FollowedSealers {
  readonly sealers: SealerSet;
  /** The block whose header named them. */
  readonly height: number;
}

export interface HeaderFindings {
  readonly links: readonly Link[];
  /** Undefined when it cannot be read. */
  readonly header?: ReadHeader;
  /** The hash of the members. */
  readonly hash?: Hex;
}

/** Who signed the digest; a signature that is no sealer's, or a second one of the same sealer, is no node's answer. */
function signersOf(suite: CryptoSuite, header: ReadHeader, digest: Uint8Array): { signers: Set<NodeId>; bad?: number } {
  const signers = new Set<NodeId>();
  let bad: number | undefined;
  header.signatures.forEach(({ index, signature }, i) => {
    const sealer = header.sealers[index];
    const key = header.sealerKeys[index];
    if (!sealer || !key || signers.has(sealer.nodeId) || !verifies(suite, digest, signature, key)) bad ??= i;
    else signers.add(sealer.nodeId);
  });
  return { signers, ...(bad === undefined ? {} : { bad }) };
}

function verifies(suite: CryptoSuite, digest: Uint8Array, signature: Uint8Array, key: Uint8Array): boolean {
  if (signature.length !== (suite.name === "sm" ? 64 : 65)) return false;
  try {
    return suite.verify(digest, signature, key);
  } catch {
    // a key that is no point of the curve signs nothing
    return false;
  }
}

function signatureLink(header: ReadHeader, signers: ReadonlySet<NodeId>, bad: number | undefined): Link {
  const [weight, needed] = [weightOf(header.sealers, signers), quorumOf(header.sealers)];
  const values = { signers: signers.size, weight, needed, total: totalWeight(header.sealers) };
  if (bad !== undefined) return broken("signatures", "badSignature", { ...values, index: bad });
  return weight >= needed ? proven("signatures", "signed", values) : broken("signatures", "tooFewSigned", values);
}

/**
 * Whether the believed sealers stand behind this header: they are its sealers, and enough of them signed; or it names others, and so many
 * of the believed ones signed it that one of them at least is honest.
 */
function sealerLink(
  header: ReadHeader,
  signers: ReadonlySet<NodeId>,
  trust: ChainTrust | undefined,
  followed: FollowedSealers | undefined,
): Link {
  if (!trust) return unproven("sealers", "noTrust");
  const count = header.sealers.length;
  const signed = weightOf(trust.sealers, signers);
  if (sameSealers(trust.sealers, header.sealers)) {
    const enough = signed >= quorumOf(trust.sealers);
    return enough
      ? proven("sealers", sourceReason[trust.source], { count })
      : unproven("sealers", "believedTooFew", { count });
  }
  if (
    followed &&
    sameSealers(followed.sealers, header.sealers) &&
    weightOf(followed.sealers, signers) >= quorumOf(followed.sealers)
  ) {
    return proven("sealers", "followedSealers", { count, height: followed.height, since: trust.height });
  }
  const needed = honestWeight(trust.sealers);
  if (signed < needed) return unproven("sealers", "otherSealers", { count });
  // Fewer names and a longer extraData give the same hash: a list that is not believed counts only where nothing can be cut anew.
  if (header.data.extraData.length > 0) return unproven("sealers", "extraData");
  return proven("sealers", "believedSigned", { weight: signed, total: totalWeight(trust.sealers), needed });
}

const sourceReason = {
  pinned: "pinnedSealers",
  genesisFile: "genesisFileSealers",
  ownChain: "ownChainSealers",
} as const;

function genesisLink(hash: Hex, trust: ChainTrust | undefined): Link {
  if (!trust) return unproven("sealers", "noTrust");
  if (trust.genesisHash === undefined) return unproven("sealers", "genesisUnknown");
  return trust.genesisHash === hash
    ? proven("sealers", "genesisMatches")
    : broken("sealers", "otherGenesis", { expected: trust.genesisHash, found: hash });
}

/** Words for a header that cannot be read. */
export function unreadable(error: unknown): { member: string } {
  if (error instanceof UnreadableMember) return { member: error.member };
  throw error;
}

/**
 * The three last links of everything: the header's own hash, who signed it, and why to believe them
 * (docs/protocol/transaction-encoding.md, "Block header").
 * @param value answer of `getBlockByNumber` or `getBlockByHash`, not yet trusted in any way
 */
export function headerLinks(
  suite: CryptoSuite,
  value: unknown,
  trust: ChainTrust | undefined,
  followed?: FollowedSealers,
): HeaderFindings {
  let header: ReadHeader;
  try {
    header = readHeader(value);
  } catch (error) {
    return { links: [broken("header", "unreadable", unreadable(error))] };
  }
  const digest = blockHeaderHash(suite, header.data);
  const hash = bytesToHex(digest);
  const own =
    hash === header.claimedHash
      ? proven("header", "headerHash")
      : broken("header", "headerHashDiffers", { found: hash });
  if (header.number === 0) {
    const stray = header.signatures.length > 0 ? [broken("signatures", "badSignature", { index: 0 })] : [];
    return { links: [own, ...stray, genesisLink(hash, trust)], header, hash };
  }
  const { signers, bad } = signersOf(suite, header, digest);
  return {
    links: [own, signatureLink(header, signers, bad), sealerLink(header, signers, trust, followed)],
    header,
    hash,
  };
}

/** What every check rests on; nothing of it may come from the answer that is checked. */
export interface VerificationBasis {
  readonly suite: CryptoSuite;
  /** The group that was asked. */
  readonly groupId: string;
  /** What the session is taken for; a trust outranks it. */
  readonly chainId: string;
  readonly trust: ChainTrust | undefined;
  readonly followed?: FollowedSealers | undefined;
}
