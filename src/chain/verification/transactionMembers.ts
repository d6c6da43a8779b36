import { utf8Text } from "../../crypto/bytes/binaryText";
import { bytesToHex, hexToBytes } from "../../crypto/bytes/hex";
import { joinBytes } from "../../crypto/bytes/joinBytes";
import { type TransactionData, transactionData } from "../encoding/transactionData";
import { transactionHash } from "../encoding/transactionHash";
import { isSoleTransaction, type ShownTransaction } from "./division";
import { ethereumFindings } from "./ethereumFindings";
import { unreadable, type VerificationBasis } from "./headerLinks";
import { broken, type Link, proven, unproven } from "./link";
import {
  bytesOf,
  fixedBytesOf,
  integerOf,
  listOf,
  type Members,
  maxCount,
  membersOf,
  textOf,
  UnreadableMember,
} from "./strictReading";
import type { TransactionFindings } from "./transactionFindings";

/** How much of what follows is a call of this contract, as far as its interface is known here and not from a node. */
export type KnownCalls = (address: string, following: Uint8Array) => number | undefined;

const amountMembers = ["value", "gasPrice", "gasLimit", "maxFeePerGas", "maxPriorityFeePerGas"] as const;
const hashedMembers = ["version", "hash", "chainID", "groupID", "blockLimit", "nonce", "to", "input", "abi"];
/** Checked against something else that is proven. `from` and `signature` are not: each signature of the same hash gives others. */
const derivedMembers = ["txProof", "blockNumber", "blockHash", "transactionIndex"];

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

function uncoveredMembers(members: Members, version: number): string[] {
  const covered = new Set<string>([...hashedMembers, ...derivedMembers]);
  if (version >= 1) for (const each of amountMembers) covered.add(each);
  if (version >= 2) covered.add("extension");
  return Object.keys(members).filter((key) => !covered.has(key) && !isNothing(members[key]));
}

/** Hex of the nonce's text since 3.3, before that the text itself. The hash decides. */
function nonceTexts(value: unknown): string[] {
  const printed = textOf(value, "nonce");
  if (printed.length > 4096) throw new UnreadableMember("nonce");
  const decoded = /^(?:[0-9a-fA-F]{2})+$/.test(printed) ? [utf8Text(hexToBytes(printed))] : [];
  return [...decoded, printed];
}

const optionalText = (value: unknown, member: string): string => (isNothing(value) ? "" : textOf(value, member));

function readData(members: Members): TransactionData[] {
  const version = Number(integerOf(members["version"] ?? 0, "version", 0n, 2n));
  const amounts =
    version === 0
      ? {}
      : {
          value: optionalText(members["value"], "value"),
          gasPrice: optionalText(members["gasPrice"], "gasPrice"),
          gasLimit: integerOf(members["gasLimit"] ?? 0, "gasLimit", 0n, maxCount),
          maxFeePerGas: optionalText(members["maxFeePerGas"], "maxFeePerGas"),
          maxPriorityFeePerGas: optionalText(members["maxPriorityFeePerGas"], "maxPriorityFeePerGas"),
        };
  const extension = version < 2 ? [] : listOf(members["extension"] ?? [], "extension", 2 ** 20);
  return nonceTexts(members["nonce"]).map((nonce) =>
    transactionData({
      version,
      chainId: textOf(members["chainID"], "chainID"),
      groupId: textOf(members["groupID"], "groupID"),
      blockLimit: integerOf(members["blockLimit"], "blockLimit", 0n, maxCount),
      nonce,
      to: textOf(members["to"], "to"),
      input: bytesOf(members["input"], "input"),
      abi: optionalText(members["abi"], "abi"),
      ...amounts,
      extension: Uint8Array.from(extension, (each) => Number(integerOf(each, "extension", 0n, 255n))),
    }),
  );
}

const encoder = new TextEncoder();

function shownOf(data: TransactionData): ShownTransaction {
  const bytes = (text: string): Uint8Array => encoder.encode(text);
  return {
    version: data.version,
    nonce: bytes(data.nonce),
    to: bytes(data.to),
    input: data.input,
    abi: bytes(data.abi),
    value: bytes(data.value),
    gasPrice: bytes(data.gasPrice),
    gasLimit: data.gasLimit,
    maxFeePerGas: bytes(data.maxFeePerGas),
    maxPriorityFeePerGas: bytes(data.maxPriorityFeePerGas),
    extension: data.extension,
  };
}

