// Calls per second of the HTTP transport against a bare undici Pool loop on the same server, in one run:
// `node --import tsx test/bench/rpc.ts`. Prints ratios; the server is a process of its own.
import { fork } from "node:child_process";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { Pool } from "undici";
import { createClient } from "../../src/chain/client/client";
import { getBlockByNumber, getBlockNumber } from "../../src/chain/rpc/blocks";
import { createHttpTransport } from "../../src/chain/transport/httpTransport";
import { createAuthority, createCertificate } from "../support/certificates";
import { sampleBlock } from "./sampleBlock";

interface Material {
  ca: string;
  server: { pem: string; keyPem: string };
  sdk: { pem: string; keyPem: string };
}

const secondsPerRound = 1;
const rounds = 3; // after one to warm up

/** What is asked, with its parameters for the bare loop. */
const cases = [
  { name: "getBlockNumber", params: ["group0", ""] },
  { name: "a block with 100 hashes", params: ["group0", "", 12, false, true] },
  { name: "a block with 100 transactions", params: ["group0", "", 12, false, false] },
] as const;
type Case = (typeof cases)[number];

function serve(material: Material): void {
  const hashes = JSON.stringify(sampleBlock("hashes"));
  const transactions = JSON.stringify(sampleBlock("transactions"));
  const answerTo = ({ method, params }: { method: string; params: readonly unknown[] }): string => {
    if (method === "getBlockNumber") return "12";
    return params[4] === true ? hashes : transactions;
  };
  const listener: Parameters<typeof createServer>[1] = (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const asked = JSON.parse(Buffer.concat(chunks).toString()) as { id: number; method: string; params: unknown[] };
      const body = `{"id":${asked.id},"jsonrpc":"2.0","result":${answerTo(asked)}}`;
      response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
      response.end(body);
    });
  };
  const plain = createServer(listener);
  const { ca, server } = material;
  const secure = createTlsServer(
    { ca, cert: server.pem, key: server.keyPem, requestCert: true, rejectUnauthorized: true, maxVersion: "TLSv1.2" },
    listener,
  );
  plain.listen(0, "127.0.0.1", () =>
    secure.listen(0, "127.0.0.1", () => {
      const port = (server: { address: () => unknown }): number => (server.address() as AddressInfo).port;
      process.send?.({ http: `http://127.0.0.1:${port(plain)}`, https: `https://127.0.0.1:${port(secure)}` });
    }),
  );
  process.on("disconnect", () => process.exit(0));
}

/** Calls per second with so many under way at once, and per second of this process's CPU time, which a busy machine does not blur. */
async function rate(call: () => Promise<unknown>, parallel: number): Promise<{ perSecond: number; perCpu: number }> {
  const end = performance.now() + secondsPerRound * 1000;
  const start = performance.now();
  const cpuStart = process.cpuUsage();
  let calls = 0;
  const loop = async (): Promise<void> => {
    while (performance.now() < end) {
      await call();
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: parallel }, loop));
  const { user, system } = process.cpuUsage(cpuStart);
  return { perSecond: calls / ((performance.now() - start) / 1000), perCpu: calls / ((user + system) / 1e6) };
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function compare(name: string, url: string, material: Material, parallel: number, asked: Case): Promise<void> {
  const { ca, sdk } = material;
  const tls = { ca, cert: sdk.pem, key: sdk.keyPem };
  const pool = new Pool(url, {
    connections: parallel,
    pipelining: 1,
    connect: { ...tls, checkServerIdentity: () => undefined },
  });
  const transport = createHttpTransport({ url, tls, connections: parallel });
  const client = createClient(transport, "group0");
  let id = 0;
  const { params } = asked;
  const method = params.length > 2 ? "getBlockByNumber" : "getBlockNumber";
  const bare = async (): Promise<unknown> => {
    id += 1;
    const body = JSON.stringify({ jsonrpc: "2.0", method, params, id });
    const answer = await pool.request({
      path: "/",
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    return ((await answer.body.json()) as { result: unknown }).result;
  };
  const detail = params[4] === true ? "hashes" : "transactions";
  const ours = (): Promise<unknown> =>
    method === "getBlockNumber" ? getBlockNumber(client) : getBlockByNumber(client, 12, detail);
  await bare();
  await ours();
  const rates = { bare: [await rate(bare, parallel)], ours: [await rate(ours, parallel)] };
  for (let round = 0; round < rounds; round++) {
    rates.bare.push(await rate(bare, parallel));
    rates.ours.push(await rate(ours, parallel));
  }
  const of = (key: "perSecond" | "perCpu"): string => {
    const [b, o] = [rates.bare, rates.ours].map((all) => median(all.slice(1).map((each) => each[key]))) as [
      number,
      number,
    ];
    return `bare ${Math.round(b).toString().padStart(6)} ours ${Math.round(o).toString().padStart(6)} ratio ${(o / b).toFixed(2)}`;
  };
  console.log(`${name.padEnd(52)} per second: ${of("perSecond")}   per CPU-second: ${of("perCpu")}`);
  await pool.close();
  await transport.close();
}

async function main(): Promise<void> {
  const authority = createAuthority();
  const material: Material = {
    ca: authority.pem,
    server: createCertificate(authority, "node"),
    sdk: createCertificate(authority, "sdk"),
  };
  const child = fork(import.meta.filename, ["serve"], { execArgv: ["--import", "tsx"] });
  child.send(material);
  const urls = await new Promise<{ http: string; https: string }>((resolve) => {
    child.once("message", (message) => resolve(message as { http: string; https: string }));
  });
  for (const asked of cases) {
    for (const parallel of [1, 16]) {
      await compare(`${asked.name}, plain, ${parallel} at once`, urls.http, material, parallel, asked);
      await compare(`${asked.name}, mutual TLS, ${parallel} at once`, urls.https, material, parallel, asked);
    }
  }
  child.disconnect();
}

if (process.argv[2] === "serve") process.once("message", (message) => serve(message as Material));
else await main();
