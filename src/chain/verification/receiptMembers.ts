import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { bytesToHex } from "../../crypto/hex";
import { type ReceiptData, receiptHash } from "../transaction/receiptHash";
import { type ReceiptDivision, receiptDivision } from "./division";
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

/** How many topics the event at this address has, as far as its interface is known here and not from a node. */
export type KnownEvents = (address: string, firstTopic: string | undefined) => number | undefined;

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
    gasUsed: gasTextOf(receipt["gasUsed"], "gasUsed"),
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

function divisionOf(data: ReceiptData, known: KnownEvents | undefined): ReceiptDivision {
  const price = encoder.encode(data.effectiveGasPrice);
  const body = Buffer.concat([
    data.output,
    price,
    ...data.logEntries.flatMap(({ address, topics, data: bytes }) => [encoder.encode(address), ...topics, bytes]),
  ]);
  const shown = data.logEntries.map((log) => ({ topics: log.topics.length, data: log.data.length }));
  const agreed = data.logEntries.map(({ address, topics }) => {
    const [first] = topics;
    return known?.(`0x${address.toLowerCase()}`, first && bytesToHex(first)) === topics.length;
  });
  return receiptDivision(Uint8Array.from(body), data.output.length, price.length, shown, agreed);
}

/**
 * The stored receipt behind a printed one, its hash, and whether that hash can mean nothing else.
 * @throws UnreadableMember naming the member.
 */
export function readReceipt(suite: CryptoSuite, receipt: Members, known: KnownEvents | undefined): ReadReceipt {
  const data = readData(receipt);
  return { data, digest: receiptHash(suite, data), division: divisionOf(data, known) };
}
