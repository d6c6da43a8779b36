import { bls12_381 } from "@noble/curves/bls12-381.js";
import { hexToBytes } from "../../src/crypto/bytes/hex";

const { G1, G2, fields, pairing } = bls12_381;

/** The second power of Ethereum's trusted setup in G2, the only one that a check needs (consensus-specs, trusted_setup_4096.json). */
const tau = G2.Point.fromHex(
  "b5bfd7dd8cdeb128843bc287230af38926187075cbfbefa81009a2ce615ac53d2914e5870cb452d2afaaab24f3499f72" +
    "185cbfee53492714734429b7b38608e23926c911cceceac9a36851477ba4c60b087041de621000edc98edada20c1def2",
);

/** A point of G1, in the right subgroup. @throws Error for anything else. */
function pointOf(text: string): InstanceType<typeof G1.Point> {
  const point = G1.Point.fromBytes(hexToBytes(text));
  point.assertValidity();
  return point;
}

const isZeroPoint = (text: string): boolean => /^0xc00*$/.test(text);
const pointOrZero = (text: string): InstanceType<typeof G1.Point> =>
  isZeroPoint(text) ? G1.Point.ZERO : pointOf(text);

/** A field element below the order. @throws Error for others. */
function scalarOf(text: string): bigint {
  const value = BigInt(text);
  if (value >= fields.Fr.ORDER) throw new Error("C_KZG_BADARGS");
  return value;
}

const times = <P extends { multiplyUnsafe(scalar: bigint): P }>(point: P, scalar: bigint): P =>
  point.multiplyUnsafe(scalar);

/**
 * Whether a polynomial with this commitment has the value y at z: e(C − y·G1, G2) = e(proof, (τ − z)·G2) (EIP-4844). All in hex, with 0x.
 * @throws Error that says C_KZG_BADARGS for points and numbers that are none.
 */
export function verifyProof(commitment: string, z: string, y: string, proof: string): boolean {
  try {
    const [at, value] = [scalarOf(z), scalarOf(y)];
    const left = pointOrZero(commitment).subtract(times(G1.Point.BASE, value));
    const right = pointOrZero(proof);
    const place = tau.subtract(times(G2.Point.BASE, at));
    const one = fields.Fp12.ONE;
    const pair = (p: typeof left, q: typeof place): typeof one => (p.is0() || q.is0() ? one : pairing(p, q));
    return fields.Fp12.eql(pair(left, G2.Point.BASE), pair(right, place));
  } catch {
    throw new Error("C_KZG_BADARGS");
  }
}
