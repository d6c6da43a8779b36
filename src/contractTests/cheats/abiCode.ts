import { AbiReader, type AbiValues, headSize, isDynamic } from "../../chain/abi/abiReader";
import { type AbiParameter, type AbiShape, readParameters } from "../../chain/abi/abiType";
import { bytesOfNumber } from "../../crypto/bigEndian";
import { bytesToHexDigits, hexToBytes } from "../../crypto/hex";
import { joinBytes } from "../../crypto/joinBytes";

/**
 * A value on its way into or out of a test: integers as bigint, addresses as 40 lower-case hex digits, bytes as bytes, lists and structs as
 * lists. Tests call a cheat code some thousand times a second, so nothing is turned into text that stays a number.
 */
export type Value = bigint | boolean | string | Uint8Array | readonly Value[];

const wordSize = 32;
const utf8 = new TextEncoder();
const wordSpan = 1n << 256n;

/** Splits `a,(b,c)[],d` at its outer commas. */
function splitTypes(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < list.length; at++) {
    const character = list[at];
    if (character === "(") depth++;
    else if (character === ")") depth--;
    else if (character === "," && depth === 0) {
      parts.push(list.slice(start, at));
      start = at + 1;
    }
  }
  if (start < list.length) parts.push(list.slice(start));
  return parts;
}

/** What `readParameters` takes for a canonical type. */
function jsonOf(type: string): { type: string; components?: unknown[] } {
  if (!type.startsWith("(")) return { type };
  const end = type.lastIndexOf(")");
  return { type: `tuple${type.slice(end + 1)}`, components: splitTypes(type.slice(1, end)).map(jsonOf) };
}

const known = new Map<string, readonly AbiParameter[]>();

/** Parameters of a list of canonical types: `address,uint256`. */
export function parametersOf(types: string): readonly AbiParameter[] {
  let found = known.get(types);
  if (!found) {
    found = readParameters(splitTypes(types).map(jsonOf), types);
    known.set(types, found);
  }
  return found;
}

const values: AbiValues<Value> = {
  integer: (number) => number,
  bool: (on) => on,
  address: bytesToHexDigits,
  text: (text) => text,
  bytes: (bytes) => bytes.slice(),
  list: (items) => items,
  struct: (_, members) => members,
};

/** Values of parameters in data. @throws RangeError when it is too short or its offsets lead nowhere. */
export function decodeValues(parameters: readonly AbiParameter[], data: Uint8Array): Value[] {
  return new AbiReader(data, values).members(parameters);
}

const wordOf = (number: bigint): Uint8Array => bytesOfNumber(number < 0n ? number + wordSpan : number);

function padded(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(Math.ceil(bytes.length / wordSize) * wordSize);
  out.set(bytes);
  return out;
}

const mismatch = (shape: AbiShape): TypeError => new TypeError(`no ${shape.kind}`);

function encoded(shape: AbiShape, value: Value): Uint8Array {
  switch (shape.kind) {
    case "integer":
      if (typeof value !== "bigint") throw mismatch(shape);
      return wordOf(value);
    case "bool":
      return wordOf(value ? 1n : 0n);
    case "address":
      if (typeof value !== "string") throw mismatch(shape);
      return hexToBytes(value.padStart(64, "0"));
    case "string":
    case "bytes": {
      const bytes = typeof value === "string" ? utf8.encode(value) : value;
      if (!(bytes instanceof Uint8Array)) throw mismatch(shape);
      if (shape.kind === "bytes" && shape.size !== undefined) return padded(bytes);
      return joinBytes([wordOf(BigInt(bytes.length)), padded(bytes)]);
    }
    case "array": {
      if (!Array.isArray(value)) throw mismatch(shape);
      const items = (value as readonly Value[]).map((item) => ({ shape: shape.element, value: item }));
      const body = encodedList(items);
      return shape.length === undefined ? joinBytes([wordOf(BigInt(items.length)), body]) : body;
    }
    case "tuple": {
      if (!Array.isArray(value)) throw mismatch(shape);
      const members = value as readonly Value[];
      return encodedList(shape.members.map((member, index) => ({ shape: member.shape, value: members[index] ?? 0n })));
    }
  }
}

function encodedList(items: readonly { readonly shape: AbiShape; readonly value: Value }[]): Uint8Array {
  const heads: Uint8Array[] = [];
  const tails: Uint8Array[] = [];
  let offset = items.reduce((sum, { shape }) => sum + headSize(shape), 0);
  for (const { shape, value } of items) {
    const bytes = encoded(shape, value);
    if (isDynamic(shape)) {
      heads.push(wordOf(BigInt(offset)));
      tails.push(bytes);
      offset += bytes.length;
    } else heads.push(bytes);
  }
  return joinBytes([...heads, ...tails]);
}

/** The encoding of values of parameters. @throws TypeError for a value that is not of its type. */
export function encodeValues(parameters: readonly AbiParameter[], values: readonly Value[]): Uint8Array {
  return encodedList(parameters.map(({ shape }, index) => ({ shape, value: values[index] ?? 0n })));
}
