import type { Address } from "@ethereumjs/util";
import { numberAt, numberOfBytes } from "../../crypto/bytes/bigEndian";
import { readRounds } from "./blake2";

const lastOfEthereum = 9;

/** Whether one of Ethereum's own contracts, 0x1 to 0x9, stands at the address. No node has the one at 0x0a. */
export function isEthereumPrecompile({ bytes }: Pick<Address, "bytes">): boolean {
  for (let i = 0; i < 19; i++) if (bytes[i] !== 0) return false;
  const last = bytes[19] ?? 0;
  return last >= 1 && last <= lastOfEthereum;
}

/** The price of modular exponentiation by the lengths that its input names (EIP-2565). */
function modexpPrice(input: Uint8Array): bigint {
  const [base, exponent, modulus] = [numberAt(input, 0), numberAt(input, 32), numberAt(input, 64)];
  const words = ((base > modulus ? base : modulus) + 7n) / 8n;
  const headLength = exponent < 32n ? Number(exponent) : 32;
  const from = base > BigInt(input.length) ? input.length : 96 + Number(base);
  const head = new Uint8Array(headLength);
  head.set(input.subarray(from, from + headLength));
  const bits = numberOfBytes(head).toString(2).length - 1;
  const rounds = BigInt(bits) + (exponent > 32n ? 8n * (exponent - 32n) : 0n);
  const price = (words * words * (rounds > 1n ? rounds : 1n)) / 3n;
  return price > 200n ? price : 200n;
}

/** What a contract reads that called one of Ethereum's own with too little gas, since bugfix_v1_error_handling. */
export const gasLimitText = (address: number, input: Uint8Array): string =>
  address === 5 && modexpPrice(input) >= 2n ** 63n
    ? "Precompiled contract gas cost overflow"
    : "Precompiled contract out of gas";

/** What a failure of one of Ethereum's own contracts costs and gives back. */
interface PrecompileFailure {
  readonly price: bigint;
  readonly output: Uint8Array;
}

/**
 * How Ethereum's own contracts that can fail (0x6 to 0x9) end then under the baseline executor: their price is taken as for a success, and
 * the output is the room that was made for the answer, which the compression function (0x9) makes only when its input is good
 * (evm-differences.md, "Ethereum's own contracts").
 */
export function precompileFailure(address: number, input: Uint8Array): PrecompileFailure {
  switch (address) {
    case 6:
      return { price: 150n, output: new Uint8Array(64) };
    case 7:
      return { price: 6000n, output: new Uint8Array(64) };
    case 8:
      return { price: 45_000n + 34_000n * BigInt(Math.floor(input.length / 192)), output: new Uint8Array(32) };
    default:
      return { price: BigInt(readRounds(input)), output: new Uint8Array(0) };
  }
}
