/** Leading bits that a step works on: exact in a double. */
const leadingBits = 52;

const asNumber = new Float64Array(1);

const asWords = new Uint32Array(asNumber.buffer);

/** About the length of a number in bits, at most one more: read off the exponent of its nearest double. */
function bitLength(value: bigint): number {
  asNumber[0] = Number(value);
  return ((asWords[1] ?? 0) >>> 20) - 1022;
}

/**
 * The inverse of `value` modulo `modulus` (both positive, without common factor) by Lehmer's method: Euclid's quotients
 * are found on the leading bits, the long numbers follow once every twenty-odd bits. Time depends on the value, which must be public.
 */
export function modularInverse(value: bigint, modulus: bigint): bigint {
  let u = modulus;
  let v = value % modulus;
  let x = 0n;
  let y = 1n;
  while (v !== 0n) {
    const shift = BigInt(Math.max(0, bitLength(u) - leadingBits));
    let uh = Number(u >> shift);
    let vh = Number(v >> shift);
    let a = 1;
    let b = 0;
    let c = 0;
    let d = 1;
    while (vh + c !== 0 && vh + d !== 0) {
      const quotient = Math.floor((uh + a) / (vh + c));
      if (quotient !== Math.floor((uh + b) / (vh + d))) break;
      const nextC = a - quotient * c;
      const nextD = b - quotient * d;
      const next = uh - quotient * vh;
      a = c;
      b = d;
      c = nextC;
      d = nextD;
      uh = vh;
      vh = next;
    }
    if (b === 0) {
      const quotient = u / v;
      [u, v] = [v, u - quotient * v];
      [x, y] = [y, x - quotient * y];
    } else {
      const [wideA, wideB, wideC, wideD] = [BigInt(a), BigInt(b), BigInt(c), BigInt(d)];
      [u, v] = [wideA * u + wideB * v, wideC * u + wideD * v];
      [x, y] = [wideA * x + wideB * y, wideC * x + wideD * y];
    }
  }
  if (u !== 1n) throw new RangeError("the number has no inverse");
  return x < 0n ? x + modulus : x;
}
