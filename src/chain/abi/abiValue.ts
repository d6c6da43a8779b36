import { base64Bytes } from "../../crypto/bytes/binaryText";
import { hexToBytes } from "../../crypto/bytes/hex";
import type { ChainError, ErrorDetails } from "../../errors/chainError";
import { type ClientErrorCode, clientError, excerpt } from "../../errors/clientError";
import type { AbiParameter, AbiShape } from "./abiType";
import type { Encodable } from "./abiWriter";
import { parseWholeNumber } from "./numberUnits";
import { parseTypedText, TypedTextError } from "./typedText";

/** A list of fixed length is shown whole up to so many items. */
const maxItems = 3;
/** Lists in each other and wide structs would fill the screen, and more: an example ends there. */
const maxExampleLength = 400;

function listExample(shape: AbiShape & { kind: "array" }): string {
  const item = exampleText(shape.element);
  const { length } = shape;
  if (length === undefined || item.length > maxExampleLength / maxItems) return `[${item}, …]`;
  return `[${Array.from({ length: Math.min(length, maxItems) }, () => item).join(", ")}${length > maxItems ? ", …" : ""}]`;
}

function structExample({ members }: AbiShape & { kind: "tuple" }): string {
  const parts: string[] = [];
  let length = 0;
  for (const [index, { name, shape }] of members.entries()) {
    if (length > maxExampleLength) return `{${parts.join(", ")}, …}`;
    const part = `${name || index}: ${exampleText(shape)}`;
    parts.push(part);
    length += part.length;
  }
  return `{${parts.join(", ")}}`;
}

/**
 * What a value of this type looks like when it is typed in one line, as `readArgument` reads it: `{name: "text", price: 42}`.
 * The dots stand for more of the same.
 */
export function exampleText(shape: AbiShape): string {
  switch (shape.kind) {
    case "integer":
      return shape.names?.[0] ?? (shape.signed ? "-42" : "42");
    case "bool":
      return "true";
    case "string":
      return '"text"';
    case "address":
    case "bytes":
      return "0x…";
    case "array":
      return listExample(shape);
    case "tuple":
      return structExample(shape);
  }
}

const utf8 = new TextEncoder();

function refuse(code: ClientErrorCode, argument: string, type: string, details: ErrorDetails = {}): ChainError {
  return clientError(code, { argument, type, ...details });
}

type Integer = AbiShape & { readonly kind: "integer" };

/** The number of an enum's member: `Green`, or `1 (Green)` as results show it. */
function memberOf({ names }: Integer, value: unknown): bigint | undefined {
  if (!names || typeof value !== "string") return undefined;
  const typed = value.trim();
  const index = names.findIndex((name, number) => typed === name || typed === `${number} (${name})`);
  return index < 0 ? undefined : BigInt(index);
}

/** Members of an enum that an error names. */
const maxNamed = 12;

function notInteger({ names }: Integer, value: unknown, path: string, type: string): ChainError {
  if (!names) return refuse("argumentNotInteger", path, type, { value: excerpt(value) });
  const shown = names.slice(0, maxNamed).map((name, number) => `${name} (${number})`);
  const members = names.length > maxNamed ? [...shown, "…"] : shown;
  return refuse("argumentNotMember", path, type, { value: excerpt(value), members });
}

function integerOf(shape: Integer, value: unknown, path: string, type: string): bigint {
  let number: bigint;
  if (typeof value === "bigint") number = value;
  else if (typeof value === "number") {
    if (!Number.isInteger(value)) throw refuse("argumentNotInteger", path, type, { value: String(value) });
    if (!Number.isSafeInteger(value)) throw refuse("argumentNotExact", path, type, { value });
    number = BigInt(value);
  } else {
    const read = memberOf(shape, value) ?? (typeof value === "string" ? parseWholeNumber(value) : undefined);
    if (read === undefined) throw notInteger(shape, value, path, type);
    number = read;
  }
  const low = shape.signed ? -(1n << BigInt(shape.bits - 1)) : 0n;
  const high = (1n << BigInt(shape.signed ? shape.bits - 1 : shape.bits)) - 1n;
  if (number < low || number > high) {
    throw refuse("argumentOutOfRange", path, type, { value: String(number), low: String(low), high: String(high) });
  }
  return number;
}

const isBase64 = (text: string): boolean =>
  /^[A-Za-z0-9+/_-]*={0,2}$/.test(text) && text.replaceAll("=", "").length % 4 !== 1;

