import { bytesToHex } from "../../crypto/bytes/hex";
import { merkleRoot } from "../transaction/merkle";
import type { ChainTrust } from "./chainTrust";
import { type HeaderFindings, headerLinks, unreadable, type VerificationBasis } from "./headerLinks";
import { broken, type Link, proven, unproven, type Verdict, verdictOf } from "./link";
import { sameBytes } from "./merklePath";
import { given } from "./placeLinks";
import { fixedBytesOf, listOf } from "./strictReading";
import type { TransactionFindings } from "./transactionFindings";
import { transactionFindings } from "./transactionMembers";
import { asMembers } from "./verifyTransaction";

export interface BlockAnswers {
  /** A number, or a hash. */
  readonly asked: number | string;
  /** `getBlockByNumber` or `getBlockByHash`, header only, with hashes or with whole transactions. */
  readonly block: unknown;
  /**
   * One transaction of the block, whole. Hashes alone do not tell a list of transactions from the list of their parents in the tree, which
   * has the same root: one that is known to be a transaction does.
   */
  readonly sample?: unknown;
}

export interface BlockVerdict extends Verdict {
  readonly header: HeaderFindings;
  /** Of each transaction of the block, where these came whole. */
  readonly transactions: readonly TransactionFindings[];
}

const covered = new Set([
  ...["hash", "version", "parentInfo", "txsRoot", "receiptsRoot", "stateRoot", "number", "gasUsed", "timestamp"],
  ...["sealer", "sealerList", "extraData", "consensusWeights", "signatureList", "transactions"],
]);

const maxTransactions = 1_000_000;

interface ListFindings {
  /** Of whole transactions. */
  readonly transactions?: readonly TransactionFindings[];
  readonly links: readonly Link[];
  readonly uncovered: readonly string[];
}

/** Whole transactions: each must hold by itself. */
function wholeTransactions(
  basis: VerificationBasis,
  list: readonly unknown[],
): { findings: TransactionFindings[] } & ListFindings {
  const findings = list.map((each) => transactionFindings(basis, each));
  const missing = findings.flatMap(({ links }) => links).find(({ state }) => state !== "proven");
  return {
    findings,
    links: missing ? [missing] : [],
    uncovered: findings.flatMap((each, i) => each.uncovered.map((member) => `transactions[${i}].${member}`)),
  };
}

function listFindings(basis: VerificationBasis, { block, sample }: BlockAnswers, header: HeaderFindings): ListFindings {
  const value = asMembers(block)["transactions"];
  const root = header.header?.data.txsRoot;
  if (!given(value)) return { links: [], uncovered: [] };
  if (!root) return { links: [unproven("list", "headerUnread")], uncovered: [] };
  try {
    const list = listOf(value, "transactions", maxTransactions);
    const whole = list.length > 0 && typeof list[0] === "object";
    const { findings, links, uncovered } = whole
      ? wholeTransactions(basis, list)
      : { findings: given(sample) ? [transactionFindings(basis, sample)] : [], links: [], uncovered: [] };
    const hashes = list.map((each, i) =>
      fixedBytesOf(whole ? asMembers(each)["hash"] : each, `transactions[${i}]`, 32),
    );
    const found = merkleRoot(basis.suite, hashes);
    const empty = hashes.length === 0;
    const same = sameBytes(found, root) || (empty && header.header?.number === 0);
    if (!same) return { links: [...links, broken("list", "listDiffers")], uncovered };
    if (links.length > 0) return { links, uncovered };
    const known = new Set(hashes.map(bytesToHex));
    const isLeaf = findings.some(
      ({ digest, links: own }) =>
        digest &&
        known.has(bytesToHex(digest)) &&
        own.every(({ name, state }) => name === "sender" || state === "proven"),
    );
    if (!empty && !isLeaf) return { links: [unproven("list", "listUnfounded")], uncovered };
    const transactions = whole ? findings : [];
    return { links: [proven("list", "listWhole", { count: hashes.length })], uncovered, transactions };
  } catch (error) {
    return { links: [broken("list", "unreadable", unreadable(error))], uncovered: [] };
  }
}

function askedBlock(asked: number | string, header: HeaderFindings, trust: ChainTrust | undefined): Link {
  const found = typeof asked === "number" ? header.header?.number : header.hash;
  if (found === undefined) return broken("asked", "unreadable", { member: "block" });
  const wanted = typeof asked === "number" ? asked : asked.toLowerCase();
  const same = found === wanted;
  // executor 1 gives block 0 a hash of its own beside that of its content
  if (!same && typeof asked === "string" && header.header?.number === 0) {
    return trust?.chainHash === wanted ? proven("asked", "asNamed") : unproven("asked", "genesisName", { asked });
  }
  return same ? proven("asked", "asNamed") : broken("asked", "otherThanAsked", { asked, found });
}

/**
 * Asked number or hash → header hash → its transactions, as far as they are listed → signatures → believed sealers.
 * Makes no request and throws for nothing that a node may answer.
 */
export function verifyBlock(basis: VerificationBasis, answers: BlockAnswers): BlockVerdict {
  const header = headerLinks(basis.suite, answers.block, basis.trust, basis.followed);
  const members = asMembers(answers.block);
  const list = listFindings(basis, answers, header);
  const own = Object.keys(members).filter((key) => !covered.has(key) && given(members[key]));
  const links = [askedBlock(answers.asked, header, basis.trust), ...list.links, ...header.links];
  return { ...verdictOf(links, [...own, ...list.uncovered]), header, transactions: list.transactions ?? [] };
}
