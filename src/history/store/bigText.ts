/**
 * Integers wider than 63 bits are texts of 78 characters, so that they sort and compare as the numbers do, in every database: a number
 * from 0 on in decimal digits with zeros in front; a negative one as `-` and the nines' complement of its digits, which puts it before
 * all others, the smallest first. 78 digits hold 2^256 − 1.
 */
const bigWidth = 78;
const nines = 10n ** BigInt(bigWidth - 1) - 1n;
const max = 10n ** BigInt(bigWidth) - 1n;

/** @throws RangeError for what isn't an integer of at most 256 bits */
export function toBigText(value: bigint | number | string): string {
  const number = BigInt(value);
  if (number > max || -number > nines) throw new RangeError("a number of more than 256 bits");
  if (number >= 0n) return String(number).padStart(bigWidth, "0");
  return `-${String(nines + number).padStart(bigWidth - 1, "0")}`;
}

const written = /^(?:\d{78}|-\d{77})$/;

/** The number of such a text; undefined for another text. */
export function fromBigText(text: string): bigint | undefined {
  if (!written.test(text)) return undefined;
  return text.startsWith("-") ? BigInt(text.slice(1)) - nines : BigInt(text);
}
