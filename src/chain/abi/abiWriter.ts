import { bytesOfNumber } from "../../crypto/bytes/bigEndian";
import { hexToBytes } from "../../crypto/bytes/hex";
import { joinBytes } from "../../crypto/bytes/joinBytes";
import { headSize, isDynamic } from "./abiReader";
import type { AbiParameter, AbiShape } from "./abiType";

/**
 * A value to be written: integers as bigint, addresses as bigint or 40 hex digits, bytes as bytes, texts as text or bytes, lists and
 * structs as lists.
 */
export type Encodable = bigint | boolean | string | Uint8Array | readonly Encodable[];

/** The bytes of a text, in the way of the caller. */
type TextBytes = (text: string) => Uint8Array;

const wordSize = 32;

const wordOf = (number: bigint): Uint8Array => bytesOfNumber(BigInt.asUintN(256, number));

function padded(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(Math.ceil(bytes.length / wordSize) * wordSize);
  out.set(bytes);
  return out;
}

const mismatch = (shape: AbiShape): TypeError => new TypeError(`no ${shape.kind}`);

function encoded(shape: AbiShape, value: Encodable, textBytes: TextBytes): Uint8Array {
  switch (shape.kind) {
    case "integer":
      if (typeof value !== "bigint") throw mismatch(shape);
      return wordOf(value);
    case "bool":
      return wordOf(value ? 1n : 0n);
    case "address":
      if (typeof value === "bigint") return wordOf(value);
      if (typeof value !== "string") throw mismatch(shape);
      return hexToBytes(value.padStart(64, "0"));
    case "string":
    case "bytes": {
      const bytes = typeof value === "string" ? textBytes(value) : value;
      if (!(bytes instanceof Uint8Array)) throw mismatch(shape);
      if (shape.kind === "bytes" && shape.size !== undefined) return padded(bytes);
      return joinBytes([wordOf(BigInt(bytes.length)), padded(bytes)]);
    }
    case "array": {
      if (!Array.isArray(value)) throw mismatch(shape);
      const items = (value as readonly Encodable[]).map((item) => ({ shape: shape.element, value: item }));
      const body = encodedList(items, textBytes);
      return shape.length === undefined ? joinBytes([wordOf(BigInt(items.length)), body]) : body;
    }
    case "tuple":
      if (!Array.isArray(value)) throw mismatch(shape);
      return writeParameters(shape.members, value as readonly Encodable[], textBytes);
  }
}

function encodedList(
  items: readonly { readonly shape: AbiShape; readonly value: Encodable }[],
  textBytes: TextBytes,
): Uint8Array {
  const heads: Uint8Array[] = [];
  const tails: Uint8Array[] = [];
  let offset = items.reduce((sum, { shape }) => sum + headSize(shape), 0);
  for (const { shape, value } of items) {
    const bytes = encoded(shape, value, textBytes);
    if (isDynamic(shape)) {
      heads.push(wordOf(BigInt(offset)));
      tails.push(bytes);
      offset += bytes.length;
    } else heads.push(bytes);
  }
  return joinBytes([...heads, ...tails]);
}

const utf8 = new TextEncoder();

/**
 * The ABI encoding of values of parameters; a value that is missing counts as 0. Ranges and lengths are not looked at: `readArgument` and
 * what computes values have done so.
 * @throws TypeError for a value that is not of its type.
 */
export function writeParameters(
  parameters: readonly AbiParameter[],
  values: readonly Encodable[],
  textBytes: TextBytes = (text) => utf8.encode(text),
): Uint8Array {
  return encodedList(
    parameters.map(({ shape }, index) => ({ shape, value: values[index] ?? 0n })),
    textBytes,
  );
}
