// Kills an embedded chain with a data directory in the middle of its work, again and again, and cuts its block log at random
// bytes: `node --import tsx test/bench/crash.ts [--kills N] [--cuts N]`. Every acknowledged transaction has to be there after
// a kill; after a cut the chain has to start with whole blocks whose hashes follow each other. Needs `npm run build`.
import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, statSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { signTransaction } from "../../src/chain/transaction/signTransaction";
import { bytesToHex, hexToBytes } from "../../src/crypto/hex";
import { privateKeySigner } from "../../src/crypto/privateKeySigner";
import { standardSuite } from "../../src/crypto/suites";
import helloWorld from "../fixtures/devchain/helloWorld.json";

const program = resolve(import.meta.dirname, "../../dist/devchain.js");
const option = (name: string, fallback: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
}

async function start(data: string): Promise<Running> {
  const args = [process.env["CHAINSIDE_DEVCHAIN"] ?? program, "--data", data, "--sealers", "1", "--observers", "0"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const { url } = await new Promise<{ url: string }>((ready, reject) => {
    child.once("message", (message) => ready(message as { url: string }));
    child.once("exit", (code) => reject(new Error(`the chain ended with ${code}`)));
  });
  return { child, url };
}

async function rpc(url: string, method: string, ...params: unknown[]): Promise<unknown> {
  const answer = await fetch(url, { method: "POST", body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }) });
  const { result, error } = (await answer.json()) as { result?: unknown; error?: { message: string } };
  if (error) throw new Error(error.message);
  return result;
}

const signer = privateKeySigner(standardSuite, new Uint8Array(32).fill(9));
let nonce = 0;
async function send(url: string): Promise<string> {
  const height = Number(await rpc(url, "getBlockNumber", "group0", ""));
  const data = {
    chainId: "chain0",
    groupId: "group0",
    blockLimit: BigInt(height + 900),
    nonce: `${process.pid}x${nonce++}`,
    input: hexToBytes(helloWorld.init),
  };
  const { hash, signed } = await signTransaction({ suite: standardSuite, signer, data });
  await rpc(url, "sendTransaction", "group0", "", bytesToHex(signed), false);
  return hash;
}

async function stop({ child }: Running, signal: NodeJS.Signals): Promise<void> {
  const ended = new Promise((done) => child.once("exit", done));
  child.kill(signal);
  await ended;
}

/** Four clients that send until the chain is gone; gives what was acknowledged. */
async function load(url: string, acknowledged: string[]): Promise<void> {
  const client = async (): Promise<void> => {
    for (;;) acknowledged.push(await send(url));
  };
  await Promise.allSettled(Array.from({ length: 4 }, client));
}

async function checkChain(url: string): Promise<number> {
  const height = Number(await rpc(url, "getBlockNumber", "group0", ""));
  let parent: string | undefined;
  for (let number = Math.max(0, height - 50); number <= height; number++) {
    const block = (await rpc(url, "getBlockByNumber", "group0", "", number)) as {
      hash: string;
      parentInfo: { blockHash: string }[];
    };
    if (parent !== undefined && block.parentInfo[0]?.blockHash !== parent)
      throw new Error(`block ${number} has another parent`);
    parent = block.hash;
  }
  return height;
}

const data = mkdtempSync(join(tmpdir(), "chainside-crash-"));
const acknowledged: string[] = [];
let checked = 0;
const kills = option("kills", 200);
for (let round = 0; round < kills; round++) {
  const chain = await start(data);
  for (; checked < acknowledged.length; checked++)
    await rpc(chain.url, "getTransactionReceipt", "group0", "", acknowledged[checked], false);
  await checkChain(chain.url);
  const working = load(chain.url, acknowledged);
  await new Promise((resolveTime) => setTimeout(resolveTime, 50 + Math.random() * 400));
  await stop(chain, "SIGKILL");
  await working;
}
console.log(`${kills} kills: ${acknowledged.length} acknowledged transactions, all there`);
const cuts = option("cuts", 200);
const size = statSync(join(data, "group-group0/blocks.log")).size;
for (let round = 0; round < cuts; round++) {
  const copy = mkdtempSync(join(tmpdir(), "chainside-cut-"));
  cpSync(data, copy, { recursive: true });
  rmSync(join(copy, "lock"), { force: true });
  truncateSync(join(copy, "group-group0/blocks.log"), Math.floor(Math.random() * size));
  const chain = await start(copy);
  await checkChain(chain.url);
  await send(chain.url);
  await stop(chain, "SIGTERM");
  rmSync(copy, { recursive: true });
}
console.log(`${cuts} cuts: it started each time with whole blocks and went on`);
rmSync(data, { recursive: true });
