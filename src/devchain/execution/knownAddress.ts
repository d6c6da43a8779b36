import { Address } from "@ethereumjs/util";
import { numberOfBytes } from "../../crypto/bigEndian";
import { bytesToHexDigits, hexToBytes } from "../../crypto/hex";

/** An address of the EVM library together with its 40 hex digits, by which the state and the built-in contracts go. */
class KnownAddress extends Address {
  readonly digits: string;
  word: bigint | undefined = undefined;

  constructor(bytes: Uint8Array, digits: string) {
    super(bytes);
    this.digits = digits;
  }
}

/** An address of 40 lower-case hex digits. */
export function addressOf(digits: string): Address {
  return new KnownAddress(hexToBytes(digits), digits);
}

/** The 40 hex digits of an address. */
export function addressDigits(address: Address): string {
  return address instanceof KnownAddress ? address.digits : bytesToHexDigits(address.bytes);
}

/** The address as a word of the stack. */
export function wordOfAddress(address: Address): bigint {
  if (!(address instanceof KnownAddress)) return numberOfBytes(address.bytes);
  address.word ??= numberOfBytes(address.bytes);
  return address.word;
}

const mostRecent = 256;
const recent = new Map<bigint, Address>();

/** The address in a word of the stack, of which only the last 20 bytes count. Contracts name the same few again and again. */
export function addressOfWord(word: bigint): Address {
  let found = recent.get(word);
  if (!found) {
    found = addressOf(word.toString(16).padStart(64, "0").slice(24));
    if (recent.size >= mostRecent) recent.clear();
    recent.set(word, found);
  }
  return found;
}
