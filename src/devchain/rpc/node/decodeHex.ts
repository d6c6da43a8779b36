import { hexToBytes } from "../../../crypto/bytes/hex";
import { ConversionError } from "../wireConversions";

/** A character that is no hex digit, where the node decodes hex. It says no word about it but the name of all exceptions. */
export class NoHexDigit extends ConversionError {
  readonly digit: string;

  constructor(digit: string) {
    super("std::exception", "boost::wrapexcept<boost::algorithm::non_hex_input>");
    this.digit = digit;
  }

  /** What the node adds where it tells everything of an exception. */
  get about(): string {
    return `[boost::algorithm::bad_char_*] = ${this.digit}\n`;
  }
}

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
