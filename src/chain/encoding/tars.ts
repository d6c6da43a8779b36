import { clientError } from "../../errors/clientError";
import { ByteWriter, utf8Length } from "./byteWriter";

/** Bytes that are no Tars, or not of the struct expected. */
const malformedTars = (offset: number, problem: string): Error => clientError("malformedTars", { offset, problem });

/** Types of the Tars head byte (docs/protocol/transaction-encoding.md, "Tars"). */
const type = {
  int8: 0,
  int16: 1,
  int32: 2,
  int64: 3,
  float: 4,
  double: 5,
  shortText: 6,
  longText: 7,
  map: 8,
  list: 9,
  structBegin: 10,
  structEnd: 11,
  zero: 12,
  byteList: 13,
} as const;

const none = new Uint8Array(0);

/**
 * Writes Tars fields. Methods named `optional…` leave a field out that equals its default; the others always write.
 * Fields of a struct are written in ascending tag order: the caller's duty.
 */
export class TarsWriter {
  readonly #out = new ByteWriter();

  #head(tag: number, kind: number): void {
    if (tag < 15) this.#out.byte((tag << 4) | kind);
    else {
      this.#out.byte(0xf0 | kind);
      this.#out.byte(tag);
    }
  }

  /** The smallest signed form that holds the value, whatever its declared type. */
  int(tag: number, value: number | bigint): void {
    if (typeof value === "bigint") {
      if (value < -0x8000_0000n || value > 0x7fff_ffffn) {
        this.#head(tag, type.int64);
        this.#out.int64(value);
        return;
      }
      this.int(tag, Number(value));
    } else if (value === 0) this.#head(tag, type.zero);
    else if (value >= -0x80 && value <= 0x7f) {
      this.#head(tag, type.int8);
      this.#out.byte(value & 0xff);
    } else if (value >= -0x8000 && value <= 0x7fff) {
      this.#head(tag, type.int16);
      this.#out.int16(value);
    } else if (value >= -0x8000_0000 && value <= 0x7fff_ffff) {
      this.#head(tag, type.int32);
      this.#out.int32(value);
    } else {
      this.#head(tag, type.int64);
      this.#out.int64(BigInt(value));
    }
  }

  optionalInt(tag: number, value: number | bigint): void {
    if (value !== 0 && value !== 0n) this.int(tag, value);
  }

  text(tag: number, text: string): void {
    const length = utf8Length(text);
    if (length <= 255) {
      this.#head(tag, type.shortText);
      this.#out.byte(length);
    } else {
      this.#head(tag, type.longText);
      this.#out.int32(length);
    }
    this.#out.text(text);
  }

  optionalText(tag: number, text: string): void {
    if (text.length > 0) this.text(tag, text);
  }

  bytes(tag: number, bytes: Uint8Array): void {
    this.#head(tag, type.byteList);
    this.#head(0, type.int8);
    this.int(0, bytes.length);
    this.#out.raw(bytes);
  }

  optionalBytes(tag: number, bytes: Uint8Array): void {
    if (bytes.length > 0) this.bytes(tag, bytes);
  }

  /** A nested struct is always written, even an empty one. */
  struct(tag: number, writeFields: () => void): void {
    this.#head(tag, type.structBegin);
    writeFields();
    this.#head(0, type.structEnd);
  }

  /** Each element is written by `writeElement` with tag 0. */
  optionalList<T>(tag: number, elements: readonly T[], writeElement: (element: T) => void): void {
    if (elements.length === 0) return;
    this.#head(tag, type.list);
    this.int(0, elements.length);
    for (const element of elements) writeElement(element);
  }

  toBytes(): Uint8Array {
    return this.#out.toBytes();
  }
}

/** Deeper nesting than any message of the chain has; stops hostile input from exhausting the stack. */
const maximumDepth = 32;
/** Ill-formed text becomes replacement characters, as a reader of a stranger's bytes must not stop for them. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Reads Tars fields one after the other: `while (reader.next()) switch (reader.tag) { case 1: … reader.int() …;
 * default: reader.skip(); }`. Every field must be read or skipped before the next `next()`.
 * All methods throw ChainError kind `decode`, code `malformedTars`, for bytes that do not hold what is asked for.
 */
