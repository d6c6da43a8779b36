import { isIP } from "node:net";
import { networkInterfaces } from "node:os";

/** Whether the host of that address is the one this runs on. A name that is no address is taken for it. */
export function isThisMachine(address: string): boolean {
  if (isIP(address) === 0 || address === "0.0.0.0" || address === "::" || address === "::1") return true;
  if (address.startsWith("127.")) return true;
  return Object.values(networkInterfaces()).some((entries) => entries?.some((entry) => entry.address === address));
}
