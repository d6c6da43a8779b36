import { AbiReader, type AbiValues } from "../../chain/abi/abiReader";
import type { AbiParameter } from "../../chain/abi/abiType";
import { type Encodable, writeParameters } from "../../chain/abi/abiWriter";
import { bytesToHexDigits } from "../../crypto/bytes/hex";
import { bytesOfText, textOfBytes } from "./rawText";

/**
 * A value on its way into or out of a test: integers as bigint, addresses as 40 lower-case hex digits, bytes as bytes, texts as
 * `rawText.ts` has them, lists and structs as lists. Tests call a cheat code some thousand times a second, so nothing is turned into text
 * that stays a number.
 */
export type AbiValue = Encodable;

const values: AbiValues<AbiValue> = {
  integer: (number) => number,
  bool: (on) => on,
  address: bytesToHexDigits,
  text: textOfBytes,
  bytes: (bytes) => bytes.slice(),
  list: (items) => items,
  struct: (_, members) => members,
};

/** Values of parameters in data. @throws RangeError when it is too short or its offsets lead nowhere. */
export function decodeValues(parameters: readonly AbiParameter[], data: Uint8Array): AbiValue[] {
  return new AbiReader(data, values).members(parameters);
}

/** The encoding of values of parameters. @throws TypeError for a value that is not of its type. */
export const encodeValues = (parameters: readonly AbiParameter[], given: readonly AbiValue[]): Uint8Array =>
  writeParameters(parameters, given, bytesOfText);
