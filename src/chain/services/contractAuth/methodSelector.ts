import type { Hex } from "../../../crypto/bytes/hex";
import type { CryptoSuite } from "../../../crypto/cryptoSuite";
import { clientError } from "../../../errors/clientError";
import { canonicalSignature, selectorOf } from "../../abi/selector";

/**
 * Selector of a method that a person names: by signature, under the chain's hash, or by its four bytes.
 * @throws ChainError usage `invalidSelector`.
 */
export function methodSelector(suite: CryptoSuite, text: string): Hex {
  const given = text.trim();
  if (/^0x[0-9a-fA-F]{8}$/.test(given)) return given.toLowerCase() as Hex;
  const signature = canonicalSignature(given);
  if (!/^[A-Za-z_$][\w$]*\([\w(),[\]]*\)$/.test(signature)) throw clientError("invalidSelector", { given });
  return selectorOf(suite, signature);
}
