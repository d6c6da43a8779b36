/** Leading bits that a step works on: exact in a double. */
const leadingBits = 52;

/**
 * The inverse of `value` modulo `modulus` (both positive, without common factor) by Lehmer's method: Euclid's quotients
 * are found on the leading bits, the long numbers follow once every twenty-odd bits. Time depends on the value.
 */
export function modularInverse(value: bigint, modulus: bigint): bigint {
  let u = modulus;
  let v = value % modulus;
  let x = 0n;
  let y = 1n;
  while (v !== 0n) {
    const shift = BigInt(Math.max(0, 4 * u.toString(16).length - leadingBits));
    let uh = Number(u >> shift);
    let vh = Number(v >> shift);
    let a = 1;
    let b = 0;
    let c = 0;
    let d = 1;
    while (vh + c !== 0 && vh + d !== 0) {
      const quotient = Math.floor((uh + a) / (vh + c));
      if (quotient !== Math.floor((uh + b) / (vh + d))) break;
      [a, c] = [c, a - quotient * c];
      [b, d] = [d, b - quotient * d];
      [uh, vh] = [vh, uh - quotient * vh];
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
