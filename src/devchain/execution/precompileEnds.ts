import type { Address } from "@ethereumjs/util";
import { readRounds } from "./blake2";

const lastOfEthereum = 9;

/** Whether one of Ethereum's own contracts, 0x1 to 0x9, stands at the address. No node has the one at 0x0a. */
export function isEthereumPrecompile({ bytes }: Pick<Address, "bytes">): boolean {
  for (let i = 0; i < 19; i++) if (bytes[i] !== 0) return false;
  const last = bytes[19] ?? 0;
  return last >= 1 && last <= lastOfEthereum;
}

/** What a failure of one of Ethereum's own contracts costs and gives back. */
export interface PrecompileFailure {
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
