import { bytesToHex } from "../../crypto/hex";
import type { AbiParameter, AbiShape } from "./abiType";

/**
 * A decoded value as plain JSON: integers as decimal texts (they may need 256 bits), bytes and addresses as lower-case
 * hex with `0x`, structs as objects, or as lists when a member has no name.
 */
export type AbiValue = string | boolean | AbiValue[] | { [name: string]: AbiValue };

const wordSize = 32;
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** Whether a value has a place of its own behind the others, and only an offset where it stands. */
export function isDynamic(shape: AbiShape): boolean {
  switch (shape.kind) {
    case "string":
      return true;
    case "bytes":
      return shape.size === undefined;
    case "array":
      return shape.length === undefined || isDynamic(shape.element);
    case "tuple":
      return shape.members.some((member) => isDynamic(member.shape));
    default:
      return false;
  }
}

/** Bytes that a value takes where it stands: a dynamic one only an offset. */
export function headSize(shape: AbiShape): number {
  if (isDynamic(shape)) return wordSize;
  if (shape.kind === "array") return (shape.length ?? 0) * headSize(shape.element);
  if (shape.kind === "tuple") return shape.members.reduce((sum, member) => sum + headSize(member.shape), 0);
  return wordSize;
}

/**
 * Reads values straight out of the data. The library's decoder copies the rest of the data for each element, which takes seconds for
 * a directory of two thousand entries; this one is linear, and a budget stops data whose offsets point back at themselves.
 */
class Decoder {
  readonly #data: Uint8Array;
  #budget: number;

  constructor(data: Uint8Array) {
    this.#data = data;
    this.#budget = 64 + data.length;
  }

  members(parameters: readonly AbiParameter[], base: number): AbiValue[] {
    let at = base;
    return parameters.map(({ shape }) => {
      const value = this.#member(shape, base, at);
      at += headSize(shape);
      return value;
    });
  }

  #member(shape: AbiShape, base: number, at: number): AbiValue {
    return this.#value(shape, isDynamic(shape) ? base + this.#size(at) : at);
  }

  #value(shape: AbiShape, at: number): AbiValue {
    this.#spend(1);
    switch (shape.kind) {
      case "integer": {
        const number = BigInt(bytesToHex(this.#slice(at + wordSize - shape.bits / 8, shape.bits / 8)));
        return (shape.signed ? BigInt.asIntN(shape.bits, number) : number).toString();
      }
      case "bool":
        return this.#slice(at, wordSize).some((byte) => byte !== 0);
      case "address":
        return bytesToHex(this.#slice(at + 12, 20));
      case "string":
        return utf8.decode(this.#slice(at + wordSize, this.#size(at)));
      case "bytes":
        return bytesToHex(
          shape.size === undefined ? this.#slice(at + wordSize, this.#size(at)) : this.#slice(at, shape.size),
        );
      case "array":
        return this.#array(shape, at);
      case "tuple":
        return named(shape.members, this.members(shape.members, at));
    }
  }

  #array({ element, length }: AbiShape & { kind: "array" }, at: number): AbiValue[] {
    const count = length ?? this.#size(at);
    const base = length === undefined ? at + wordSize : at;
    this.#spend(count);
    const step = headSize(element);
    return Array.from({ length: count }, (_, index) => this.#member(element, base, base + index * step));
  }

  /** An offset or a length. */
  #size(at: number): number {
    const word = BigInt(bytesToHex(this.#slice(at, wordSize)));
    if (word > BigInt(this.#data.length)) throw new RangeError(`${word} points behind the data`);
    return Number(word);
  }

  #slice(at: number, length: number): Uint8Array {
    this.#spend(length / wordSize);
    if (at < 0 || at + length > this.#data.length) throw new RangeError("the data ends too early");
    return this.#data.subarray(at, at + length);
  }

  #spend(cost: number): void {
    this.#budget -= cost;
    if (this.#budget < 0) throw new RangeError("the data points at itself");
  }
}

function named(members: readonly AbiParameter[], values: AbiValue[]): AbiValue {
  const names = members.map((member) => member.name);
  if (names.includes("") || new Set(names).size !== names.length) return values;
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""]));
}

/**
 * Values of a list of parameters. Padding is not looked at: contracts of old compilers leave anything in it.
 * @throws RangeError when the data is too short or its offsets lead nowhere.
 */
export function decodeParameters(parameters: readonly AbiParameter[], data: Uint8Array): AbiValue[] {
  return new Decoder(data).members(parameters, 0);
}
