import type { Result } from "ethers";
import { bytesToHex, hexToBytes, isHexDigits } from "../../crypto/hex";
import { invalidArgument } from "./abiError";
import type { AbiParameter, AbiShape } from "./abiType";
import { parseTypedText, TypedTextError } from "./typedText";

/**
 * A decoded value as plain JSON: integers as decimal texts (they may need 256 bits), bytes and addresses as lower-case
 * hex with `0x`, structs as objects, or as lists when a member has no name.
 */
export type AbiValue = string | boolean | AbiValue[] | { [name: string]: AbiValue };

/** What ethers' coder takes. */
type CoderValue = bigint | boolean | Uint8Array | CoderValue[];

const utf8 = new TextEncoder();
const utf8Text = new TextDecoder("utf-8", { ignoreBOM: true });

function integerOf(shape: AbiShape & { kind: "integer" }, value: unknown, path: string, type: string): bigint {
  const advice = "Give a whole number: decimal digits or 0x and hex digits, as text when it is above 2^53.";
  let number: bigint;
  if (typeof value === "bigint") number = value;
  else if (typeof value === "number") {
    if (!Number.isSafeInteger(value))
      throw invalidArgument(path, type, `${value} is not an exact whole number`, advice);
    number = BigInt(value);
  } else if (typeof value === "string") {
    const [, sign = "", digits] = /^([+-]?)(0[xX][0-9a-fA-F]+|\d[\d_]*)$/.exec(value.trim()) ?? [];
    if (digits === undefined) throw invalidArgument(path, type, `"${value}" is not a whole number`, advice);
    number = BigInt(digits.replaceAll("_", "")) * (sign === "-" ? -1n : 1n);
  } else throw invalidArgument(path, type, "a whole number is wanted", advice);
  const low = shape.signed ? -(1n << BigInt(shape.bits - 1)) : 0n;
  const high = (1n << BigInt(shape.signed ? shape.bits - 1 : shape.bits)) - 1n;
  if (number < low || number > high) {
    throw invalidArgument(path, type, `${number} is out of range`, `The range is ${low} to ${high}.`);
  }
  return number;
}

function bytesOf(size: number | undefined, value: unknown, path: string, type: string): Uint8Array {
  const advice = "Give 0x and two hex digits for each byte.";
  let bytes: Uint8Array;
  if (value instanceof Uint8Array) bytes = value;
  else if (typeof value === "string") {
    const text = value.trim();
    if (text.startsWith("base64://")) bytes = new Uint8Array(Buffer.from(text.slice(9), "base64"));
    else {
      const digits = text.startsWith("hex://") ? text.slice(6).replace(/^0x/i, "") : text.slice(2);
      if (!/^(0x|hex:\/\/)/i.test(text)) throw invalidArgument(path, type, `"${value}" does not begin with 0x`, advice);
      if (!isHexDigits(digits))
        throw invalidArgument(path, type, `"${value}" holds something else than hex digits`, advice);
      if (digits.length % 2 !== 0) throw invalidArgument(path, type, "an odd number of hex digits", advice);
      bytes = hexToBytes(digits);
    }
  } else throw invalidArgument(path, type, "bytes are wanted", advice);
  if (size !== undefined && bytes.length !== size) {
    throw invalidArgument(
      path,
      type,
      `${bytes.length} bytes given`,
      `Give exactly ${size} bytes (${size * 2} hex digits), padded with zeros where they are fewer.`,
    );
  }
  return bytes;
}

function addressOf(value: unknown, path: string): bigint {
  const digits = typeof value === "string" ? value.trim().replace(/^0x/i, "") : "";
  if (!/^[0-9a-fA-F]{40}$/.test(digits)) {
    throw invalidArgument(path, "address", `"${String(value)}" is not an address`, "Give 0x and 40 hex digits.");
  }
  return BigInt(`0x${digits}`);
}

function boolOf(value: unknown, path: string): boolean {
  if (typeof value === "boolean") return value;
  const word = typeof value === "string" ? value.trim().toLowerCase() : "";
  if (word === "true" || word === "false") return word === "true";
  throw invalidArgument(path, "bool", `"${String(value)}" is neither true nor false`, "Give true or false.");
}

function textOf(value: unknown, path: string): Uint8Array {
  if (typeof value === "string") return utf8.encode(value);
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean")
    return utf8.encode(String(value));
  throw invalidArgument(path, "string", "a text is wanted", "Give the text itself.");
}

