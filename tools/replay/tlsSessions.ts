import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ConnectionOptions, connect, type TLSSocket } from "node:tls";
import type { Network } from "../../src/devchain/nodes/network";
import { openPorts } from "../../src/devchain/startDevChain";
import { tlsMaterial } from "../../src/devchain/tls/tlsMaterial";
import type { Difference } from "./difference";
import type { Reason } from "./reasons";

type Json = Record<string, unknown>;

/** Whether the record is one of a TLS connection. */
export const isTlsSession = (record: Json): boolean => typeof record["hasClientCert"] === "boolean";

const question = '{"jsonrpc":"2.0","method":"getBlockNumber","params":["group0",""],"id":1}';

/** What the client saw, without what differs between certificates. */
function seen(options: { protocol: unknown; cipher: unknown; events: unknown; http: unknown }): string {
  const events = Array.isArray(options.events) ? options.events : [];
  const messages = events.map((event: unknown) =>
    typeof event === "object" && event !== null && "code" in event ? String(event.code) : String(event),
  );
  return `${String(options.protocol)} ${String(options.cipher)} ${messages.join(",")} ${String(options.http)}`;
}

/** Connects as the recording did and asks for the block number when the handshake has succeeded. */
function attempt(port: number, options: ConnectionOptions): Promise<string> {
  return new Promise((resolve) => {
    const events: unknown[] = [];
    const chunks: Buffer[] = [];
    let protocol: unknown;
    let cipher: unknown;
    const socket: TLSSocket = connect({ port, host: "127.0.0.1", ...options }, () => {
      events.push("secureConnect");
      protocol = socket.getProtocol();
      cipher = socket.getCipher().name;
      socket.write(`POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${question.length}\r\n\r\n${question}`);
      setTimeout(() => socket.end(), 100);
    });
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("error", (error) => events.push(error));
    socket.on("close", () => {
      events.push("close");
      resolve(seen({ protocol, cipher, events, http: Buffer.concat(chunks).toString("latin1") }));
    });
  });
}

/** Node.js looks at a client's certificate after the handshake: it can end the connection, but not send the alert. */
const tlsReason = (ours: string): Reason | undefined =>
  /^undefined undefined (?:ECONNRESET|EPIPE)/.test(ours) ? "foreignClientCertificate" : undefined;

/** Plays TLS connections against a port of the same network that speaks TLS. */
export async function replayTls(network: Network, records: readonly Json[]): Promise<(Difference | undefined)[]> {
  const [own, foreign] = [mkdtempSync(join(tmpdir(), "replay-tls-")), mkdtempSync(join(tmpdir(), "replay-tls-"))];
  await tlsMaterial(foreign);
  const secured = {
    ...network,
    settings: { ...network.settings, tls: own, web3Port: undefined },
    close: () => undefined,
  };
  const served = await openPorts(secured);
  try {
    const outcomes: (Difference | undefined)[] = [];
    for (const record of records) {
      const name = String(record["name"]);
      const given = (record["options"] ?? {}) as Json;
      const folder = name.includes("another chain") ? foreign : own;
      const file = (part: string): Buffer => readFileSync(join(folder, "sdk", part));
      const authority = readFileSync(join(name.startsWith("wrong CA") ? foreign : own, "sdk", "ca.crt"));
      const ours = await attempt(served.port, {
        ...(given as ConnectionOptions),
        ...(given["checkServerIdentity"] === undefined ? {} : { checkServerIdentity: () => undefined }),
        ...(/^no CA/.test(name) ? {} : { ca: authority }),
        ...(record["hasClientCert"] === true ? { cert: file("sdk.crt"), key: file("sdk.key") } : {}),
      });
      const info = (record["info"] ?? {}) as { protocol?: unknown; cipher?: { name?: unknown } };
      const node = seen({
        protocol: info.protocol,
        cipher: info.cipher?.name,
        events: record["events"],
        http: record["http"],
      });
      outcomes.push(node === ours ? undefined : { name, node, ours, reason: tlsReason(ours) });
    }
    return outcomes;
  } finally {
    await served.close();
    for (const folder of [own, foreign]) rmSync(folder, { recursive: true });
  }
}
