import type { VerificationGround } from "./ground";
import { type HeaderFindings, headerLinks } from "./headerLinks";
import { type Verdict, verdictOf } from "./link";
import type { PathFindings } from "./merklePath";
import { askedLink, namedPlace, placeLinks, replaced } from "./placeLinks";
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
  /** The transaction's own members, its place and its header, for whoever goes on from there. */
  readonly findings: TransactionFindings;
  readonly path: PathFindings | undefined;
  readonly header: HeaderFindings;
}

/**
 * Asked hash → recomputed hash → members that can be no others → recovered sender → place in the tree → root → header hash → signatures
 * → believed sealers. Verified only when all of it holds. Asks nobody and throws for nothing that a node may answer.
 */
export function verifyTransaction(ground: VerificationGround, answers: TransactionAnswers): TransactionVerdict {
  const members = asMembers(answers.transaction);
  const findings = transactionFindings(ground, answers.transaction, answers.knownCalls);
  const header = headerLinks(ground.suite, answers.block, ground.trust, ground.followed);
  const place = placeLinks(ground, findings.digest, members["txProof"], "txProof", header.header?.data.txsRoot);
  const own = replaced(findings.links, namedPlace(members, header, place.path?.places));
  const links = [askedLink(answers.asked, members["hash"]), ...own, ...place.links, ...header.links];
  return { ...verdictOf(links, findings.uncovered), findings, path: place.path, header };
}

/** The members of something that should be an object; none where it is not. */
export function asMembers(value: unknown): Members {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : {};
}
