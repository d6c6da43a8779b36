import { checksumAddress } from "../../chain/transaction/contractAddress";
import { isAddress } from "../../crypto/bytes/hex";
import { keccak256 } from "../../crypto/keccak256";
import { sm3 } from "../../crypto/sm3";

/** Comments, texts and whole words: an address stands only where none of the first two is. */
const pieces =
  /\/\/[^\n\r]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n\r]|\\[\s\S])*"?|'(?:[^'\\\n\r]|\\[\s\S])*'?|[A-Za-z_$][\w$]*|\b0x[0-9a-fA-F]{40}\b|[0-9][\w.]*/g;

/**
 * The source as a compiler for SM chains wants it: it checks the capitals of an address by its own hash, so that one that is right under
 * keccak256 would be an error there. Only capitals change, so that every position stays.
 */
export function withSmChecksums(source: string): string {
  if (!source.includes("0x")) return source;
  return source.replace(pieces, (word) => {
    const isRight = isAddress(word) && checksumAddress({ hash: keccak256 }, word) === word;
    return isRight ? checksumAddress({ hash: sm3 }, word) : word;
  });
}
