// Speed and memory of the embedded chain: node --import tsx test/bench/devchain.ts [--transactions N] [--sm] [--data].
// Builds nothing: run `npm run build -- --production` before, or name the program in CHAINSIDE_DEVCHAIN.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { performance } from "node:perf_hooks";
import { Pool } from "undici";
import { signTransaction } from "../../src/chain/transaction/signTransaction";
import { bytesToHex, hexToBytes } from "../../src/crypto/bytes/hex";
import { privateKeySigner } from "../../src/crypto/privateKeySigner";
import { cryptoSuite } from "../../src/crypto/suites";

const root = resolve(import.meta.dirname, "../..");
const flag = (name: string): boolean => process.argv.includes(`--${name}`);
const option = (name: string, fallback: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};

interface Ready {
  readonly url: string;
  readonly accounts: readonly { privateKey: `0x${string}` }[];
}

/** HelloWorld: `set(string)`, `get()`; compiled for both suites with the same layout (test/fixtures/bench). */
function contract(sm: boolean): { init: string; set: string; get: string } {
  const file = join(root, "test/fixtures/devchain", sm ? "helloWorld.sm.json" : "helloWorld.json");
  return JSON.parse(readFileSync(file, "utf8")) as { init: string; set: string; get: string };
}

async function start(args: readonly string[]): Promise<{ child: ChildProcess; ready: Ready; startedAt: number }> {
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    [process.env["CHAINSIDE_DEVCHAIN"] ?? join(root, "dist/devchain.js"), ...args],
    {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    },
  );
  const ready = await new Promise<Ready>((resolveReady, reject) => {
    child.once("message", (message) => resolveReady(message as Ready));
    child.once("exit", (code) => reject(new Error(`the chain ended with ${code}`)));
  });
  return { child, ready, startedAt };
}

const percentile = (times: readonly number[], share: number): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;

/** Sends the bodies over so many connections; gives rate and latencies. */
async function load(
  url: string,
  bodies: readonly string[],
  connections: number,
): Promise<{ rate: number; p50: number; p99: number }> {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const times: number[] = [];
  let next = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (next < bodies.length) {
        const body = bodies[next++] ?? "";
        const sentAt = performance.now();
        const answer = await pool.request({ method: "POST", path: "/", body });
        const text = await answer.body.text();
        if (text.startsWith('{"error"')) throw new Error(text);
        times.push(performance.now() - sentAt);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  await pool.close();
  return { rate: bodies.length / seconds, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

const rpc = (method: string, ...params: unknown[]): string => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });

function residentMb(child: ChildProcess): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return Number.NaN; // not Linux
  }
}

async function measure(sm: boolean): Promise<void> {
  const suite = cryptoSuite(sm ? "sm" : "standard");
  const folder = flag("data") ? mkdtempSync(join(tmpdir(), "chainside-bench-")) : undefined;
  const args = ["--chain-id", "chainside", ...(sm ? ["--sm"] : []), ...(folder ? ["--data", folder] : [])];
  const code = contract(sm);
  const { child, ready, startedAt } = await start(args);
  const key = ready.accounts[0]?.privateKey;
  if (!key) throw new Error("the chain has no account");
  const signer = privateKeySigner(suite, hexToBytes(key));
  let nonce = 0;
  const signed = async (to: string, input: string, blockLimit: number): Promise<string> => {
    const data = {
      chainId: "chainside",
      groupId: "group0",
      blockLimit: BigInt(blockLimit),
      nonce: `b${nonce++}`,
      to,
      input: hexToBytes(input),
    };
    return rpc(
      "sendTransaction",
      "group0",
      "",
      bytesToHex((await signTransaction({ suite, signer, data })).signed),
      false,
    );
  };
  const receipt = await (await fetch(ready.url, { method: "POST", body: await signed("", code.init, 500) })).json();
  const first = performance.now() - startedAt;
  const { contractAddress } = (receipt as { result: { contractAddress: string } }).result;
  console.log(
    `${suite.name}: spawn to first deploy receipt ${first.toFixed(0)} ms, ${residentMb(child).toFixed(0)} MB`,
  );
  const count = option("transactions", 1000);
  const height = async (): Promise<number> => {
    const answer = await (await fetch(ready.url, { method: "POST", body: rpc("getBlockNumber", "group0", "") })).json();
    return (answer as { result: number }).result;
  };
  for (const connections of [1, 16]) {
    for (let sent = 0; sent < count; ) {
      const part = Math.min(900, count - sent);
      const limit = (await height()) + 950;
      const bodies = await Promise.all(Array.from({ length: part }, () => signed(contractAddress, code.set, limit)));
      const { rate, p50, p99 } = await load(ready.url, bodies, connections);
      if (sent === 0 || sent + part >= count) {
        console.log(
          `${suite.name}: set(string), ${connections} connections: ${rate.toFixed(0)}/s, p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`,
        );
      }
      sent += part;
    }
  }
  const read = rpc("call", "group0", "", contractAddress, code.get);
  const reads = await load(
    ready.url,
    Array.from({ length: 5000 }, () => read),
    16,
  );
  const number = await load(
    ready.url,
    Array.from({ length: 10000 }, () => rpc("getBlockNumber", "group0", "")),
    16,
  );
  console.log(`${suite.name}: get() ${reads.rate.toFixed(0)}/s, getBlockNumber ${number.rate.toFixed(0)}/s`);
  console.log(`${suite.name}: ${residentMb(child).toFixed(0)} MB after ${2 * count} transactions`);
  child.kill("SIGTERM");
  await new Promise((done) => child.once("exit", done));
  if (folder) rmSync(folder, { recursive: true });
}

await measure(false);
if (flag("sm")) await measure(true);
