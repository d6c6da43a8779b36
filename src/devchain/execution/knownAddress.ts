import { Address } from "@ethereumjs/util";
import { numberOfBytes } from "../../crypto/bytes/bigEndian";
import { bytesToHexDigits, hexToBytes } from "../../crypto/bytes/hex";

/** An address of the EVM library together with its 40 hex digits, by which the state and the built-in contracts go. */
class KnownAddress extends Address {
  readonly digits: string;
  word: bigint | undefined = undefined;

  constructor(bytes: Uint8Array, digits: string) {
    super(bytes);
    this.digits = digits;
  }
}

const maxRecent = 256;
const recent = new Map<string, Address>();

/** An address of 40 lower-case hex digits: of the few that are named again and again the very same one. */
export function addressOf(digits: string): Address {
  let found = recent.get(digits);
  if (!found) {
    found = new KnownAddress(hexToBytes(digits), digits);
    if (recent.size >= maxRecent) recent.clear();
    recent.set(digits, found);
  }
  return found;
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

const recentWords = new Map<bigint, Address>();

/** The address in a word of the stack, of which only the last 20 bytes count. Contracts name the same few again and again. */
export function addressOfWord(word: bigint): Address {
  let found = recentWords.get(word);
  if (!found) {
    found = addressOf(word.toString(16).padStart(64, "0").slice(24));
    if (recentWords.size >= maxRecent) recentWords.clear();
    recentWords.set(word, found);
  }
  return found;
}
