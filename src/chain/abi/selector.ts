import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { bytesToHex, type Hex } from "../../crypto/hex";

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

/**
 * The canonical form of a signature as a person writes it: blanks, parameter names and data locations fall away,
 * `uint` and `int` become 256 bits wide. `set( uint n, string memory s )` → `set(uint256,string)`.
 */
export function canonicalSignature(text: string): string {
  return text
    .replace(/^\s*function\s+/, "")
    .replace(/\s*([(),])\s*/g, "$1")
    .trim()
    .replace(/([(,]|^)([^(),]+)(?=[(),]|$)/g, (_, before: string, word: string) => {
      const [type = ""] = word.split(/\s+/);
      return before + type.replace(/^(u?int)(?=$|\[)/, "$1256");
    })
    .replace(/\)((?:\[\d*\])*)\s*[^(),[]*(?=[,)]|$)/g, ")$1");
}
