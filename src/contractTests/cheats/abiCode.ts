import { AbiReader, type AbiValues } from "../../chain/abi/abiReader";
import type { AbiParameter } from "../../chain/abi/abiType";
import { type Encodable, writeParameters } from "../../chain/abi/abiWriter";
import { bytesToHexDigits } from "../../crypto/bytes/hex";

const strict = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });
const utf8 = new TextEncoder();

/** U+DC80 to U+DCFF, which no UTF-8 comes to: a byte of a text that is none. */
const byteMark = 0xdc00;

/** How many bytes a character has by its first one. */
const lengthOf = (first: number): number => (first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4);

function characterAt(bytes: Uint8Array, at: number): string | undefined {
  try {
    return strict.decode(bytes.subarray(at, at + lengthOf(bytes[at] ?? 0)));
  } catch {
    return undefined;
  }
}

/**
 * A Solidity `string` as a text from which its bytes can be had again. A contract may put any bytes into one; those that are no UTF-8 stand
 * as lone surrogates, so that different bytes are different texts.
 */
function textOfBytes(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    const parts: string[] = [];
    for (let at = 0; at < bytes.length; ) {
      const character = characterAt(bytes, at);
      parts.push(character ?? String.fromCharCode(byteMark + (bytes[at] ?? 0)));
      at += character === undefined ? 1 : lengthOf(bytes[at] ?? 0);
    }
    return parts.join("");
  }
}

const isByte = (character: string): boolean => {
  const code = character.charCodeAt(0);
  return character.length === 1 && code >= byteMark + 0x80 && code <= byteMark + 0xff;
};

/** The bytes of a text that `textOfBytes` made, or of any other as UTF-8. */
export function bytesOfText(text: string): Uint8Array {
  if (!/\p{Surrogate}/u.test(text)) return utf8.encode(text);
  const parts = Array.from(text, (character) =>
    isByte(character) ? Uint8Array.of(character.charCodeAt(0) - byteMark) : utf8.encode(character),
  );
  return Buffer.concat(parts);
}

/**
 * A value on its way into or out of a test: integers as bigint, addresses as 40 lower-case hex digits, bytes as bytes, texts as
 * `textOfBytes` has them, lists and structs as lists. Tests call a cheat code some thousand times a second, so nothing is turned into text
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
