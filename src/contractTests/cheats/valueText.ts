import type { AbiShape } from "../../chain/abi/abiType";
import { parseWholeNumber } from "../../chain/abi/numberUnits";
import { checksumAddress } from "../../chain/transaction/contractAddress";
import { bytesToHex, hexToBytes, isAddress } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import type { AbiValue } from "./abiCode";
import { CheatError } from "./cheatError";

/** A value as a person writes it in Solidity; addresses by the chain's capitals, with their label where they have one. */
export function valueText(
  shape: AbiShape,
  value: AbiValue,
  suite: CryptoSuite,
  labels?: ReadonlyMap<string, string>,
  quoted = true,
): string {
  switch (shape.kind) {
    case "address": {
      const digits = String(value);
      const address = checksumAddress(suite, `0x${digits}`);
      const label = labels?.get(digits);
      return label === undefined ? address : `${label}: [${address}]`;
    }
    case "string":
      return quoted ? JSON.stringify(value) : String(value);
    case "bytes":
      return value instanceof Uint8Array ? bytesToHex(value) : String(value);
    case "array": {
      const items = Array.isArray(value) ? (value as readonly AbiValue[]) : [];
      return `[${items.map((item) => valueText(shape.element, item, suite, labels, quoted)).join(", ")}]`;
    }
    case "tuple": {
      const items = Array.isArray(value) ? (value as readonly AbiValue[]) : [];
      const parts = shape.members.map(
        ({ name, shape: inner }, index) =>
          `${name ? `${name}: ` : ""}${valueText(inner, items[index] ?? 0n, suite, labels, quoted)}`,
      );
      return `(${parts.join(", ")})`;
    }
    default:
      return String(value);
  }
}

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