function int64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigInt64(0, value);
  return bytes;
}

/** The hashed members behind the block limit, one after the other. */
function tailOf(shown: ShownTransaction): Uint8Array {
  const amounts =
    shown.version === 0
      ? []
      : [shown.value, shown.gasPrice, int64(shown.gasLimit), shown.maxFeePerGas, shown.maxPriorityFeePerGas];
  return joinBytes([shown.nonce, shown.to, shown.input, shown.abi, ...amounts, shown.extension]);
}

/** A node of the Merkle tree is the hash of 32 or 64 bytes: what has that length may be one in disguise. */
const nodeLengths = new Set([32, 64]);

function membersLink(basis: VerificationBasis, data: TransactionData, known: KnownCalls | undefined): Link {
  const { chainId, groupId } = basis.trust ?? basis;
  if (data.chainId !== chainId || data.groupId !== groupId || data.groupId !== basis.groupId) {
    return broken("members", "otherChain", {
      found: `${data.chainId}/${data.groupId}`,
      expected: `${chainId}/${groupId}`,
    });
  }
  const shown = shownOf(data);
  const tail = tailOf(shown);
  const length = 12 + encoder.encode(data.chainId + data.groupId).length + tail.length;
  const callAt = shown.nonce.length + shown.to.length;
  const callLength = shown.to.length === 0 ? undefined : known?.(data.to.toLowerCase(), tail.subarray(callAt));
  if (nodeLengths.has(length) || !isSoleTransaction(tail, shown, callLength))
    return unproven("members", "divisibleTransaction");
  return proven("members", "soleTransaction");
}

function signerOf({ suite }: VerificationBasis, digest: Uint8Array, signature: Uint8Array): string | undefined {
  try {
    const key = suite.signer(digest, signature);
    return key && suite.address(key).toLowerCase();
  } catch {
    return undefined;
  }
}

/** What the signature says: the sender, if at all, apart from what is proven. */
function senderFindings(members: Members, sender: string | undefined): { links: Link[]; apart: Link[] } {
  const from = textOf(members["from"], "from").toLowerCase();
  if (sender === undefined) return { links: [broken("sender", "badSenderSignature")], apart: [] };
  if (from !== sender) return { links: [broken("sender", "senderDiffers", { found: sender })], apart: [] };
  return { links: [], apart: [unproven("sender", "senderUncommitted", { sender })] };
}

/**
 * What a printed transaction proves by itself: that its members give its hash and nothing else does. Who signed that hash is found, but
 * stands apart: the hash does not cover the signature (docs/protocol/transaction-encoding.md, "Transaction").
 */
export function transactionFindings(basis: VerificationBasis, value: unknown, known?: KnownCalls): TransactionFindings {
  try {
    const members = membersOf(value, "transaction");
    // an Ethereum transaction names no group
    if (members["groupID"] === "") return ethereumFindings(members);
    const claimed = bytesToHex(fixedBytesOf(members["hash"], "hash", 32));
    const readings = readData(members);
    const version = readings[0]?.version ?? 0;
    const uncovered = uncoveredMembers(members, version);
    const hashed = readings.map((data) => ({ data, digest: transactionHash(basis.suite, data) }));
    const found = hashed.find(({ digest }) => bytesToHex(digest) === claimed);
    if (!found) {
      const [first] = hashed;
      return { links: [broken("hash", "hashDiffers", { found: first ? bytesToHex(first.digest) : "" })], uncovered };
    }
    const { data, digest } = found;
    const sender = signerOf(basis, digest, bytesOf(members["signature"], "signature"));
    const { links: wrong, apart } = senderFindings(members, sender);
    const links = [proven("hash", "hashMatches"), membersLink(basis, data, known), ...wrong];
    return { links, apart, digest, data, uncovered, ...(sender === undefined ? {} : { sender }) };
  } catch (error) {
    return { links: [broken("hash", "unreadable", unreadable(error))], uncovered: [] };
  }
}