export class TarsReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;
  #type = 0;
  #depth = 0;
  /** Tag of the field that `next` found. */
  tag = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  #take(count: number): number {
    const at = this.#at;
    if (count > this.#bytes.length - at) throw malformedTars(at, "the data ends inside a field");
    this.#at = at + count;
    return at;
  }

  /** Reads the head of the next field; gives its type. */
  #head(): number {
    const first = this.#view.getUint8(this.#take(1));
    this.#type = first & 0x0f;
    this.tag = first >> 4;
    if (this.tag === 15) this.tag = this.#view.getUint8(this.#take(1));
    return this.#type;
  }

  /** Moves to the next field of this struct; false at its end or at the end of the data. */
  next(): boolean {
    if (this.#at >= this.#bytes.length) {
      if (this.#depth > 0) throw malformedTars(this.#at, "a struct is not closed");
      return false;
    }
    if (this.#head() !== type.structEnd) return true;
    if (this.#depth === 0) throw malformedTars(this.#at - 1, "a struct ends that never began");
    return false;
  }

  /** An integer of any width. */
  int(): bigint {
    switch (this.#type) {
      case type.zero:
        return 0n;
      case type.int8:
        return BigInt(this.#view.getInt8(this.#take(1)));
      case type.int16:
        return BigInt(this.#view.getInt16(this.#take(2)));
      case type.int32:
        return BigInt(this.#view.getInt32(this.#take(4)));
      case type.int64:
        return this.#view.getBigInt64(this.#take(8));
      default:
        throw this.#unexpected("an integer");
    }
  }

  /** An integer that fits in 32 bits. */
  int32(): number {
    const value = this.int();
    if (value < -0x8000_0000n || value > 0x7fff_ffffn)
      throw malformedTars(this.#at, "a 32-bit integer is out of range");
    return Number(value);
  }

  text(): string {
    return decoder.decode(this.textBytes());
  }

  /** The bytes of a text as they stand, as a view on the input: what a hash covers even where they are no UTF-8. */
  textBytes(): Uint8Array {
    let length: number;
    if (this.#type === type.shortText) length = this.#view.getUint8(this.#take(1));
    else if (this.#type === type.longText) length = this.#view.getUint32(this.#take(4));
    else throw this.#unexpected("text");
    const at = this.#take(length);
    return this.#bytes.subarray(at, at + length);
  }

  /** The bytes of a byte list, as a view on the input. */
  bytes(): Uint8Array {
    if (this.#type !== type.byteList) throw this.#unexpected("a byte list");
    if (this.#head() !== type.int8) throw this.#unexpected("the element type of a byte list");
    const length = this.#count();
    if (length === 0) return none;
    const at = this.#take(length);
    return this.#bytes.subarray(at, at + length);
  }

  struct(readFields: () => void): void {
    if (this.#type !== type.structBegin) throw this.#unexpected("a struct");
    this.#nest(readFields);
  }

  /** Each element is read by `readElement`, which finds itself at the element as after `next`. */
  list<T>(readElement: () => T): T[] {
    if (this.#type !== type.list) throw this.#unexpected("a list");
    const count = this.#count();
    const elements: T[] = [];
    this.#nest(() => {
      for (let i = 0; i < count; i++) {
        this.#head();
        elements.push(readElement());
      }
    });
    return elements;
  }

  /** Passes over the field that `next` found, whatever it holds. */
  skip(): void {
    switch (this.#type) {
      case type.zero:
        return;
      case type.int8:
        this.#take(1);
        return;
      case type.int16:
        this.#take(2);
        return;
      case type.int32:
      case type.float:
        this.#take(4);
        return;
      case type.int64:
      case type.double:
        this.#take(8);
        return;
      case type.shortText:
        this.#take(this.#view.getUint8(this.#take(1)));
        return;
      case type.longText:
        this.#take(this.#view.getUint32(this.#take(4)));
        return;
      case type.byteList:
        this.bytes();
        return;
      case type.list:
        this.list(() => this.skip());
        return;
      case type.map: {
        const count = this.#count();
        this.#nest(() => {
          for (let i = 0; i < 2 * count; i++) {
            this.#head();
            this.skip();
          }
        });
        return;
      }
      case type.structBegin:
        this.#nest(() => {
          while (this.next()) this.skip();
        });
        return;
      default:
        throw this.#unexpected("a field");
    }
  }

  /** Passes over the field that `next` found; false where it isn't whole, and nothing behind it can be read. */
  skipWhole(): boolean {
    try {
      this.skip();
      return true;
    } catch {
      return false;
    }
  }

  /** Whether the field that `next` found is an integer of 64 bits, which nodes don't take for one of 32. */
  get isWide(): boolean {
    return this.#type === type.int64;
  }

  /** A count is an integer field of its own. What it counts takes at least a byte each. */
  #count(): number {
    this.#head();
    const count = this.int();
    if (count < 0n || count > BigInt(this.#bytes.length - this.#at)) {
      throw malformedTars(this.#at, "a count is larger than the data");
    }
    return Number(count);
  }

  #nest(read: () => void): void {
    this.#depth++;
    if (this.#depth > maximumDepth) throw malformedTars(this.#at, "the nesting is too deep");
    read();
    this.#depth--;
  }

  #unexpected(wanted: string): Error {
    return malformedTars(this.#at, `expected ${wanted}, found Tars type ${this.#type}`);
  }
}
