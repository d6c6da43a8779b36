import type { AddressInfo, Server } from "node:net";

export const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** Has a server listen on a free port of loopback, or on this one: that port. */
export async function listening(server: Server, port = 0): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return portOf(server);
}
