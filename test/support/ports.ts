// Ports that a test looks for now and opens later, or opens again: below those that the system gives to whatever connects or asks for any.
import { createSocket, type Socket } from "node:dgram";
import { createServer } from "node:net";

/** Held until this process ends. */
const claims: Socket[] = [];

/**
 * Claims the port's number among all processes of the tests, by its twin for datagrams, which no program asks for: what looks for a port
 * now and opens it later would else meet another that found the same one meanwhile.
 */
function claimed(port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const claim = createSocket("udp4");
    claim.once("error", () => resolve(undefined));
    claim.bind({ port, address: "127.0.0.1", exclusive: true }, () => resolve(claim.unref()));
  });
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });

/** The first of so many neighbouring ports that are free now, and that no other test is given. */
export async function freePorts(count: number): Promise<number> {
  for (let tries = 0; tries < 200; tries++) {
    const first = 20_000 + Math.floor(Math.random() * 12_000);
    const ports = Array.from({ length: count }, (_, index) => first + index);
    const all = await Promise.all(ports.map(claimed));
    const own = all.flatMap((claim) => claim ?? []);
    if (own.length === count && (await Promise.all(ports.map(isFree))).every(Boolean)) {
      claims.push(...own);
      return first;
    }
    for (const claim of own) claim.close();
  }
  throw new Error("no free ports");
}

/** A port that no one listens on now, and that no other test is given. */
export const freePort = (): Promise<number> => freePorts(1);
