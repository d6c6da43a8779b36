/** The curves of node IDs: y² = x³ + ax + b over p (SEC 2, 2.4.1; GB/T 32918.5). */
const curves = {
  secp256k1: { p: 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2fn, a: 0n, b: 7n },
  sm2: {
    p: 0xfffffffeffffffffffffffffffffffffffffffff00000000ffffffffffffffffn,
    a: -3n,
    b: 0x28e9fa9e9d9f5e344d5a9e4bcf6509a7f39789f515ab8f92ddbcbd414d940e93n,
  },
} as const;

/** Whether 128 hex digits are a point of the curve, as the ID that a key has is one. */
export function isCurvePoint(id: string, sm: boolean): boolean {
  const [x, y] = [BigInt(`0x${id.slice(0, 64)}`), BigInt(`0x${id.slice(64)}`)];
  const { p, a, b } = curves[sm ? "sm2" : "secp256k1"];
  return x < p && y < p && (y * y - (x * x * x + a * x + b)) % p === 0n;
}
