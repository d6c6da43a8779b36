import { UserFacingError } from "../../errors/userFacingError";
import type { SolidityType } from "./solidityType";

/** Where a value is. */
export type ValueLocation =
  /** A word, or two for an external function (address, selector). */
  | { readonly kind: "words"; readonly words: readonly bigint[] }
  | {
      readonly kind: "storage";
      readonly address: string;
      readonly slot: bigint;
      readonly offset: number;
      readonly transient?: boolean;
    }
  /** Reference types: where the content begins. Value types: the word. */
  | { readonly kind: "memory"; readonly at: number }
  /**
   * The content as the ABI encodes it; `length` of dynamic arrays, bytes and strings in items. `data` is what it stands in, in place of the
   * call's own.
   */
  | { readonly kind: "calldata"; readonly at: number; readonly length?: number; readonly data?: Uint8Array }
  /** Bytes that were worked out. */
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  /** Items or members that were worked out. */
  | { readonly kind: "parts"; readonly parts: readonly Value[] }
  | { readonly kind: "missing"; readonly why: string };

/** A value with its type. */
export interface Value {
  readonly type: SolidityType;
  readonly place: ValueLocation;
}

/** A value under a name. */
export interface NamedValue {
  readonly name: string;
  readonly value: Value;
}

/** Something cannot be shown or worked out; the message says why. */
export class NotAvailable extends UserFacingError {}

/** A state of the machine, as values are read from it. */
export interface StateView {
  /** Texts and bytes are read up to here. */
  readonly maxBytes?: number;
  /** Numbers are shown in hex. */
  readonly hex?: boolean;
  /** Everything is shown, however long. */
  readonly whole?: boolean;
  /** Slots that will be asked for next, so that they can be had together. */
  expect?(address: string, slot: bigint, count: number): void;
  /** @throws NotAvailable for a slot that is not known. */
  storage(address: string, slot: bigint, transient: boolean): bigint;
  memory(at: number, length: number): Uint8Array;
  readonly calldata: Uint8Array;
  hash(bytes: Uint8Array): Uint8Array;
  /** What was hashed with this end, in order: keys of a mapping at a slot. */
  readonly preimages: ReadonlyMap<bigint, Uint8Array>;
  /** Name of the internal function that a pointer leads to. */
  functionName(pointer: bigint): string | undefined;
}

export const wordValue = (type: SolidityType, word: bigint): Value => ({
  type,
  place: { kind: "words", words: [word] },
});
export const missing = (type: SolidityType, why: string): Value => ({ type, place: { kind: "missing", why } });

/** A number as an address: `0x` and 40 hex digits. */
export const addressText = (number: bigint): string => `0x${number.toString(16).padStart(40, "0")}`;
