import { bytesToHex, bytesToKey, hexToBytes } from "../../crypto/bytes/hex";
import { joinBytes } from "../../crypto/bytes/joinBytes";
import { standardSuite } from "../../crypto/suites";
import { transactionData } from "../encoding/transactionData";
import { broken, type Link, proven, unproven } from "./link";
import { bytesOf, fixedBytesOf, integerOf, type Members, maxCount, textOf, UnreadableMember } from "./strictReading";
import type { TransactionFindings } from "./transactionFindings";

type Item = Uint8Array | readonly Item[];

/** The bytes of a number without leading zeros. */
function numberBytes(value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array(0);
  const digits = value.toString(16);
  return hexToBytes(digits.length % 2 === 0 ? digits : `0${digits}`);
}

function head(base: number, length: number): Uint8Array {
  if (length < 56) return Uint8Array.of(base + length);
  const size = numberBytes(BigInt(length));
  return Uint8Array.of(base + 55 + size.length, ...size);
}

/** RLP: every item with its length in front. */
function rlp(item: Item): Uint8Array {
  if (item instanceof Uint8Array) {
    const [first = 0x80] = item;
    return item.length === 1 && first < 0x80 ? item : joinBytes([head(0x80, item.length), item]);
  }
  const body = joinBytes(item.map(rlp));
  return joinBytes([head(0xc0, body.length), body]);
}

/** A number as a node prints it in such a transaction: decimal, or hex with `0x`, without leading zeros. */
function numberOf(value: unknown, member: string): bigint {
  const text = textOf(value, member);
  if (text.length > 80 || !/^(?:0|[1-9][0-9]*|0x(?:0|[1-9a-f][0-9a-f]*))$/.test(text))
    throw new UnreadableMember(member);
  return BigInt(text);
}

const nothing = new Uint8Array(0);
const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === "";

/** The members that the hash of an Ethereum transaction covers, as far as they are printed. */
interface EthereumMembers {
  readonly chainId: bigint;
  readonly nonce: bigint;
  readonly to: Uint8Array;
  readonly input: Uint8Array;
  readonly value: bigint;
  readonly gasPrice: bigint;
  readonly gasLimit: bigint;
  readonly fees: { readonly max: bigint; readonly tip: bigint } | undefined;
}

function readMembers(members: Members): EthereumMembers {
  const nonceText = bytesToKey(bytesOf(`0x${textOf(members["nonce"], "nonce")}`, "nonce"));
  const to = textOf(members["to"], "to");
  if (to !== "" && !/^0x[0-9a-f]{40}$/.test(to)) throw new UnreadableMember("to");
  const [max, tip] = [members["maxFeePerGas"], members["maxPriorityFeePerGas"]];
  if (isAbsent(max) !== isAbsent(tip)) throw new UnreadableMember("maxFeePerGas");
  return {
    chainId: numberOf(members["chainID"], "chainID"),
    nonce: numberOf(nonceText, "nonce"),
    to: to === "" ? nothing : hexToBytes(to),
    input: bytesOf(members["input"], "input"),
    value: numberOf(members["value"], "value"),
    gasPrice: numberOf(members["gasPrice"], "gasPrice"),
    gasLimit: integerOf(members["gasLimit"], "gasLimit", 0n, maxCount),
    fees: isAbsent(max)
      ? undefined
      : { max: numberOf(max, "maxFeePerGas"), tip: numberOf(tip, "maxPriorityFeePerGas") },
  };
}

interface Form {
  readonly unsigned: Uint8Array;
  readonly signed: (r: Uint8Array, s: Uint8Array) => Uint8Array;
}

