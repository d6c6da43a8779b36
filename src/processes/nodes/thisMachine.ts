import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { isLoopback } from "../../text/loopback";

/** Whether the host of that address is the one this runs on. A name that is no address is taken for it. */
export function isThisMachine(address: string): boolean {
  if (isIP(address) === 0 || address === "0.0.0.0" || address === "::" || isLoopback(address)) return true;
  return Object.values(networkInterfaces()).some((entries) => entries?.some((entry) => entry.address === address));
}
