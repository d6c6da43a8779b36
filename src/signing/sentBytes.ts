import { precompiledAt } from "../chain/abi/precompiledContracts";
import { decodeSignedTransaction } from "../chain/encoding/signedTransaction";
import { callTitle } from "../chain/transaction/readableTransaction";
import { unsignedTransaction } from "../chain/transaction/signTransaction";
import { governingContracts, unforeseen } from "../chain/transaction/unforeseen";
import { hexToBytes, isHexDigits } from "../crypto/bytes/hex";
import { cryptoSuite } from "../crypto/suites";
import { ChainError } from "../errors/chainError";
import { t } from "../text/catalogue";
import type { Act } from "./request";

/**
 * What bytes do that were signed elsewhere and are sent as they are: a call of a contract of the node weighs as if it were signed here.
 * @param given hex, as it was typed
 * @returns undefined where it is no transaction, or one of which nothing is known but its recipient
 */
export function actOfSigned(given: unknown): Pick<Act, "title" | "warnings" | "weight" | "target"> | undefined {
  const digits = typeof given === "string" ? given.trim().replace(/^0x/i, "") : "";
  if (digits === "" || digits.length % 2 !== 0 || !isHexDigits(digits)) return undefined;
  try {
    const { data } = decodeSignedTransaction(hexToBytes(`0x${digits}`));
    const name = precompiledAt(data.to);
    if (!name || !governingContracts.has(name)) return undefined;
    // Calls are read under either suite; the hash isn't used.
    const transaction = unsignedTransaction(cryptoSuite("standard"), data);
    const { weight, target = name } = unforeseen(transaction);
    return {
      title: callTitle(transaction),
      warnings: [t("It was signed elsewhere and is sent as it is.")],
      weight,
      target,
    };
  } catch (error) {
    if (error instanceof ChainError) return undefined;
    throw error;
  }
}
