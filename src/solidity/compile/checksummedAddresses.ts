import { bytesToHexDigits, isAddress } from "../../crypto/bytes/hex";
import { keccak256 } from "../../crypto/keccak256";
import { sm3 } from "../../crypto/sm3";

/** Comments, texts and whole words: an address stands only where none of the first two is. */
const pieces =
  /\/\/[^\n\r]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n\r]|\\[\s\S])*"?|'(?:[^'\\\n\r]|\\[\s\S])*'?|[A-Za-z_$][\w$]*|\b0x[0-9a-fA-F]{40}\b|[0-9][\w.]*/g;
const utf8 = new TextEncoder();

/** The digits with capitals where the hash says so (EIP-55). */
function checksummed(digits: string, hash: (data: Uint8Array) => Uint8Array): string {
  const small = digits.toLowerCase();
  const marks = bytesToHexDigits(hash(utf8.encode(small)));
  return [...small]
    .map((digit, i) => (Number.parseInt(marks[i] ?? "0", 16) >= 8 ? digit.toUpperCase() : digit))
    .join("");
}

/**
 * The source as a compiler for SM chains wants it: it checks the capitals of an address by its own hash, so that one that is right under
 * keccak256 would be an error there. Only capitals change, so that every position stays.
 */
export function withSmChecksums(source: string): string {
  if (!source.includes("0x")) return source;
  return source.replace(pieces, (word) => {
    if (!isAddress(word)) return word;
    const digits = word.slice(2);
    if (digits !== checksummed(digits, keccak256)) return word;
    return `0x${checksummed(digits, sm3)}`;
  });
}
