// How parameters of Ethereum's JSON-RPC are written. They come from outside: what isn't of the form is refused, and nothing is long.

import { stringifyExactJson } from "../../chain/json/exactJson";
import { isAddress, isHash, numberToHex } from "../../crypto/bytes/hex";
import { shortened } from "../../text/shortText";
import { visibleLine } from "../../text/visibleText";
import { invalidParams } from "./web3Error";

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A value that was given, as far as it is shown in an error. */
export const shownValue = (value: unknown): string => {
  const text = typeof value === "string" ? value : (stringifyExactJson(value) ?? String(value));
  return visibleLine(shortened(text, 80));
};

/** Longest call data that is taken: more than a block holds. */
const maxDataLength = 2 * 10 * 1024 * 1024;

/** @throws Web3Error −32602 for what isn't a quantity of at most 256 bits */
export function readQuantity(value: unknown, name: string): bigint {
  if (typeof value === "bigint" && value >= 0n && value < 1n << 256n) return value;
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  if (typeof value === "string" && /^(?:0x[0-9a-f]{1,64}|\d{1,78})$/i.test(value)) return BigInt(value);
  throw invalidParams(`invalid argument ${name}: ${shownValue(value)} isn't a quantity such as 0x1f`);
}

/** The number of a quantity that a node wrote; 0 for anything else. */
export const numberOf = (value: unknown): number =>
  typeof value === "string" && /^0x[0-9a-f]{1,13}$/i.test(value) ? Number(value) : 0;

/** In lower case. @throws Web3Error −32602 */
export function readAddress(value: unknown, name = "address"): string {
  if (typeof value === "string" && isAddress(value)) return value.toLowerCase();
  throw invalidParams(`invalid argument ${name}: ${shownValue(value)} isn't an address of 0x and 40 hex digits`);
}

/** In lower case. @throws Web3Error −32602 */
export function readHash(value: unknown, name = "hash"): string {
  if (typeof value === "string" && isHash(value)) return value.toLowerCase();
  throw invalidParams(`invalid argument ${name}: ${shownValue(value)} isn't a hash of 0x and 64 hex digits`);
}

/** Bytes as `0x` hex in lower case. @throws Web3Error −32602 */
export function readData(value: unknown, name = "data"): string {
  if (typeof value === "string" && value.length <= maxDataLength && /^0x(?:[0-9a-f]{2})*$/i.test(value))
    return value.toLowerCase();
  throw invalidParams(`invalid argument ${name}: ${shownValue(value)} isn't hex of whole bytes`);
}

/** Which block is meant. `latest` is the newest one; safe and finalized ones are the newest, too, since blocks are final. */
export type BlockReference =
  | { readonly kind: "latest" | "pending" }
  | { readonly kind: "number"; readonly number: number }
  | { readonly kind: "hash"; readonly hash: string };

const tags: Readonly<Record<string, BlockReference>> = {
  latest: { kind: "latest" },
  safe: { kind: "latest" },
  finalized: { kind: "latest" },
  pending: { kind: "pending" },
  earliest: { kind: "number", number: 0 },
};

/** Heights that no chain has. */
const maxHeight = 2n ** 40n;

/**
 * A tag, a number, or what EIP-1898 has in their place (`{ blockNumber }`, `{ blockHash }`); nothing is the latest.
 * @throws Web3Error −32602
 */
export function readBlockReference(value: unknown, name = "block"): BlockReference {
  if (value === undefined || value === null || value === "") return { kind: "latest" };
  if (typeof value === "string" && Object.hasOwn(tags, value)) return tags[value] as BlockReference;
  if (typeof value === "string" && isHash(value)) return { kind: "hash", hash: value.toLowerCase() };
  if (isObject(value)) {
    if (value["blockHash"] !== undefined)
      return { kind: "hash", hash: readHash(value["blockHash"], `${name}.blockHash`) };
    if (value["blockNumber"] !== undefined) return readBlockReference(value["blockNumber"], name);
  }
  const number = readQuantity(value, name);
  if (number > maxHeight) throw invalidParams(`invalid argument ${name}: no chain has a block ${number}`);
  return { kind: "number", number: Number(number) };
}

/** A call or a transaction that is only tried out. */
export interface CallRequest {
  readonly from: string | undefined;
  /** Undefined: code that makes a contract. */
  readonly to: string | undefined;
  readonly data: string;
  readonly value: bigint;
  readonly gas: bigint | undefined;
}

/** @throws Web3Error −32602 */
export function readCallRequest(value: unknown): CallRequest {
  if (!isObject(value)) throw invalidParams("invalid argument: a call must be an object");
  const given = (name: string): unknown => value[name] ?? undefined;
  const optional = <T>(name: string, read: (value: unknown, name: string) => T): T | undefined =>
    given(name) === undefined ? undefined : read(given(name), name);
  const to = given("to") === "" ? undefined : optional("to", readAddress);
  return {
    from: optional("from", readAddress),
    to,
    data: optional("input", readData) ?? optional("data", readData) ?? "0x",
    value: optional("value", readQuantity) ?? 0n,
    gas: optional("gas", readQuantity),
  };
}

/** As a node's web3 port takes it. */
export const wireCall = ({ from, to, data, value, gas }: CallRequest): object => ({
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
  data,
  ...(value === 0n ? {} : { value: numberToHex(value) }),
  ...(gas === undefined ? {} : { gas: numberToHex(gas) }),
});
