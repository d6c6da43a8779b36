const wordSpan = 1n << 256n;
/** The largest number of 256 bits. */
export const maxWord = wordSpan - 1n;
const signBit = 1n << 255n;
const one = 1n;
const zero = 0n;

/** Numbers of two's complement keep their order when the sign bit is turned over. */
const ordered = (word: bigint): bigint => word ^ signBit;

/** A word as a number of two's complement. */
const signed = (word: bigint): bigint => BigInt.asIntN(256, word);
const unsigned = (number: bigint): bigint => BigInt.asUintN(256, number);

/** What one of the opcodes of `opcodes.ts` that touch nothing but the stack puts in the place of its two operands; `a` was on top. */
export function combined(opcode: number, a: bigint, b: bigint): bigint {
  switch (opcode) {
    case 0x01: {
      const sum = a + b;
      return sum > maxWord ? sum - wordSpan : sum;
    }
    case 0x02:
      return (a * b) & maxWord;
    case 0x03:
      return a >= b ? a - b : a - b + wordSpan;
    case 0x04:
      return b === zero ? zero : a / b;
    case 0x05:
      return b === zero ? zero : unsigned(signed(a) / signed(b));
    case 0x06:
      return b === zero ? zero : a % b;
    case 0x07:
      return b === zero ? zero : unsigned(signed(a) % signed(b));
    case 0x0b:
      return a > 30n ? b : unsigned(BigInt.asIntN(8 * (Number(a) + 1), b));
    case 0x10:
      return a < b ? one : zero;
    case 0x11:
      return a > b ? one : zero;
    case 0x12:
      return ordered(a) < ordered(b) ? one : zero;
    case 0x13:
      return ordered(a) > ordered(b) ? one : zero;
    case 0x14:
      return a === b ? one : zero;
    case 0x16:
      return a & b;
    case 0x17:
      return a | b;
    case 0x18:
      return a ^ b;
    case 0x1a:
      return a > 31n ? zero : (b >> (8n * (31n - a))) & 0xffn;
    case 0x1b:
      return a > 255n ? zero : (b << a) & maxWord;
    case 0x1c:
      return a > 255n ? zero : b >> a;
    default: // 0x1d
      return unsigned(signed(b) >> (a > 255n ? 255n : a));
  }
}
