import { Address } from "@ethereumjs/util";
import { bytesToHexDigits, hexToBytes } from "../../crypto/hex";

/** An address of the EVM library together with its 40 hex digits, by which the state and the built-in contracts go. */
class KnownAddress extends Address {
  readonly digits: string;

  constructor(bytes: Uint8Array, digits: string) {
    super(bytes);
    this.digits = digits;
  }
}

/** An address of 40 lower-case hex digits. */
export function addressOf(digits: string): Address {
  return new KnownAddress(hexToBytes(digits), digits);
}

/** The 40 hex digits of an address. */
export function addressDigits(address: Address): string {
  return address instanceof KnownAddress ? address.digits : bytesToHexDigits(address.bytes);
}
