import { type Hex, isHexDigits } from "../../crypto/bytes/hex";
import { clientError, excerpt } from "../../errors/clientError";
import { phrase } from "../../text/catalogue";

/**
 * Call data as it is typed, `0x` optional.
 * @throws ChainError usage `wrongParameter`.
 */
export function parseCallData(text: string): Hex {
  const digits = text.replace(/^0x/i, "");
  if (digits.length % 2 === 0 && (digits === "" || isHexDigits(digits))) return `0x${digits.toLowerCase()}`;
  throw clientError("wrongParameter", {
    method: "chainside",
    parameter: "--data",
    form: phrase("0x and an even number of hex digits"),
    given: excerpt(text),
  });
}
