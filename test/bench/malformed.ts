// What a chain does under ten thousand malformed requests and a thousand idle connections:
// `node --expose-gc --import tsx test/bench/malformed.ts [--requests N] [--idle N] [--seed N]`. The chain runs in this process, so that its
// heap and handles can be counted after a garbage collection, before and after each load; the first load warms it up. Fails
// when an answer has another form than documented, when the chain stops answering, or when handles stay behind.
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { request } from "undici";
import { WebSocket } from "ws";
import { signTransaction } from "../../src/chain/transaction/signTransaction";
import { bytesToHex } from "../../src/crypto/hex";
import { privateKeySigner } from "../../src/crypto/privateKeySigner";
import { standardSuite } from "../../src/crypto/suites";
import { startDevChain } from "../../src/devchain/startDevChain";

const option = (name: string, fallback: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const collect = globalThis.gc;
if (!collect) throw new Error("start it with --expose-gc");

let state = option("seed", 1);
/** The same numbers for the same seed: mulberry32. */
function random(below: number): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
}
const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T;
const bytes = (length: number): Buffer => Buffer.from(Array.from({ length }, () => random(256)));

const chain = await startDevChain({ sealers: 1, observers: 0 });
const signer = privateKeySigner(standardSuite, new Uint8Array(32).fill(7));
const unsigned = {
  chainId: "chain0",
  groupId: "group0",
  blockLimit: 500n,
  nonce: "1",
  to: "",
  input: Buffer.from("00"),
};
const { signed } = await signTransaction({ suite: standardSuite, signer, data: unsigned });

const methods = [
  ...["getBlockByNumber", "getBlockByHash", "getTransaction", "getTransactionReceipt", "call", "sendTransaction"],
  ...["getLogs", "newFilter", "getFilterChanges", "getCode", "getABI", "getSystemConfigByKey", "getNodeListByType"],
  ...["dev_traceTransaction", "dev_setFault", "nope", "__proto__", "constructor", ""],
];
const odd = (): unknown =>
  pick<() => unknown>([
    () => "group0",
    () => "",
    () => null,
    () => random(2) === 1,
    () => random(2 ** 31) - 2 ** 30,
    () => 1e300,
    () => `0x${bytes(random(80)).toString("hex")}`,
    () => "0xzz",
    () => [[]],
    () => ({ fromBlock: "x", address: [1], topics: [[null, {}]] }),
    () => bytes(random(40)).toString("latin1"),
    () => "x".repeat(random(5000)),
  ])();

/** A signed transaction with a byte changed, cut, or with something behind it: the Tars decoder's share. */
function brokenTransaction(): string {
  const copy = Buffer.from(signed);
  const kind = random(3);
  if (kind === 0) copy[random(copy.length)] = random(256);
  const end = kind === 1 ? random(copy.length) : copy.length;
  return bytesToHex(Buffer.concat([copy.subarray(0, end), kind === 2 ? bytes(random(50)) : Buffer.alloc(0)]));
}

const rpc = (method: unknown, params: unknown): string => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
const badBody = (): string =>
  pick([
    () => bytes(random(300)).toString("latin1"),
    () => rpc(pick(methods), Array.from({ length: random(6) }, odd)),
    () => rpc(pick(methods), ["group0", "", ...Array.from({ length: random(4) }, odd)]),
    () => rpc("sendTransaction", ["group0", "", brokenTransaction(), false]),
    () => rpc(odd(), odd()),
    () => JSON.stringify({ jsonrpc: odd(), id: odd(), method: odd(), params: odd() }),
    () => "[".repeat(random(3000)),
    () => `{"jsonrpc":"2.0","method":"call","params":${"[".repeat(random(2000))}`,
    () => rpc("call", ["group0", "", "0x00", "0x"]).slice(0, random(60)),
  ])();

