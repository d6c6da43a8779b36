import { AbiCoder } from "ethers";
import { bytesToHex } from "../../crypto/hex";
import { headSize, isDynamic } from "./abiReader";
import { type AbiParameter, coderTypes } from "./abiType";
import type { ContractInterface } from "./contractInterface";

/** Longer values are not looked through. */
const longest = 2 ** 14;

/** How many bytes these parameters take wherever they stand; undefined where that depends on their values. */
export function fixedLength(parameters: readonly AbiParameter[]): number | undefined {
  if (parameters.some(({ shape }) => isDynamic(shape))) return undefined;
  return parameters.reduce((sum, { shape }) => sum + headSize(shape), 0);
}

/**
 * How many bytes these parameters take at the beginning of the data, when they stand there as every compiler writes them: nothing between
 * them, nothing left out. Undefined for anything else.
 */
export function encodedLength(parameters: readonly AbiParameter[], data: Uint8Array): number | undefined {
  const types = coderTypes(parameters);
  const seen = data.subarray(0, longest);
  try {
    const coder = AbiCoder.defaultAbiCoder();
    const encoded = coder.encode(types, coder.decode(types, seen));
    return bytesToHex(seen).startsWith(encoded) ? encoded.length / 2 - 1 : undefined;
  } catch {
    return undefined;
  }
}

/** How much of the data is a call of a function that the interface has. */
export function callLength(abi: ContractInterface, data: Uint8Array): number | undefined {
  const selector = bytesToHex(data.subarray(0, 4));
  const called = abi.functions.find((each) => each.selector === selector);
  const length = called && encodedLength(called.inputs, data.subarray(4));
  return length === undefined ? undefined : 4 + length;
}
