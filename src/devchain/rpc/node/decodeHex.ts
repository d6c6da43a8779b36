import { hexToBytes } from "../../../crypto/bytes/hex";
import { ConversionError, NoHexDigit } from "../wireConversions";

/**
 * Bytes of call data or of a transaction; the prefix can only be `0x`.
 * @throws ConversionError when the text is empty, of odd length or no
 * hex.
 */
export function decodeHex(text: string): Uint8Array {
  if (text === "" || Buffer.byteLength(text) % 2 !== 0) throw new ConversionError("Unexpect hex string");
  const digits = text.startsWith("0x") ? text.slice(2) : text;
  const stranger = /[^0-9a-fA-F]/.exec(digits);
  if (stranger) throw new NoHexDigit(stranger[0]);
  return hexToBytes(`0x${digits}`);
}
