import { numberOfBytes } from "../../crypto/bytes/bigEndian";
import { bytesToHex } from "../../crypto/bytes/hex";
import { AbiReader, type AbiValues, headSize, isDynamic } from "./abiReader";
import type { AbiParameter } from "./abiType";
import { type Encodable, writeParameters } from "./abiWriter";
import type { ContractInterface } from "./contractInterface";

/** Longer values are not looked through. */
const maxLength = 2 ** 14;

const values: AbiValues<Encodable> = {
  integer: (number) => number,
  bool: (on) => on,
  address: numberOfBytes,
  text: (bytes) => bytes,
  bytes: (bytes) => bytes,
  list: (items) => items,
  struct: (_, members) => members,
};

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
  const seen = data.subarray(0, maxLength);
  try {
    const encoded = writeParameters(parameters, new AbiReader(seen, values).members(parameters));
    return bytesToHex(seen).startsWith(bytesToHex(encoded)) ? encoded.length : undefined;
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
