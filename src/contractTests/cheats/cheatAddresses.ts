import { bytesToHexDigits, hexToBytes } from "../../crypto/bytes/hex";
import { keccak256 } from "../../crypto/keccak256";
import { sm3 } from "../../crypto/sm3";

const hevm = new TextEncoder().encode("hevm cheat code");
const lastDigits = (hash: Uint8Array): string => bytesToHexDigits(hash.subarray(12));

/**
 * Where cheat codes answer. Test libraries compute the address by `keccak256`, which a compiler for SM chains takes for SM3: there it comes
 * to another one. The usual one, which others write down, answers everywhere.
 */
export const cheatAddresses: readonly string[] = [lastDigits(keccak256(hevm)), lastDigits(sm3(hevm))];

/** The contract that makes contracts with a salt for scripts, on Ethereum's chains and in Foundry's tests. 40 hex digits. */
export const saltFactory = "4e59b44847b379578588920ca78fbf26c0b4956c";

/**
 * Takes a salt of 32 bytes with creation code behind it, passes its value on, and answers the address, 20 bytes long. Fails where no
 * contract was made.
 */
export const saltFactoryCode = hexToBytes(
  [
    "0x60203603", // the length: call data without the salt
    "80602060003760", // DUP1, then CALLDATACOPY(0, 32, length)
    "003590600034f5", // CREATE2(CALLVALUE, 0, length, CALLDATALOAD(0))
    "80601a57600080fd", // no address: REVERT(0, 0)
    "5b6000526014600cf3", // the last 20 bytes of the word
  ].join(""),
);