function bytesOf(size: number | undefined, value: unknown, path: string, type: string): Uint8Array {
  const wrong = (): ChainError => refuse("argumentBytesForm", path, type, { value: excerpt(value) });
  let bytes: Uint8Array;
  if (value instanceof Uint8Array) bytes = value;
  else {
    const text = typeof value === "string" ? value.trim() : "";
    if (text.startsWith("base64://")) {
      bytes = base64Bytes(text.slice(9));
      // it leaves out what is none
      if (!isBase64(text.slice(9))) throw refuse("argumentBase64Form", path, type, { value: excerpt(value) });
    } else {
      const [, digits] = /^(?:hex:\/\/)?(?:0x)?([0-9a-f]*)$/i.exec(text) ?? [];
      if (digits === undefined || digits.length % 2 !== 0 || !/^(0x|hex:\/\/)/i.test(text)) throw wrong();
      bytes = hexToBytes(digits);
    }
  }
  if (size !== undefined && bytes.length !== size) {
    throw refuse("argumentBytesLength", path, type, { given: bytes.length, wanted: size, digits: size * 2 });
  }
  return bytes;
}

function addressOf(value: unknown, path: string): bigint {
  const digits = typeof value === "string" ? value.trim().replace(/^0x/i, "") : "";
  if (!/^[0-9a-fA-F]{40}$/.test(digits)) throw refuse("argumentAddress", path, "address", { value: excerpt(value) });
  return BigInt(`0x${digits}`);
}

function boolOf(value: unknown, path: string): boolean {
  if (typeof value === "boolean") return value;
  const word = typeof value === "string" ? value.trim().toLowerCase() : "";
  if (word === "true" || word === "false") return word === "true";
  throw refuse("argumentBool", path, "bool", { value: excerpt(value) });
}

function textOf(value: unknown, path: string): Uint8Array {
  if (typeof value === "string") return utf8.encode(value);
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean")
    return utf8.encode(String(value));
  throw refuse("argumentText", path, "string");
}

/** A list or struct may come as one typed text. */
function unfold(value: unknown, path: string, type: string): unknown {
  if (typeof value !== "string") return value;
  try {
    return parseTypedText(value);
  } catch (error) {
    if (!(error instanceof TypedTextError)) throw error;
    throw refuse("argumentSyntax", path, type, { position: error.position, text: excerpt(value) });
  }
}

function listOf(shape: AbiShape & { kind: "array" }, given: unknown, path: string, type: string): Encodable[] {
  const value = unfold(given, path, type);
  if (!Array.isArray(value)) throw refuse("argumentList", path, type);
  if (shape.length !== undefined && value.length !== shape.length) {
    throw refuse("argumentListLength", path, type, { given: value.length, wanted: shape.length });
  }
  const elementType = type.slice(0, type.lastIndexOf("["));
  return value.map((item, index) => encodable(shape.element, item, `${path}[${index}]`, elementType));
}

function structOf(shape: AbiShape & { kind: "tuple" }, given: unknown, path: string, type: string): Encodable[] {
  const value = unfold(given, path, type);
  const { members } = shape;
  const names = members.map((member, index) => member.name || String(index));
  const details = { members: names };
  if (Array.isArray(value)) {
    if (value.length !== members.length)
      throw refuse("argumentStructLength", path, type, { ...details, given: value.length, wanted: members.length });
    return members.map((member, index) =>
      encodable(member.shape, value[index], `${path}.${names[index]}`, member.type),
    );
  }
  if (typeof value !== "object" || value === null) throw refuse("argumentStruct", path, type, details);
  const record = value as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(record).find((key) => !names.includes(key));
  if (unknown !== undefined) throw refuse("argumentUnknownMember", path, type, { ...details, member: unknown });
  return members.map((member, index) => {
    const name = names[index] ?? "";
    if (!Object.hasOwn(record, name)) throw refuse("argumentMissing", `${path}.${name}`, member.type, details);
    return encodable(member.shape, record[name], `${path}.${name}`, member.type);
  });
}

/** Bytes and texts may be empty; `0x` says so for bytes. */
function requireSomething(shape: AbiShape, value: unknown, path: string, type: string): void {
  if (shape.kind === "string" || typeof value !== "string" || value.trim() !== "") return;
  throw refuse("argumentEmpty", path, type, { example: exampleText(shape) });
}

function encodable(shape: AbiShape, value: unknown, path: string, type: string): Encodable {
  requireSomething(shape, value, path, type);
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
 * Reads what a person or a program gives for a parameter: JSON values, or texts where a person types (`[1,2]` for a list, `{x: 1}` for a
 * struct, `1.5 ether` or `3 days` for a number, `Green` for a member of an enum whose names are known, `hex://…` and `base64://…` as the
 * official console writes bytes).
 * @throws ChainError kind `usage` naming the argument down to the element: `people[1].age`.
 */
export function readArgument(parameter: AbiParameter, value: unknown, position: number): Encodable {
  return encodable(parameter.shape, value, parameter.name || `#${position + 1}`, parameter.type);
}
