/**
 * The node's own reading and writing of Solidity ABI, which built-in contracts use. It is more lenient than what clients
 * accept: arguments are read one after the other and the first that does not fit leaves itself and the rest empty, without
 * an error (docs/protocol/built-in-contracts.md, "Arguments"). Texts are byte strings, one character for each byte.
 */
type AbiType =
  | { readonly kind: "text" }
  | { readonly kind: "number"; readonly bits: number; readonly signed: boolean }
  | { readonly kind: "address" }
  | { readonly kind: "flag" }
  | { readonly kind: "fixed"; readonly length: number }
  | { readonly kind: "list"; readonly item: AbiType }
  | { readonly kind: "tuple"; readonly items: readonly AbiType[] };

/** Text and bytes: byte string. Number: bigint. Address: 40 hex digits. Fixed bytes: byte string. List and tuple: array. */
export type AbiItem = string | bigint | boolean | readonly AbiItem[];

const wordLength = 32;

/** Splits `a,(b,c)[],d` at its outer commas. */
function splitTypes(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = "";
  for (const character of text) {
    if (character === "," && depth === 0) {
      parts.push(part);
      part = "";
      continue;
    }
    if (character === "(") depth++;
    if (character === ")") depth--;
    part += character;
  }
  if (part) parts.push(part);
  return parts;
}

function parseType(text: string): AbiType {
  if (text.endsWith("[]")) return { kind: "list", item: parseType(text.slice(0, -2)) };
  if (text.startsWith("(")) return { kind: "tuple", items: splitTypes(text.slice(1, -1)).map(parseType) };
  if (text === "string" || text === "bytes") return { kind: "text" };
  if (text === "address") return { kind: "address" };
  if (text === "bool") return { kind: "flag" };
  const number = /^(u?)int(\d+)$/.exec(text);
  if (number) return { kind: "number", bits: Number(number[2]), signed: number[1] === "" };
  const fixed = /^bytes(\d+)$/.exec(text);
  if (fixed) return { kind: "fixed", length: Number(fixed[1]) };
  throw new Error(`no built-in contract uses the type ${text}`);
}

const parsed = new Map<string, readonly AbiType[]>();

function typesOf(text: string): readonly AbiType[] {
  let types = parsed.get(text);
  if (!types) {
    types = splitTypes(text).map(parseType);
    parsed.set(text, types);
  }
  return types;
}

function isDynamic(type: AbiType): boolean {
  if (type.kind === "tuple") return type.items.some(isDynamic);
  return type.kind === "text" || type.kind === "list";
}

function headLength(type: AbiType): number {
  if (type.kind !== "tuple" || isDynamic(type)) return wordLength;
  return type.items.reduce((sum, item) => sum + headLength(item), 0);
}

