import { bytesToHex, type Hex } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";

const utf8 = new TextEncoder();

/** Hash of a signature under the chain's suite: the topic of an event (docs/protocol/abi.md, "Selectors"). */
export function signatureHash(suite: CryptoSuite, signature: string): Hex {
  return bytesToHex(suite.hash(utf8.encode(signature)));
}

/**
 * First four bytes of the signature's hash: keccak256 or SM3, as the chain has it. The signature is canonical, without
 * blanks and names: `transfer(address,uint256)`.
 */
export function selectorOf(suite: CryptoSuite, signature: string): Hex {
  return signatureHash(suite, signature).slice(0, 10) as Hex;
}

/** The type of one parameter (or the function's name): the first of its words, `uint` and `int` with their width. */
function canonicalWord(chunk: string): string {
  const [type = ""] = chunk.split(/\s/, 1);
  return type.replace(/^(u?int)(?=$|\[)/, "$1256");
}

/** What stands behind a `)`: the array part of a tuple stays, its name goes, unless something else follows. */
function afterTuple(chunk: string, next: string | undefined): string {
  if (next === "(") return chunk;
  const arrays = /^(?:\[\d*\])*/.exec(chunk)?.[0] ?? "";
  return chunk.indexOf("[", arrays.length) < 0 ? arrays : chunk;
}

/**
 * The canonical form of a signature as a person writes it: blanks, parameter names and data locations fall away,
 * `uint` and `int` become 256 bits wide. `set( uint n, string memory s )` → `set(uint256,string)`.
 */
export function canonicalSignature(text: string): string {
  const pieces = text.replace(/^\s*function\s/, "").split(/([(),])/);
  const canonical = pieces.map((piece, index) => {
    if (index % 2 === 1) return piece; // what the text was split at
    const chunk = piece.trim();
    return pieces[index - 1] === ")" ? afterTuple(chunk, pieces[index + 1]) : canonicalWord(chunk);
  });
  return canonical.join("");
}
