import { connect } from "node:net";

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