function emptyOf(type: AbiType): AbiItem {
  switch (type.kind) {
    case "text":
    case "fixed":
      return "";
    case "number":
      return 0n;
    case "address":
      return "0".repeat(40);
    case "flag":
      return false;
    case "list":
      return [];
    case "tuple":
      return type.items.map(emptyOf);
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

class TooShort extends Error {}

class Reader {
  readonly #data: Uint8Array;

  constructor(data: Uint8Array) {
    this.#data = data;
  }

  #slice(at: number, length: number): Uint8Array {
    if (at < 0 || length < 0 || at + length > this.#data.length) throw new TooShort();
    return this.#data.subarray(at, at + length);
  }

  #word(at: number): bigint {
    return BigInt(`0x${Buffer.from(this.#slice(at, wordLength)).toString("hex")}`);
  }

  #size(at: number): number {
    const size = this.#word(at);
    if (size > BigInt(this.#data.length)) throw new TooShort();
    return Number(size);
  }

  read(type: AbiType, at: number): AbiItem {
    switch (type.kind) {
      case "number": {
        const word = this.#word(at);
        return type.signed ? BigInt.asIntN(type.bits, word) : BigInt.asUintN(type.bits, word);
      }
      case "address":
        return Buffer.from(this.#slice(at + 12, 20)).toString("hex");
      case "flag":
        return this.#word(at) !== 0n;
      case "fixed":
        return bytesToText(this.#slice(at, wordLength).subarray(0, type.length));
      case "text":
        return bytesToText(this.#slice(at + wordLength, this.#size(at)));
      case "tuple":
        return this.readMany(type.items, at);
      case "list": {
        const length = this.#size(at);
        const start = at + wordLength;
        const step = headLength(type.item);
        return Array.from({ length }, (_, i) => this.#readAt(type.item, start, start + i * step));
      }
    }
  }

  #readAt(type: AbiType, base: number, head: number): AbiItem {
    return this.read(type, isDynamic(type) ? base + this.#size(head) : head);
  }

  readMany(types: readonly AbiType[], base: number): AbiItem[] {
    let head = base;
    return types.map((type) => {
      const value = this.#readAt(type, base, head);
      head += headLength(type);
      return value;
    });
  }

  /** Reads what can be read; the first argument that does not fit and all after it stay empty. */
  readLeniently(types: readonly AbiType[]): AbiItem[] {
    const values: AbiItem[] = types.map(emptyOf);
    let head = 0;
    try {
      for (const [i, type] of types.entries()) {
        values[i] = this.#readAt(type, 0, head);
        head += headLength(type);
      }
    } catch (error) {
      if (!(error instanceof TooShort)) throw error;
    }
    return values;
  }
}

/** Arguments of the types, `string,(uint8,string)[]`, as the node reads them out of the data after the selector. */
export function decodeArguments(types: string, data: Uint8Array): AbiItem[] {
  return new Reader(data).readLeniently(typesOf(types));
}

const word = (value: bigint): string => BigInt.asUintN(256, value).toString(16).padStart(64, "0");

function padded(hex: string): string {
  return hex.padEnd(Math.ceil(hex.length / 64) * 64, "0");
}

function mismatch(value: AbiItem): never {
  throw new Error(`a built-in contract gave ${typeof value} where its result has another type`);
}

function encodeOne(type: AbiType, value: AbiItem): string {
  switch (type.kind) {
    case "number":
      return typeof value === "bigint" ? word(value) : mismatch(value);
    case "flag":
      return typeof value === "boolean" ? word(value ? 1n : 0n) : mismatch(value);
    case "address":
      return typeof value === "string" ? value.padStart(64, "0") : mismatch(value);
    case "fixed":
      return typeof value === "string" ? padded(Buffer.from(value, "latin1").toString("hex")) : mismatch(value);
    case "text":
      if (typeof value !== "string") return mismatch(value);
      return word(BigInt(value.length)) + padded(Buffer.from(value, "latin1").toString("hex"));
    case "list":
      if (!Array.isArray(value)) return mismatch(value);
      return (
        word(BigInt(value.length)) +
        encodeMany(
          value.map(() => type.item),
          value,
        )
      );
    case "tuple":
      return Array.isArray(value) ? encodeMany(type.items, value) : mismatch(value);
  }
}

function encodeMany(types: readonly AbiType[], values: readonly AbiItem[]): string {
  const headsLength = types.reduce((sum, type) => sum + headLength(type), 0);
  let heads = "";
  let tails = "";
  for (const [i, type] of types.entries()) {
    const encoded = encodeOne(type, values[i] ?? emptyOf(type));
    if (isDynamic(type)) {
      heads += word(BigInt(headsLength + tails.length / 2));
      tails += encoded;
    } else heads += encoded;
  }
  return heads + tails;
}

/** The values as the types' ABI encoding. */
export function encodeValues(types: string, values: readonly AbiItem[]): Uint8Array {
  return new Uint8Array(Buffer.from(encodeMany(typesOf(types), values), "hex"));
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
