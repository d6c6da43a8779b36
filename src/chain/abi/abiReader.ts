import { numberOfBytes } from "../../crypto/bytes/bigEndian";
import type { AbiParameter, AbiShape } from "./abiType";

const wordSize = 32;

interface Layout {
  readonly dynamic: boolean;
  readonly head: number;
}

/** Of lists and structs, which are asked for with each of their elements: a type may have thousands of members. */
const layouts = new WeakMap<AbiShape, Layout>();

function measure(shape: AbiShape & { kind: "array" | "tuple" }): Layout {
  const parts = shape.kind === "array" ? [shape.element] : shape.members.map((member) => member.shape);
  const dynamic = (shape.kind === "array" && shape.length === undefined) || parts.some(isDynamic);
  if (dynamic) return { dynamic, head: wordSize };
  const size = parts.reduce((sum, part) => sum + headSize(part), 0);
  return { dynamic, head: shape.kind === "array" ? (shape.length ?? 0) * size : size };
}

function layoutOf(shape: AbiShape & { kind: "array" | "tuple" }): Layout {
  let found = layouts.get(shape);
  if (!found) {
    found = measure(shape);
    layouts.set(shape, found);
  }
  return found;
}

/** Whether a value has a place of its own behind the others, and only an offset where it stands. */
export function isDynamic(shape: AbiShape): boolean {
  if (shape.kind === "array" || shape.kind === "tuple") return layoutOf(shape).dynamic;
  return shape.kind === "string" || (shape.kind === "bytes" && shape.size === undefined);
}

/** Bytes that a value takes where it stands: a dynamic one only an offset. */
export function headSize(shape: AbiShape): number {
  return shape.kind === "array" || shape.kind === "tuple" ? layoutOf(shape).head : wordSize;
}

/** What a reader makes of what it finds, each value of its caller's own kind. */
export interface AbiValues<V> {
  /** The number itself, with its sign. */
  integer(number: bigint): V;
  bool(on: boolean): V;
  /** 20 bytes; a view of the data. */
  address(bytes: Uint8Array): V;
  /** What should be UTF-8, and may be anything; a view of the data. */
  text(bytes: Uint8Array): V;
  /** A view of the data. */
  bytes(bytes: Uint8Array): V;
  list(items: V[]): V;
  struct(members: readonly AbiParameter[], values: V[]): V;
}

/**
 * Reads values straight out of the data. The library's decoder copies the rest of the data for each element, which takes seconds for
 * a directory of two thousand entries; this one is linear, and a budget stops data whose offsets point back at themselves.
 */
export class AbiReader<V> {
  readonly #data: Uint8Array;
  readonly #values: AbiValues<V>;
  #budget: number;

  /** @param budget words and values that are read at most; a reader that must take whatever its data says has no end */
  constructor(data: Uint8Array, values: AbiValues<V>, budget = 64 + data.length) {
    this.#data = data;
    this.#values = values;
    this.#budget = budget;
  }

  /**
   * Values of a list of parameters. Padding is not looked at: contracts of old compilers leave anything in it.
   * @param read where they go: what was read before an error stays there
   * @throws RangeError when the data is too short or its offsets lead nowhere.
   */
  members(parameters: readonly AbiParameter[], base = 0, read: V[] = []): V[] {
    let at = base;
    for (const { shape } of parameters) {
      read.push(this.#member(shape, base, at));
      at += headSize(shape);
    }
    return read;
  }

  #member(shape: AbiShape, base: number, at: number): V {
    return this.#value(shape, isDynamic(shape) ? base + this.#size(at) : at);
  }

  #value(shape: AbiShape, at: number): V {
    this.#spend(1);
    switch (shape.kind) {
      case "integer": {
        const number = numberOfBytes(this.#slice(at + wordSize - shape.bits / 8, shape.bits / 8));
        return this.#values.integer(shape.signed ? BigInt.asIntN(shape.bits, number) : number);
      }
      case "bool":
        return this.#values.bool(this.#slice(at, wordSize).some((byte) => byte !== 0));
      case "address":
        return this.#values.address(this.#slice(at + 12, 20));
      case "string":
        return this.#values.text(this.#slice(at + wordSize, this.#size(at)));
      case "bytes":
        return this.#values.bytes(
          shape.size === undefined
            ? this.#slice(at + wordSize, this.#size(at))
            : this.#slice(at, wordSize).subarray(0, shape.size),
        );
      case "array":
        return this.#values.list(this.#items(shape, at));
      case "tuple":
        return this.#values.struct(shape.members, this.members(shape.members, at));
    }
  }

  #items({ element, length }: AbiShape & { kind: "array" }, at: number): V[] {
    const count = length ?? this.#size(at);
    const base = length === undefined ? at + wordSize : at;
    this.#spend(count);
    const step = headSize(element);
    return Array.from({ length: count }, (_, index) => this.#member(element, base, base + index * step));
  }

  /** An offset or a length. */
  #size(at: number): number {
    const word = numberOfBytes(this.#slice(at, wordSize));
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