let answered = 0;
async function post(): Promise<void> {
  const answer = await request(chain.url, { method: "POST", body: badBody() });
  const body = (await answer.body.json()) as object;
  if (Number("result" in body) + Number("error" in body) !== 1) throw new Error(`odd answer: ${JSON.stringify(body)}`);
  answered++;
}

const closed = (socket: Socket): Promise<void> => new Promise((done) => socket.once("close", () => done()));

/** Bytes that are no HTTP, or a body beyond the limit: the connection is closed. */
async function rawGarbage(oversize: boolean): Promise<void> {
  const socket = connect(chain.port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.resume();
  const end = closed(socket);
  if (oversize) {
    socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 34000000\r\n\r\n");
    socket.write(Buffer.alloc(34_000_000, 0x20));
  } else
    socket.write(
      Buffer.concat([
        Buffer.from(pick(["GET", "POST / HTTP/1.1\r\nContent-Length: x", ""])),
        bytes(60),
        Buffer.from("\r\n\r\n"),
      ]),
    );
  await Promise.race([end, wait(2000, undefined, { ref: false })]);
  socket.destroy();
}

async function badFrames(): Promise<void> {
  const socket = new WebSocket(chain.url.replace("http", "ws"));
  socket.on("error", () => undefined);
  await new Promise((open) => socket.once("open", open));
  const type = pick([0x100, 0x101, 0x102, 0x110, 0x111, 0x120, 0x121, 0x122, 0xffff]);
  const head = Buffer.from([0, 0, type >> 8, type & 255, 0, 0, 0, random(64)]);
  for (let i = 0; i < 5; i++) socket.send(pick([bytes(random(100)), Buffer.concat([head, bytes(random(80))])]));
  await wait(1);
  socket.terminate();
}

async function load(count: number): Promise<void> {
  const worker = async (): Promise<void> => {
    for (let i = 0; i < count / 16; i++) {
      const kind = random(100);
      if (kind < 4) await badFrames();
      else if (kind < 8) await rawGarbage(false);
      else await post();
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  for (let i = 0; i < 3; i++) await rawGarbage(true);
}

async function idle(count: number): Promise<void> {
  const sockets = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<Socket>((open, reject) => {
          const socket = connect(chain.port, "127.0.0.1", () => open(socket));
          socket.once("error", reject);
        }),
    ),
  );
  await alive();
  for (const socket of sockets) socket.destroy();
  await wait(200);
}

async function alive(): Promise<void> {
  const answer = await fetch(chain.url, { method: "POST", body: rpc("getBlockNumber", ["group0", ""]) });
  const { result } = (await answer.json()) as { result?: unknown };
  if (typeof result !== "number") throw new Error("the chain does not answer any more");
}

async function count(title: string): Promise<{ heap: number; handles: number }> {
  await fetch(chain.url, { method: "POST", body: rpc("dev_clearFaults", ["group0"]) });
  await alive();
  await wait(300);
  for (let i = 0; i < 4; i++) collect?.();
  const heap = process.memoryUsage().heapUsed / 1024 / 1024;
  const handles = process
    .getActiveResourcesInfo()
    .filter((kind) => kind.includes("Socket") || kind.includes("TCP")).length;
  console.log(`${title}: heap ${heap.toFixed(1)} MB, ${handles} sockets, ${answered} answers`);
  return { heap, handles };
}

const requests = option("requests", 10_000);
const connections = option("idle", 1000);
await load(requests / 5);
await idle(connections / 5);
const before = await count("warm");
await load(requests);
await idle(connections);
const after = await count(`after ${requests} malformed requests and ${connections} idle connections`);
await load(requests);
await idle(connections);
const again = await count("after the same again");
console.log(`grown by ${(after.heap - before.heap).toFixed(1)} MB, then by ${(again.heap - after.heap).toFixed(1)} MB`);
await chain.close();
if (again.handles > before.handles + 16) throw new Error("sockets stay behind"); // the client keeps some of its own
process.exit(0);
