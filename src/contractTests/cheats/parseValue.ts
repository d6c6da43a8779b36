import { parseWholeNumber } from "../../chain/abi/numberUnits";
import { hexToBytes, isAddress } from "../../crypto/bytes/hex";
import type { AbiValue } from "./abiCode";
import { CheatError } from "./cheatError";

/** Bits or bytes of `uint8`, `int256`, `bytes4`. */
const sizeOf = (type: string, kind: string): number | undefined =>
  type.startsWith(kind) && /^\d+$/.test(type.slice(kind.length)) ? Number(type.slice(kind.length)) : undefined;

function numberIn(text: string, min: bigint, end: bigint): bigint | undefined {
  const number = parseWholeNumber(text);
  return number === undefined || number < min || number >= end ? undefined : number;
}

/** The value; undefined for a text that is none of the type. */
function read(type: string, text: string): AbiValue | undefined {
  if (type === "bool") {
    const word = text.toLowerCase();
    return word === "true" || word === "1" ? true : word === "false" || word === "0" ? false : undefined;
  }
  if (type === "address") return isAddress(text) ? text.slice(2).toLowerCase() : undefined;
  const unsigned = sizeOf(type, "uint");
  if (unsigned !== undefined) return numberIn(text, 0n, 1n << BigInt(unsigned));
  const signed = sizeOf(type, "int");
  if (signed !== undefined) return numberIn(text, -(1n << BigInt(signed - 1)), 1n << BigInt(signed - 1));
  const bytes = /^(?:0x)?(?:[0-9a-fA-F]{2})*$/.test(text) ? hexToBytes(text) : undefined;
  return type === "bytes" || bytes?.length === sizeOf(type, "bytes") ? bytes : undefined;
}

/** A text as a value of a simple type. @throws CheatError for a text that is none. */
export function parsed(type: string, given: string): AbiValue {
  if (type === "string") return given;
  const text = given.trim();
  const value = read(type, text);
  if (value === undefined) throw new CheatError(`failed parsing "${text}" as type \`${type}\``);
  return value;
}
