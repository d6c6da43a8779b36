import type { Address } from "../../crypto/bytes/hex";
import type { ChainClient } from "../client/client";
import { getCode } from "../rpc/contractCode";

/** How what deploys a library ends, before the code that stays: RETURN or REVERT, and INVALID or STOP. */
const endings = ["f3fe", "f300", "fdfe"];

const digitsOf = (hex: string): string => hex.replace(/^0x/i, "").toLowerCase();

/**
 * Whether code is what the creation code of a library leaves at an address: creation code ends with it, and the library's own address
 * stands in it where the creation code has zeros.
 * @param creation linked, hex
 * @param code as `getCode` gives it
 */
export function isLibraryCode(creation: string, code: string, address: string): boolean {
  const [whole, standing, own] = [digitsOf(creation), digitsOf(code), digitsOf(address)];
  const before = whole.length - standing.length;
  if (standing === "" || !endings.includes(whole.slice(Math.max(before - 4, 0), Math.max(before, 0)))) return false;
  return standing.replaceAll(own, "0".repeat(own.length)) === whole.slice(before);
}

/**
 * Whether a library that was deployed from linked creation code still stands at its address: a chain that was reset has forgotten it, or
 * has something else there.
 */
export async function libraryStands(client: ChainClient, address: Address, creation: string): Promise<boolean> {
  return isLibraryCode(creation, await getCode(client, address), address);
}
