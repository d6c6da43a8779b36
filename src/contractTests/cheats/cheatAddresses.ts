import { bytesToHexDigits } from "../../crypto/bytes/hex";
import { keccak256 } from "../../crypto/keccak256";
import { sm3 } from "../../crypto/sm3";

const hevm = new TextEncoder().encode("hevm cheat code");
const lastDigits = (hash: Uint8Array): string => bytesToHexDigits(hash.subarray(12));

/**
 * Where cheat codes answer. Test libraries compute the address by `keccak256`, which a compiler for SM chains takes for SM3: there it comes
 * to another one. The usual one, which others write down, answers everywhere.
 */
export const cheatAddresses: readonly string[] = [lastDigits(keccak256(hevm)), lastDigits(sm3(hevm))];
