import { bytesToHex, bytesToKey } from "../../crypto/bytes/hex";
import { joinBytes } from "../../crypto/bytes/joinBytes";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { type ReceiptData, receiptHash } from "../transaction/receiptHash";
import { type EventEnd, type ReceiptDivision, receiptDivision } from "./receiptDivision";
import {
  bytesOf,
  countOf,
  fixedBytesOf,
  gasTextOf,
  integerOf,
  listOf,
  type Members,
  membersOf,
  textOf,
  UnreadableMember,
} from "./strictReading";

/** What an interface says of an event. */
export interface EventShape {
  readonly topics: number;
  /** How many of the bytes that follow its topics are its data, when they are such data as the interface has them. */
  dataLength(following: Uint8Array): number | undefined;
}

/**
 * The event at this address, or only how many topics it has, as far as its interface is known here and not from a node. Several events
 * in one receipt, or four, are told apart by their shapes.
 */
export type KnownEvents = (address: string, firstTopic: string | undefined) => number | EventShape | undefined;

export interface ReadReceipt {
  readonly data: ReceiptData;
  readonly digest: Uint8Array;
  readonly division: ReceiptDivision;
}

/** The stored text of an address: 40 hex digits without `0x`. A path of a WASM chain is none. */
function storedAddress(value: unknown, member: string): string {
  const text = textOf(value, member);
  const digits = text.startsWith("0x") ? text.slice(2) : text;
  if (!/^[0-9a-fA-F]{40}$/.test(digits)) throw new UnreadableMember(member);
  return digits;
}

function readLogs(value: unknown): ReceiptData["logEntries"] {
  return listOf(value, "logEntries", 100_000).map((each, i) => {
    const member = `logEntries[${i}]`;
    const { address, topics, data } = membersOf(each, member);
    return {
      address: storedAddress(address, `${member}.address`),
      topics: listOf(topics, `${member}.topics`, 4).map((topic, j) =>
        fixedBytesOf(topic, `${member}.topics[${j}]`, 32),
      ),
      data: bytesOf(data, `${member}.data`),
    };
  });
}

function readData(receipt: Members): ReceiptData {
  const version = Number(integerOf(receipt["version"] ?? 0, "version", 0n, 2n));
  const contract = textOf(receipt["contractAddress"], "contractAddress");
  const price = version === 0 ? "" : textOf(receipt["effectiveGasPrice"] ?? "", "effectiveGasPrice");
  if (!/^(?:0x[0-9a-fA-F]{0,64})?$/.test(price)) throw new UnreadableMember("effectiveGasPrice");
  return {
    version,
    gasUsed: gasTextOf(receipt["gasUsed"]),
    contractAddress: contract === "" || contract === "0x" ? "" : storedAddress(contract, "contractAddress"),
    // below 2^24 the first of its four bytes is no digit that the gas or the address before it could end with
    status: Number(integerOf(receipt["status"], "status", 0n, 2n ** 24n - 1n)),
    output: bytesOf(receipt["output"], "output"),
    logEntries: readLogs(receipt["logEntries"]),
    blockNumber: BigInt(countOf(receipt["blockNumber"], "blockNumber")),
    effectiveGasPrice: price,
  };
}

const encoder = new TextEncoder();

const topicsOf = (shape: number | EventShape | undefined): number | undefined =>
  typeof shape === "object" ? shape.topics : shape;

/** Where an event ends that an interface known here has at such an address. */
function eventEnd(known: KnownEvents): EventEnd {
  return (body, place) => {
    const topicAt = place + 40;
    if (topicAt + 32 > body.length) return undefined;
    const shape = known(
      `0x${bytesToKey(body.subarray(place, topicAt)).toLowerCase()}`,
      bytesToHex(body.subarray(topicAt, topicAt + 32)),
    );
    if (typeof shape !== "object") return undefined;
    const dataAt = topicAt + 32 * shape.topics;
    if (dataAt > body.length) return undefined;
    const length = shape.dataLength(body.subarray(dataAt));
    return length === undefined || dataAt + length > body.length ? undefined : dataAt + length;
  };
}

function divisionOf(data: ReceiptData, known: KnownEvents | undefined): ReceiptDivision {
  const price = encoder.encode(data.effectiveGasPrice);
  const body = joinBytes([
    data.output,
    price,
    ...data.logEntries.flatMap(({ address, topics, data: bytes }) => [encoder.encode(address), ...topics, bytes]),
  ]);
  const shown = data.logEntries.map((log) => ({ topics: log.topics.length, data: log.data.length }));
  const agreed = data.logEntries.map(({ address, topics }) => {
    const [first] = topics;
    return topicsOf(known?.(`0x${address.toLowerCase()}`, first && bytesToHex(first))) === topics.length;
  });
  const sizes = { output: data.output.length, price: price.length };
  return receiptDivision(body, sizes, shown, agreed, known && eventEnd(known));
}

/**
 * The stored receipt behind a printed one, its hash, and whether that hash can mean nothing else.
 * @throws UnreadableMember naming the member.
 */
export function readReceipt(suite: CryptoSuite, receipt: Members, known: KnownEvents | undefined): ReadReceipt {
  const data = readData(receipt);
  return { data, digest: receiptHash(suite, data), division: divisionOf(data, known) };
}
