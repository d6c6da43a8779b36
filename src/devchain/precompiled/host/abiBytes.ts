import { AbiReader, type AbiValues } from "../../../chain/abi/abiReader";
import type { AbiShape } from "../../../chain/abi/abiType";
import { type Encodable, writeParameters } from "../../../chain/abi/abiWriter";
import { parametersOf } from "../../../chain/abi/typeList";
import { bytesToHexDigits } from "../../../crypto/bytes/hex";
import { noAddress } from "./addresses";

/** Text, bytes and fixed bytes: byte string, one character for each byte. Number: bigint. Address: 40 hex digits. List and tuple: array. */
export type AbiItem = string | bigint | boolean | readonly AbiItem[];

function emptyOf(shape: AbiShape): AbiItem {
  switch (shape.kind) {
    case "string":
    case "bytes":
      return "";
    case "integer":
      return 0n;
    case "address":
      return noAddress;
    case "bool":
      return false;
    case "array":
      return [];
    case "tuple":
      return shape.members.map((member) => emptyOf(member.shape));
  }
}

export const bytesToText = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");
export const textToBytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"));

/** Without the blanks around it that a C library knows. */
export function trimBytes(text: string): string {
  const isBlank = (at: number): boolean => text[at] === " " || (text.charCodeAt(at) >= 9 && text.charCodeAt(at) <= 13);
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(start)) start++;
  while (end > start && isBlank(end - 1)) end--;
  return text.slice(start, end);
}

const items: AbiValues<AbiItem> = {
  integer: (number) => number,
  bool: (on) => on,
  address: bytesToHexDigits,
  text: bytesToText,
  bytes: bytesToText,
  list: (list) => list,
  struct: (_, members) => members,
};

/**
 * Arguments of the types, `string,(uint8,string)[]`, as the node reads them out of the data after the selector. It is more lenient than
 * what clients accept: arguments are read one after the other, and the first that does not fit leaves itself and the rest empty, without an
 * error (docs/protocol/built-in-contracts.md, "Arguments").
 */
export function decodeArguments(types: string, data: Uint8Array): AbiItem[] {
  const parameters = parametersOf(types);
  const values: AbiItem[] = [];
  try {
    new AbiReader(data, items, Number.POSITIVE_INFINITY).members(parameters, 0, values);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return parameters.map(({ shape }, index) => values[index] ?? emptyOf(shape));
}

/** The values as the types' ABI encoding. */
export function encodeValues(types: string, values: readonly AbiItem[]): Uint8Array {
  const parameters = parametersOf(types);
  const filled: Encodable[] = parameters.map(({ shape }, index) => values[index] ?? emptyOf(shape));
  return writeParameters(parameters, filled, textToBytes);
}

/** Typed access to decoded arguments. The types of the signature guarantee each kind. */
export class Arguments {
  readonly #items: readonly AbiItem[];

  constructor(items: readonly AbiItem[]) {
    this.#items = items;
  }

  #wrong(index: number): never {
    throw new Error(`argument ${index} of a built-in contract's function has another type`);
  }

  /** A text, bytes (as a byte string) or an address (40 hex digits). */
  text(index: number): string {
    const item = this.#items[index];
    return typeof item === "string" ? item : this.#wrong(index);
  }

  number(index: number): bigint {
    const item = this.#items[index];
    return typeof item === "bigint" ? item : this.#wrong(index);
  }

  flag(index: number): boolean {
    const item = this.#items[index];
    return typeof item === "boolean" ? item : this.#wrong(index);
  }

  #list(index: number): readonly AbiItem[] {
    const item = this.#items[index];
    return Array.isArray(item) ? item : this.#wrong(index);
  }

  texts(index: number): string[] {
    return this.#list(index).map((item) => (typeof item === "string" ? item : this.#wrong(index)));
  }

  tuple(index: number): Arguments {
    return new Arguments(this.#list(index));
  }

  tuples(index: number): Arguments[] {
    return this.#list(index).map((item) => new Arguments(Array.isArray(item) ? item : this.#wrong(index)));
  }
}
