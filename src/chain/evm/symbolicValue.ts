import type { Hex } from "../../crypto/bytes/hex";
import { maxWord } from "./wordArithmetic";

/** Where code takes an address from. */
export type AddressSource =
  /** It stands in the code. */
  | { readonly kind: "constant"; readonly address: bigint }
  /** The 160 bits of a word of its storage, from bit `shift` on. */
  | { readonly kind: "slot"; readonly slot: bigint; readonly shift: number }
  /** Another contract answers it. */
  | { readonly kind: "answer"; readonly of: AddressSource; readonly data: Hex };

/** A number, what is known to be (a part of) a stored or an answered word, or anything. */
export type Value = bigint | Exclude<AddressSource, { kind: "constant" }> | undefined;

/** Which one it is, whatever object says it. */
export const sourceKey = (source: AddressSource): string =>
  JSON.stringify(source, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));

export const addressMask = (1n << 160n) - 1n;
/** An address of 160 bits begins at this bit of a word at the latest. */
const lastShift = 96;
const [equal, and, or, xor, sub, mul, div] = [0x14, 0x16, 0x17, 0x18, 0x03, 0x02, 0x04];
const [shiftLeft, shiftRight, shiftRightSigned, add] = [0x1b, 0x1c, 0x1d, 0x01];

/** The bit that a number stands for alone; undefined where it is no power of two. */
function bitOf(value: Value): number | undefined {
  if (typeof value !== "bigint" || value <= 0n || (value & (value - 1n)) !== 0n) return undefined;
  return value.toString(2).length - 1;
}

/** A word moved to the right by so many bits, to the left where they are fewer than 0. */
function moved(value: Value, bits: number): Value {
  if (typeof value !== "object") return undefined;
  if (value.kind === "answer") {
    const isUpper = bits >= 160;
    return isUpper ? 0n : value;
  }
  const shift = value.shift + bits;
  return shift > lastShift ? 0n : shift < -lastShift ? undefined : { ...value, shift };
}

const bitsOf = (value: Value): number | undefined =>
  typeof value === "bigint" && value < 256n ? Number(value) : undefined;

/** A mask that leaves 160 bits in a row leaves an address. */
function leavesAddress(mask: bigint): boolean {
  if (mask === 0n) return false;
  let low = 0n;
  while (((mask >> low) & 1n) === 0n) low++;
  return ((mask >> low) & addressMask) === addressMask;
}

const isOne = (value: Value, other: Value): boolean =>
  typeof value === "object" && typeof other === "object" && sourceKey(value) === sourceKey(other);

/**
 * What two operands come to, of which one at least isn't known. What is stored and answered counts as set, and as nothing that code
 * knows.
 */
export function combinedUnknown(opcode: number, a: Value, b: Value): Value {
  const known = typeof a === "bigint" ? a : typeof b === "bigint" ? b : undefined;
  const part = typeof a === "object" ? a : typeof b === "object" ? b : undefined;
  switch (opcode) {
    case equal:
      if (a === undefined || b === undefined) return undefined;
      return isOne(a, b) ? 1n : 0n;
    case sub:
    case xor:
      if (isOne(a, b)) return 0n;
      return known === 0n && a === part ? part : undefined;
    case and:
      return known !== undefined && part && leavesAddress(known) ? part : known === 0n ? 0n : undefined;
    case or:
      return part && known !== undefined ? part : undefined;
    case add:
      return known === 0n ? part : undefined;
    case mul: {
      const bit = bitOf(known);
      return bit === undefined ? undefined : moved(part, -bit);
    }
    case div: {
      const bit = bitOf(b);
      return bit === undefined ? undefined : moved(a, bit);
    }
    case shiftLeft: {
      const bits = bitsOf(a);
      // An address is cleaned by moving it to the left and back.
      return bits === undefined ? undefined : moved(b, -bits);
    }
    case shiftRight:
    case shiftRightSigned: {
      const bits = bitsOf(a);
      return bits === undefined ? undefined : moved(b, bits);
    }
    default:
      return undefined;
  }
}

export function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) & maxWord;
    square = (square * square) & maxWord;
  }
  return result;
}

export const sourceOf = (value: Value): AddressSource | undefined => {
  if (typeof value === "bigint")
    return value > 0n && value <= addressMask ? { kind: "constant", address: value } : undefined;
  return value?.kind === "slot" && value.shift < 0 ? undefined : value;
};