/** A list or struct may come as one typed text. */
function unfold(value: unknown, path: string, type: string): unknown {
  if (typeof value !== "string") return value;
  try {
    return parseTypedText(value);
  } catch (error) {
    if (!(error instanceof TypedTextError)) throw error;
    throw invalidArgument(path, type, error.message, "Write a list as [a, b] and a struct as {name: value}.");
  }
}

function listOf(shape: AbiShape & { kind: "array" }, given: unknown, path: string, type: string): CoderValue[] {
  const value = unfold(given, path, type);
  if (!Array.isArray(value)) throw invalidArgument(path, type, "a list is wanted", "Write a list as [a, b].");
  if (shape.length !== undefined && value.length !== shape.length) {
    throw invalidArgument(path, type, `${value.length} elements given`, `Give exactly ${shape.length} elements.`);
  }
  const elementType = type.slice(0, type.lastIndexOf("["));
  return value.map((item, index) => toCoder(shape.element, item, `${path}[${index}]`, elementType));
}

function structOf(shape: AbiShape & { kind: "tuple" }, given: unknown, path: string, type: string): CoderValue[] {
  const value = unfold(given, path, type);
  const { members } = shape;
  const names = members.map((member, index) => member.name || String(index));
  if (Array.isArray(value)) {
    if (value.length !== members.length) {
      throw invalidArgument(
        path,
        type,
        `${value.length} members given`,
        `Give ${members.length}: ${names.join(", ")}.`,
      );
    }
    return members.map((member, index) => toCoder(member.shape, value[index], `${path}.${names[index]}`, member.type));
  }
  if (typeof value !== "object" || value === null) {
    throw invalidArgument(
      path,
      type,
      "a struct is wanted",
      `Write {${names.map((name) => `${name}: …`).join(", ")}} or a list.`,
    );
  }
  const record = value as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(record).find((key) => !names.includes(key));
  if (unknown !== undefined)
    throw invalidArgument(path, type, `it has no member "${unknown}"`, `Its members are ${names.join(", ")}.`);
  return members.map((member, index) => {
    const name = names[index] ?? "";
    if (!Object.hasOwn(record, name))
      throw invalidArgument(`${path}.${name}`, member.type, "it is missing", `The members are ${names.join(", ")}.`);
    return toCoder(member.shape, record[name], `${path}.${name}`, member.type);
  });
}

function toCoder(shape: AbiShape, value: unknown, path: string, type: string): CoderValue {
  switch (shape.kind) {
    case "integer":
      return integerOf(shape, value, path, type);
    case "bool":
      return boolOf(value, path);
    case "address":
      return addressOf(value, path);
    case "string":
      return textOf(value, path);
    case "bytes":
      return bytesOf(shape.size, value, path, type);
    case "array":
      return listOf(shape, value, path, type);
    case "tuple":
      return structOf(shape, value, path, type);
  }
}

/**
 * Reads what a person or a program gives for a parameter: JSON values, or texts where a person types (`[1,2]` for a list,
 * `{x: 1}` for a struct, `hex://…` and `base64://…` as the official console writes bytes).
 * @throws ChainError kind `usage` naming the argument down to the element: `people[1].age`.
 */
export function readArgument(parameter: AbiParameter, value: unknown, position: number): CoderValue {
  return toCoder(parameter.shape, value, parameter.name || `#${position + 1}`, parameter.type);
}

/** A value from ethers' coder as plain JSON. */
export function presentValue(shape: AbiShape, value: unknown): AbiValue {
  switch (shape.kind) {
    case "integer":
      return String(value);
    case "bool":
      return value === true;
    case "address":
      return `0x${(value as bigint).toString(16).padStart(40, "0")}`;
    case "string":
      return utf8Text.decode(hexToBytes(value as string));
    case "bytes":
      return bytesToHex(hexToBytes(value as string));
    case "array":
      return (value as Result).toArray().map((item) => presentValue(shape.element, item));
    case "tuple": {
      const values = (value as Result).toArray().map((item, index) => {
        const member = shape.members[index];
        return member ? presentValue(member.shape, item) : "";
      });
      const names = shape.members.map((member) => member.name);
      const named = names.every((name) => name !== "") && new Set(names).size === names.length;
      return named ? Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""])) : values;
    }
  }
}
