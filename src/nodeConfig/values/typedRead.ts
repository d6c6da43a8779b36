import { trimBlanks } from "../text/trimBlanks";

/**
 * How the node turns the text of a value into a boolean or a number (docs/protocol/config-ini.md, "Values"). `undefined`
 * is a failed conversion: the node then uses its default, or refuses to start, depending on the key.
 *
 * Two kinds of conversion exist. Most keys are read from a stream (`readBool`, `readInt32`, `readUnsigned`); the
 * int64 and bandwidth keys by a strict cast of the whole text (`castInt64`, `castDouble`).
 */

/** Of a text without the blanks around it; a stream skips them inside too. */
const wordAfterNumber = /^([+-]?)([0-9]*)[ \t\n\v\f\r]*(true|false)$/;
const integer = /^([+-]?)([0-9]+)$/;
const decimal = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;
const notANumber = /^[+-]?nan(?:\(.*\))?$/is;
const infinite = /^[+-]?inf(?:inity)?$/i;

/** Beyond every integer that a node reads. */
const tooLarge = 10n ** 40n;

/** The number of these digits; so many that no integer holds them cost nothing. */
function magnitudeOf(digits: string): bigint {
  let zeros = 0;
  while (digits[zeros] === "0") zeros++;
  return digits.length - zeros > 40 ? tooLarge : BigInt(digits);
}

function parseInteger(value: string): bigint | undefined {
  const match = integer.exec(trimBlanks(value));
  if (!match) return undefined;
  const magnitude = magnitudeOf(match[2] ?? "");
  return match[1] === "-" ? -magnitude : magnitude;
}

/**
 * `true`, `false`, or an integer equal to 0 or 1. The node first tries a number and, when that is no boolean, goes on
 * reading a word where the number stopped: so `+true`, `2true` and `-1 false` are booleans too, `1true` is not.
 */
export function readBool(value: string): boolean | undefined {
  const number = parseInteger(value);
  if (number !== undefined) return number === 0n ? false : number === 1n ? true : undefined;
  const word = wordAfterNumber.exec(trimBlanks(value));
  if (!word) return undefined;
  if (word[2] !== "") {
    const before = magnitudeOf(word[2] ?? "");
    // A 0 or 1 is taken as the answer, and what follows it makes the whole value wrong.
    if (before === 0n || (before === 1n && word[1] !== "-")) return undefined;
  }
  return word[3] === "true";
}

/** A decimal 32-bit integer with optional sign. */
export function readInt32(value: string): number | undefined {
  const number = parseInteger(value);
  return number !== undefined && number >= -0x80000000n && number <= 0x7fffffffn ? Number(number) : undefined;
}

/** A decimal integer whose digits fit `bits`; a negative one wraps around, so that -1 is the largest number. */
export function readUnsigned(value: string, bits: 16 | 32 | 64): bigint | undefined {
  const number = parseInteger(value);
  const limit = 1n << BigInt(bits);
  if (number === undefined || number >= limit || number <= -limit) return undefined;
  return BigInt.asUintN(bits, number);
}

/** A decimal 64-bit integer and nothing else, no blanks. */
export function castInt64(value: string): bigint | undefined {
  if (!/^[+-]?[0-9]+$/.test(value)) return undefined;
  const magnitude = magnitudeOf(value.replace(/^[+-]/, ""));
  const number = value.startsWith("-") ? -magnitude : magnitude;
  return number >= -(1n << 63n) && number < 1n << 63n ? number : undefined;
}

/**
 * A decimal or exponent number without blanks, too large is a failure, too small is 0; also `inf`, `infinity`, `nan` and `nan(…)` in any
 * case, with a sign.
 */
export function castDouble(value: string): number | undefined {
  if (notANumber.test(value)) return Number.NaN;
  if (infinite.test(value)) return value.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  if (!decimal.test(value)) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}
