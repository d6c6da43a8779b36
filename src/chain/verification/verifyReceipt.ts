import { bytesToHex } from "../../crypto/bytes/hex";
import { checksumAddress } from "../transaction/contractAddress";
import { unreadable, type VerificationBasis } from "./headerLinks";
import { broken, type Link, proven, unproven, type Verdict, verdictOf } from "./link";
import type { PathFindings } from "./merklePath";
import { askedLink, given, namedLocation, placeLinks, replaced } from "./placeLinks";
import { type KnownEvents, type ReadReceipt, readReceipt } from "./receiptMembers";
import type { Members } from "./strictReading";
import { asMembers, type TransactionAnswers, type TransactionVerdict, verifyTransaction } from "./verifyTransaction";

interface ReceiptAnswers extends TransactionAnswers {
  /** `getTransactionReceipt` with proof. */
  readonly receipt: unknown;
  readonly knownEvents?: KnownEvents | undefined;
}

export interface ReceiptVerdict extends Verdict {
  /** What is said of the transaction itself. */
  readonly transaction: TransactionVerdict;
}

const hashed = ["version", "gasUsed", "contractAddress", "status", "output", "logEntries", "blockNumber", "hash"];
/** Compared with the transaction, the header or the address. */
const derived = ["transactionHash", "to", "input", "checksumContractAddress", "blockHash", "transactionIndex"];
const paths = ["txReceiptProof"];

/** @param sender whether the transaction's hash covers its signature, and so names the sender */
function uncoveredOf(receipt: Members, sender: boolean): string[] {
  const covered = new Set([...hashed, ...derived, ...paths, ...(sender ? ["from"] : [])]);
  if (Number(receipt["version"] ?? 0) >= 1) covered.add("effectiveGasPrice");
  const isNothing = (value: unknown): boolean =>
    value === "" || !given(value) || (Array.isArray(value) && value.length === 0);
  const own = Object.keys(receipt).filter((key) => !covered.has(key) && !isNothing(receipt[key]));
  const logs = Array.isArray(receipt["logEntries"]) ? receipt["logEntries"] : [];
  const inLogs = logs.flatMap((log, i) =>
    Object.keys(asMembers(log))
      .filter((key) => !["address", "topics", "data"].includes(key))
      .map((key) => `logEntries[${i}].${key}`),
  );
  return [...own, ...inLogs];
}

/** Members that a receipt repeats from its transaction. */
function repeated(
  basis: VerificationBasis,
  receipt: Members,
  read: ReadReceipt,
  of: TransactionVerdict,
): Link | undefined {
  const { data, sender } = of.findings;
  const wrong = (member: string): Link => broken("members", "memberDiffers", { member });
  const lower = (member: string): string => String(receipt[member]).toLowerCase();
  if (data && read.data.version !== data.version) return wrong("version");
  if (sender !== undefined && given(receipt["from"]) && lower("from") !== sender) return wrong("from");
  if (data && given(receipt["to"]) && lower("to") !== data.to.toLowerCase()) return wrong("to");
  if (data && given(receipt["input"]) && lower("input") !== "" && lower("input") !== bytesToHex(data.input)) {
    return wrong("input");
  }
  const checksum = receipt["checksumContractAddress"];
  if (given(checksum) && checksum !== "") {
    const { contractAddress } = read.data;
    const expected = contractAddress === "" ? "" : checksumAddress(basis.suite, `0x${contractAddress}`);
    if (![expected, expected.slice(2)].includes(String(checksum))) return wrong("checksumContractAddress");
  }
  return undefined;
}

const divisionReasons = { events: "divisibleEvents", other: "divisibleReceipt" } as const;

function membersLink(read: ReadReceipt): Link {
  return read.division === "one"
    ? proven("members", "soleReceipt")
    : unproven("members", divisionReasons[read.division]);
}

function hashLink(receipt: Members, read: ReadReceipt): Link {
  const found = bytesToHex(read.digest);
  const same = typeof receipt["hash"] === "string" && receipt["hash"].toLowerCase() === found;
  return same ? proven("hash", "hashMatches") : broken("hash", "hashDiffers", { found });
}

/**
 * The receipt's hash names no transaction: it belongs to the one that has the same place among the block's transactions. Where receipts
 * of a block are equal, a node gives each the path of the first (docs/protocol/transaction-encoding.md, "Merkle trees"): the block holds
 * it then, but the path doesn't tell for which transaction, and another's receipt under this one's hash looks the same.
 */
function sharedPlace(leaf: readonly Link[], path: PathFindings | undefined, of: TransactionVerdict): Link | undefined {
  if (leaf.some(({ state }) => state !== "proven") || !path) return undefined;
  if (!of.path) return unproven("leaf", "transactionUnplaced");
  if (path.depth !== of.path.depth) return broken("leaf", "otherTree");
  const shared = [...path.places].some((place) => of.path?.places.has(place));
  return shared ? undefined : unproven("leaf", "otherPlace");
}

/**
 * A receipt is the asked transaction's when both stand at the same place of one block. Everything that holds for the transaction must
 * hold, and the same from the receipt's hash to the header.
 */
export function verifyReceipt(basis: VerificationBasis, answers: ReceiptAnswers): ReceiptVerdict {
  const transaction = verifyTransaction(basis, answers);
  const receipt = asMembers(answers.receipt);
  const { header } = transaction;
  const asked = askedLink(answers.asked, receipt["transactionHash"]);
  const sender = transaction.links.filter(({ name }) => name === "sender");
  const { apart } = transaction;
  const uncovered = uncoveredOf(
    receipt,
    sender.some(({ state }) => state === "proven"),
  );
  let read: ReadReceipt;
  try {
    read = readReceipt(basis.suite, receipt, answers.knownEvents);
  } catch (error) {
    const links = [asked, broken("hash", "unreadable", unreadable(error)), ...header.links];
    return { ...verdictOf(links, uncovered, apart), transaction };
  }
  const root = header.header?.data.receiptsRoot;
  const place = placeLinks(basis, read.digest, receipt["txReceiptProof"], "txReceiptProof", root);
  const members =
    repeated(basis, receipt, read, transaction) ?? namedLocation(receipt, header, transaction.path?.places);
  const links = [
    asked,
    hashLink(receipt, read),
    members ?? membersLink(read),
    ...sender,
    ...replaced(place.links, sharedPlace(place.links, place.path, transaction)),
    ...transactionLink(transaction),
    ...header.links,
  ];
  return { ...verdictOf(links, uncovered, apart), transaction };
}

/** What the transaction lacks, the receipt lacks too. */
function transactionLink(transaction: TransactionVerdict): Link[] {
  const headers = new Set<string>(transaction.header.links.map(({ name }) => name));
  const own = transaction.links.filter(({ name }) => !headers.has(name) && name !== "sender");
  const missing = own.find(({ state }) => state !== "proven");
  if (missing) return [unproven("transaction", "transactionUnproven")];
  return [proven("transaction", "transactionProven")];
}
