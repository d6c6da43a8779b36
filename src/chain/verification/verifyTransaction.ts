import { type HeaderFindings, headerLinks, type VerificationBasis } from "./headerLinks";
import { type Verdict, verdictOf } from "./link";
import type { PathFindings } from "./merklePath";
import { askedLink, namedLocation, placeLinks, replaced } from "./placeLinks";
import type { Members } from "./strictReading";
import type { TransactionFindings } from "./transactionFindings";
import { type KnownCalls, transactionFindings } from "./transactionMembers";

/** Answers that speak about one transaction, as they came. */
export interface TransactionAnswers {
  /** The hash that was asked for. */
  readonly asked: string;
  /** `getTransaction` with proof. */
  readonly transaction: unknown;
  /** The block that is said to hold it: `getBlockByNumber`. */
  readonly block: unknown;
  readonly knownCalls?: KnownCalls | undefined;
}

export interface TransactionVerdict extends Verdict {
  /** The transaction's own members, its place and its header, for further checks. */
  readonly findings: TransactionFindings;
  readonly path: PathFindings | undefined;
  readonly header: HeaderFindings;
}

/**
 * Asked hash → recomputed hash → members that can be no others → place in the tree → root → header hash → signatures → believed sealers.
 * The sender is said apart, except of an Ethereum transaction, whose hash covers its signature. Verified only when all of it holds. Makes
 * no request and throws for nothing that a node may answer.
 */
export function verifyTransaction(basis: VerificationBasis, answers: TransactionAnswers): TransactionVerdict {
  const members = asMembers(answers.transaction);
  const findings = transactionFindings(basis, answers.transaction, answers.knownCalls);
  const header = headerLinks(basis.suite, answers.block, basis.trust, basis.followed);
  const place = placeLinks(basis, findings.digest, members["txProof"], "txProof", header.header?.data.txsRoot);
  const own = replaced(findings.links, namedLocation(members, header, place.path?.places));
  const links = [askedLink(answers.asked, members["hash"]), ...own, ...place.links, ...header.links];
  return { ...verdictOf(links, findings.uncovered, findings.apart), findings, path: place.path, header };
}

/** The members of something that should be an object; none where it is not. */
export function asMembers(value: unknown): Members {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : {};
}