/** The forms that such a transaction may have had; those with an access list or blobs are not printed whole. */
function formsOf(members: EthereumMembers, parity: number): Form[] {
  const { chainId, to, input, fees } = members;
  const [nonce, price, gas, value] = [members.nonce, members.gasPrice, members.gasLimit, members.value].map(
    numberBytes,
  );
  if (!nonce || !price || !gas || !value) return [];
  const chain = numberBytes(chainId);
  const typed = (type: number, items: readonly Item[]): Form => ({
    unsigned: Uint8Array.of(type, ...rlp(items)),
    signed: (r, s) => Uint8Array.of(type, ...rlp([...items, numberBytes(BigInt(parity)), r, s])),
  });
  if (fees) {
    // there is no gas price, and nodes print one of 0
    if (members.gasPrice !== 0n) return [];
    return [typed(2, [chain, nonce, numberBytes(fees.tip), numberBytes(fees.max), gas, to, value, input, []])];
  }
  const legacy = [nonce, price, gas, to, value, input];
  const old = (v: bigint, extra: readonly Item[]): Form => ({
    unsigned: rlp([...legacy, ...extra]),
    signed: (r, s) => rlp([...legacy, numberBytes(v), r, s]),
  });
  return chainId === 0n
    ? [old(27n + BigInt(parity), [])]
    : [
        old(35n + 2n * chainId + BigInt(parity), [chain, nothing, nothing]),
        typed(1, [chain, nonce, price, gas, to, value, input, []]),
      ];
}

/** Of the members that every Ethereum transaction has alike. */
function fixedMembers(members: Members): Link | undefined {
  const fixed = { blockLimit: "0", abi: "", extension: "" };
  const wrong = Object.entries(fixed).find(([key, value]) => String(members[key] ?? value) !== value);
  return wrong && broken("members", "memberDiffers", { member: wrong[0] });
}

/** Covered by the hash, by a rule above, or checked against something else that is proven. */
const covered = new Set([
  ...["hash", "chainID", "groupID", "blockLimit", "nonce", "to", "input", "abi", "extension"],
  ...["value", "gasPrice", "gasLimit", "maxFeePerGas", "maxPriorityFeePerGas", "from", "signature"],
  ...["txProof", "blockNumber", "blockHash", "transactionIndex"],
]);

/**
 * What an Ethereum transaction proves by itself. Its hash is keccak256 of its signed form on either kind of chain, with the length of
 * every member in it, so that it can be cut in one way only; the signature is secp256k1 over the unsigned form. A node prints neither the
 * form nor an access list: the forms without one are tried (docs/protocol/transaction-encoding.md, "Ethereum transactions").
 * @throws UnreadableMember
 */
export function ethereumFindings(members: Members): TransactionFindings {
  const claimed = bytesToHex(fixedBytesOf(members["hash"], "hash", 32));
  const uncovered = Object.keys(members).filter((key) => {
    const value = members[key];
    return !covered.has(key) && !isAbsent(value) && !(Array.isArray(value) && value.length === 0);
  });
  // without its hash nothing says that the signature is its own
  const open = ["from", "signature"].filter((key) => !isAbsent(members[key]));
  const unknown = { links: [unproven("hash", "web3Transaction")], uncovered: [...uncovered, ...open] };
  let read: EthereumMembers;
  try {
    read = readMembers(members);
  } catch (error) {
    if (error instanceof UnreadableMember) return unknown;
    throw error;
  }
  const signature = fixedBytesOf(members["signature"], "signature", 65);
  const parity = signature[64] ?? 0;
  const part = (from: number): Uint8Array => numberBytes(BigInt(bytesToHex(signature.subarray(from, from + 32))));
  const { hash, signer, address } = standardSuite;
  const form = formsOf(read, parity).find((each) => bytesToHex(hash(each.signed(part(0), part(32)))) === claimed);
  if (!form) return unknown;
  const key = signer(hash(form.unsigned), signature);
  const sender = key && address(key).toLowerCase();
  const from = textOf(members["from"], "from").toLowerCase();
  let senderLink: Link = proven("sender", "senderRecovered");
  if (sender === undefined) senderLink = broken("sender", "badSenderSignature");
  else if (sender !== from) senderLink = broken("sender", "senderDiffers", { found: sender });
  const data = transactionData({
    version: Number(integerOf(members["version"] ?? 0, "version", 0n, 2n)),
    chainId: textOf(members["chainID"], "chainID"),
    groupId: "",
    blockLimit: 0n,
    nonce: String(read.nonce),
    to: textOf(members["to"], "to"),
    input: read.input,
  });
  const links = [proven("hash", "hashMatches"), fixedMembers(members) ?? proven("members", "soleEthereum"), senderLink];
  return { links, digest: hexToBytes(claimed), data, uncovered, ...(sender === undefined ? {} : { sender }) };
}
