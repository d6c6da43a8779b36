import { connect, isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { isLoopback } from "../../text/loopback";

/** Whether the host of that address is the one this runs on. A name that is no address is taken for it. */
export function isThisMachine(address: string): boolean {
  if (isIP(address) === 0 || address === "0.0.0.0" || address === "::" || isLoopback(address)) return true;
  return Object.values(networkInterfaces()).some((entries) => entries?.some((entry) => entry.address === address));
}

/** A local port answers at once or not at all. */
const portTimeoutMs = 400;

/** Whether something on this machine listens on the port. */
export function answersLocally(port: number, host = "127.0.0.1"): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const settle = (open: boolean): void => {
      socket.destroy();
      resolve(open);
    };
    socket.setTimeout(portTimeoutMs, () => settle(false));
    socket.once("connect", () => settle(true));
    socket.once("error", () => settle(false));
  });
}
