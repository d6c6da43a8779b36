// SM TLS beside mutual standard TLS of Node, in one run: `node --import tsx test/bench/smTls.ts [--library]`. Prints handshakes,
// requests and MB per second and their ratios; `--library` takes SM3 and SM4 from the libraries, as in VS Code, instead of from
// OpenSSL. The servers are processes of their own.
import { type ChildProcess, fork } from "node:child_process";
import crypto from "node:crypto";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { syncBuiltinESMExports } from "node:module";
import { type AddressInfo, connect } from "node:net";
import { connect as connectTls } from "node:tls";
import { createAuthority, createCertificate } from "../support/certificates";

if (process.argv.includes("--library") || process.env["SM_TLS_LIBRARY"]) {
  process.env["SM_TLS_LIBRARY"] = "1";
  crypto.getCiphers = () => [];
  crypto.getHashes = () => [];
  syncBuiltinESMExports();
}
const { credentialsOf, smAuthority, smSide, tlsMaterialOf } = await import("../support/smChain");
const { TlcpSocket } = await import("../../src/chain/tlcp/tlcpSocket");
const { smConnections } = await import("../../src/devchain/rpc/smConnections");
const { createHttpTransport } = await import("../../src/chain/transport/httpTransport");

type SmSide = ReturnType<typeof smSide>;
type Pems = { ca: string; cert: string; key: string };
interface Order {
  kind: "sm" | "standard";
  sm: SmSide;
  standard: Pems;
}

const short = JSON.stringify({ number: 12, hash: "0x".padEnd(66, "a") });
const long = JSON.stringify("x".repeat(4 * 1024 * 1024));

function serve({ kind, sm, standard }: Order): void {
  const listener: Parameters<typeof createServer>[1] = (request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on("end", () => {
      const { id, method } = JSON.parse(text) as { id: number; method: string };
      response.end(`{"jsonrpc":"2.0","id":${id},"result":${method === "long" ? long : short}}`);
    });
  };
  const server =
    kind === "sm"
      ? createServer(listener)
      : createTlsServer({ ...standard, requestCert: true, rejectUnauthorized: true, maxVersion: "TLSv1.2" }, listener);
  if (kind === "sm") smConnections(server, sm);
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
}

const seconds = 1.5;
const rounds = 3;

/** How often something can be done in a while, so many at once. */
async function perSecond(work: () => Promise<unknown>, atOnce: number): Promise<number> {
  const start = performance.now();
  let done = 0;
  const one = async (): Promise<void> => {
    while (performance.now() - start < seconds * 1000) {
      await work();
      done++;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return (done * 1000) / (performance.now() - start);
}

async function main(): Promise<void> {
  const authority = createAuthority();
  const [server, sdk] = [createCertificate(authority, "node"), createCertificate(authority, "sdk")];
  const smCa = smAuthority();
  const [smNode, smSdk] = [smSide(smCa, "node"), smSide(smCa, "sdk")];
  const order = { sm: smNode, standard: { ca: authority.pem, cert: server.pem, key: server.keyPem } };
  const children: ChildProcess[] = [];
  const port = async (kind: Order["kind"]): Promise<number> => {
    const child = fork(import.meta.filename, ["--server", ...process.argv.slice(2)]);
    children.push(child);
    child.send({ ...order, kind });
    return new Promise((resolve) => child.once("message", (found) => resolve(Number(found))));
  };
  const [smPort, standardPort] = [await port("sm"), await port("standard")];
  const standard = { ca: authority.pem, cert: sdk.pem, key: sdk.keyPem };
  const credentials = credentialsOf(smSdk);
  const shake = {
    sm: () =>
      new Promise<void>((resolve) => {
        const socket = new TlcpSocket(connect(smPort, "127.0.0.1"), { role: "client", credentials });
        socket.once("secureConnect", () => socket.destroy());
        socket.once("close", () => resolve());
      }),
    standard: () =>
      new Promise<void>((resolve) => {
        const socket = connectTls({
          ...standard,
          port: standardPort,
          host: "127.0.0.1",
          checkServerIdentity: () => undefined,
        });
        socket.once("secureConnect", () => socket.destroy());
        socket.once("close", () => resolve());
      }),
  };
  const transports = {
    sm: createHttpTransport({ url: `https://127.0.0.1:${smPort}`, tls: tlsMaterialOf(smSdk), connections: 16 }),
    standard: createHttpTransport({ url: `https://127.0.0.1:${standardPort}`, tls: standard, connections: 16 }),
  };
  const measures: [string, (kind: "sm" | "standard") => Promise<number>][] = [
    ["handshakes per second", (kind) => perSecond(shake[kind], 1)],
    ["requests per second, 1 at once", (kind) => perSecond(() => transports[kind].request("short", []), 1)],
    ["requests per second, 16 at once", (kind) => perSecond(() => transports[kind].request("short", []), 16)],
    ["MB per second", async (kind) => (await perSecond(() => transports[kind].request("long", []), 1)) * 4.19],
  ];
  for (const [name, measure] of measures) {
    const found = { sm: [] as number[], standard: [] as number[] };
    for (let round = 0; round <= rounds; round++)
      for (const kind of ["sm", "standard"] as const) {
        const value = await measure(kind);
        if (round > 0) found[kind].push(value);
      }
    const best = { sm: Math.max(...found.sm), standard: Math.max(...found.standard) };
    console.log(
      `${name.padEnd(34)} SM TLS ${best.sm.toFixed(0).padStart(6)}   TLS 1.2 ${best.standard.toFixed(0).padStart(6)}   ${(best.sm / best.standard).toFixed(2)} ×`,
    );
  }
  for (const child of children) child.kill();
  process.exit(0);
}

if (process.argv.includes("--server")) process.once("message", (order) => serve(order as Order));
else await main();
