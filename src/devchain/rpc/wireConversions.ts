import { hexToBytes } from "../../crypto/bytes/hex";
import { RealNumber, type WireObject, type WireValue } from "./jsonText";

/**
 * A member of a request has a type that the node cannot convert; the words are its own. Over the native interface this is error
 * −32600, over the web3 port −32603 (docs/protocol/json-rpc.md, "JSON").
 */
export class ConversionError extends Error {
  /** The exception's type where the node reports it. */
  readonly type: string;

  constructor(message: string, type = "Json::LogicError") {
    super(message);
    this.type = type;
  }
}

/** A character that is no hex digit, where the node decodes hex. It says no word about it but the name of all exceptions. */
export class NoHexDigit extends ConversionError {
  readonly digit: string;

  constructor(digit: string) {
    super("std::exception", "boost::wrapexcept<boost::algorithm::non_hex_input>");
    this.digit = digit;
  }

  /** What the node adds where it tells everything of an exception. */
  get about(): string {
    return `[boost::algorithm::bad_char_*] = ${this.digit}\n`;
  }
}

/** A missing value counts as null. @throws ConversionError for arrays and objects. */
export function asText(value: WireValue | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "object" && !(value instanceof RealNumber)) {
    throw new ConversionError("Type is not convertible to string");
  }
  return Object.is(value, -0) ? "0" : String(value);
}

const bounds = { lowest: -(2n ** 63n), highest: 2n ** 63n - 1n };

/** Exactly the number of the request, as far as 64 bits with a sign hold it. @throws ConversionError for what is no number and not null. */
export function asInt64(value: WireValue | undefined): bigint {
  if (value === null || value === undefined) return 0n;
  if (typeof value === "boolean") return value ? 1n : 0n;
  if (typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value))) {
    const number = BigInt(value);
    if (number > bounds.highest) throw new ConversionError("LargestUInt out of Int64 range");
    return number;
  }
  const real = typeof value === "number" ? value : value instanceof RealNumber ? value.value : undefined;
  if (real === undefined) throw new ConversionError("Value is not convertible to Int64.");
  // the upper limit itself passes as a double, and turns over
  if (!(Math.abs(real) <= 2 ** 63)) throw new ConversionError("double out of Int64 range");
  return real === 2 ** 63 ? bounds.lowest : BigInt(Math.trunc(real));
}

/** @throws ConversionError for what is no number from 0 to 2^32 − 1 and not null. */
export function asUint32(value: WireValue | undefined): number {
  const number = asInt64(value);
  if (number < 0n || number >= 2n ** 32n) throw new ConversionError("LargestInt out of UInt range");
  return Number(number);
}

/** @throws ConversionError for text, arrays and objects. */
export function asBool(value: WireValue | undefined): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value === "boolean") return value;
  if (typeof value === "number" || typeof value === "bigint") return Number(value) !== 0;
  if (value instanceof RealNumber) return value.value !== 0;
  throw new ConversionError("Value is not convertible to bool.");
}

/** The object whose members are looked up; null and what is missing have none. @throws ConversionError for all else. */
export function asMembers(value: WireValue | undefined): WireObject {
  if (value === null || value === undefined) return {};
  if (isObject(value)) return value;
  throw new ConversionError("in Json::Value::find(begin, end): requires objectValue or nullValue");
}

/**
 * How many items a value has to the node: an object's members count, anything single has none.
 * @throws ConversionError for an object that
 * has some.
 */
export function asItems(value: WireValue | undefined): readonly WireValue[] {
  if (Array.isArray(value)) return value;
  if (value !== undefined && isObject(value) && Object.keys(value).length > 0) {
    throw new ConversionError("in Json::Value::operator[](ArrayIndex)const requires arrayValue");
  }
  return [];
}

/** Whether the value was written as a number. */
export const isNumber = (value: WireValue): boolean =>
  typeof value === "number" || typeof value === "bigint" || value instanceof RealNumber;

/**
 * A quantity as the node's library reads it: hex digits, behind a prefix or not, up to the first that is none.
 * @throws ConversionError when there is no digit, or more than 64 bits.
 */
export function asQuantity(text: string): bigint {
  const digits = /^\s*(?:0[xX](?=[0-9a-fA-F]))?([0-9a-fA-F]+)/.exec(text)?.[1];
  if (digits === undefined) throw new ConversionError("stoull", "std::invalid_argument");
  const value = BigInt(`0x${digits}`);
  if (value >= 2n ** 64n) throw new ConversionError("stoull", "std::out_of_range");
  return value;
}

/** Whether the value is an object with members, not null, an array or a number. */
export function isObject(value: WireValue): value is WireObject {
  return value !== null && typeof value === "object" && !Array.isArray(value) && !(value instanceof RealNumber);
}

/** Hex as nodes since 3.17 take it: any prefix or none, of odd length with a 0 in front. @throws ConversionError for what is no hex. */
export function lenientBytes(text: string): Uint8Array {
  const digits = text.replace(/^0[xX]/, "");
  if (!/^[0-9a-fA-F]*$/.test(digits)) throw new ConversionError("", "boost::wrapexcept<bcos::BadHexCharacter>");
  return hexToBytes(`0x${digits.length % 2 === 0 ? "" : "0"}${digits}`);
}
