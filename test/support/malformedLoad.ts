// Malformed requests of every kind against an embedded chain, and connections that say nothing. Used by test/bench/malformed.ts for
// tens of thousands, and by a test for a few hundred.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { Pool } from "undici";
import { WebSocket } from "ws";
import { encodeFrame } from "../../src/chain/frame/frame";
import { signTransaction } from "../../src/chain/transaction/signTransaction";
import { bytesToHex } from "../../src/crypto/bytes/hex";
import { privateKeySigner } from "../../src/crypto/privateKeySigner";
import { standardSuite } from "../../src/crypto/suites";
import type { DevChain } from "../../src/devchain/startDevChain";

const methods = [
  ...["getBlockByNumber", "getBlockByHash", "getTransaction", "getTransactionReceipt", "call", "sendTransaction"],
  ...["getLogs", "newFilter", "getFilterChanges", "getCode", "getABI", "getSystemConfigByKey", "getNodeListByType"],
  ...["dev_traceTransaction", "dev_setFault", "nope", "__proto__", "constructor", ""],
];

const web3Methods = [
  ...["eth_call", "eth_getBalance", "eth_getStorageAt", "eth_getBlockByNumber", "eth_getBlockByHash", "eth_getLogs"],
  ...["eth_newFilter", "eth_getFilterChanges", "eth_getBlockTransactionCountByNumber", "eth_sendRawTransaction"],
  ...["eth_getTransactionByBlockHashAndIndex", "eth_subscribe", "nope", "constructor"],
];

const rpc = (method: unknown, params: unknown): string => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });

/** A signed transaction with nothing wrong yet. */
async function signedTransaction(): Promise<Uint8Array> {
  const signer = privateKeySigner(standardSuite, new Uint8Array(32).fill(7));
  const input = Buffer.from("00");
  const data = { chainId: "chainside", groupId: "group0", blockLimit: 500n, nonce: "1", to: "", input };
  return (await signTransaction({ suite: standardSuite, signer, data })).signed;
}

/** What no body may be longer than (docs/protocol/json-rpc.md, "Envelope"), and a little more. */
const oversize = 34_000_000;

const closing = (socket: Socket | WebSocket): Promise<void> =>
  new Promise((closed) => {
    socket.once("close", () => closed());
  });

export class MalformedLoad {
  readonly #chain: DevChain;
  readonly #random: (below: number) => number;
  readonly #signed: Uint8Array;
  readonly #pool: Pool;
  readonly #web3: Pool | undefined;
  #answered = 0;

  private constructor(chain: DevChain, random: (below: number) => number, signed: Uint8Array) {
    this.#chain = chain;
    this.#random = random;
    this.#signed = signed;
    this.#pool = new Pool(chain.url, { connections: 16, pipelining: 1 });
    this.#web3 = chain.web3Url ? new Pool(chain.web3Url, { connections: 16, pipelining: 1 }) : undefined;
  }

  /** `random` gives numbers from 0 to below its limit. */
  static async of(chain: DevChain, random: (below: number) => number): Promise<MalformedLoad> {
    return new MalformedLoad(chain, random, await signedTransaction());
  }

  /** Requests over HTTP that got their answer. */
  get answered(): number {
    return this.#answered;
  }

  #pick<T>(items: readonly T[]): T {
    return items[this.#random(items.length)] as T;
  }

  #bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.#random(256)));
  }

  #odd(): unknown {
    const random = this.#random;
    return this.#pick<() => unknown>([
      () => "group0",
      () => "",
      () => null,
      () => random(2) === 1,
      () => random(2 ** 31) - 2 ** 30,
      () => 1e300,
      () => `0x${this.#bytes(random(80)).toString("hex")}`,
      () => "0xzz",
      () => [[]],
      () => ({ fromBlock: "x", address: [1], topics: [[null, {}]] }),
      () => this.#bytes(random(40)).toString("latin1"),
      () => "x".repeat(random(5000)),
    ])();
  }

  /** JSON as few write it, and what only looks like JSON. */
  #json(depth = 0): string {
    const random = this.#random;
    const text = (): string =>
      this.#pick(['"a"', '""', '"\\ud83d\\ude00"', '"\\ud83d"', '"\\udc00"', '"\\x"', '"a\nb"', '"']);
    const number = (): string =>
      this.#pick(["0", "-", "007", "1.", "-.5", "1e999", "9".repeat(random(60)), "1e", "-0.0"]);
    const gap = (): string => this.#pick(["", "", "", " ", "/* c */", "// c\n", "/"]);
    const list = (): string => Array.from({ length: random(4) }, () => gap() + this.#json(depth + 1)).join(",");
    const members = (): string =>
      Array.from({ length: random(4) }, () => `${gap()}${text()}:${gap()}${this.#json(depth + 1)}${gap()}`).join(",");
    const flat = [text, number, () => this.#pick(["true", "false", "null", "nul", "undefined"])];
    return this.#pick(depth > 4 ? flat : [...flat, () => `[${list()}]`, () => `{${members()}}`])();
  }

  #filter(): string {
    const member = (name: string): string =>
      `"${name}":${this.#pick([() => this.#json(), () => '"0x1"', () => "[]"])()}`;
    const names = ["fromBlock", "toBlock", "address", "topics", "blockhash"].slice(0, 3 + this.#random(3));
    return `{${names.map(member).join(",")}}`;
  }

  /** A signed transaction with a byte changed, cut, or with something behind it: the Tars decoder's share. */
  #brokenTransaction(): string {
    const copy = Buffer.from(this.#signed);
    const kind = this.#random(3);
    if (kind === 0) copy[this.#random(copy.length)] = this.#random(256);
    const end = kind === 1 ? this.#random(copy.length) : copy.length;
    const more = kind === 2 ? this.#bytes(this.#random(50)) : Buffer.alloc(0);
    return bytesToHex(Buffer.concat([copy.subarray(0, end), more]));
  }

  #body(): string {
    const random = this.#random;
    const odd = (): unknown => this.#odd();
    return this.#pick([
      () => this.#bytes(random(300)).toString("latin1"),
      () => rpc(this.#pick(methods), Array.from({ length: random(6) }, odd)),
      () => rpc(this.#pick(methods), ["group0", "", ...Array.from({ length: random(4) }, odd)]),
      () => rpc("sendTransaction", ["group0", "", this.#brokenTransaction(), false]),
      () => rpc(odd(), odd()),
      () => JSON.stringify({ jsonrpc: odd(), id: odd(), method: odd(), params: odd() }),
      () => "[".repeat(random(3000)),
      () => `{"jsonrpc":"2.0","method":"call","params":${"[".repeat(random(2000))}`,
      () => rpc("call", ["group0", "", "0x00", "0x"]).slice(0, random(60)),
      () => `{"jsonrpc":${this.#json()},"id":${this.#json()},"method":"getBlockByNumber","params":[${this.#json()}]}`,
      () => `{"jsonrpc":"2.0","method":"getLogs","params":["group0",${this.#filter()}]}`,
      () => `{"jsonrpc":"2.0","method":"newFilter","params":["group0",${this.#filter()}]}`,
      () => this.#json(),
    ])();
  }

  #web3Body(): string {
    const method = this.#pick(web3Methods);
    const params = this.#pick([
      () => this.#json(),
      () => `[${this.#filter()}]`,
      () => `["0x${this.#bytes(this.#random(120)).toString("hex")}",${this.#json()}]`,
      () => `[{"to":${this.#json()},"data":${this.#json()}},${this.#json()}]`,
    ])();
    const one = `{"jsonrpc":"2.0","id":${this.#pick([() => "1", () => this.#json()])()},"method":"${method}","params":${params}}`;
    return this.#pick([one, `[${one},${one}]`, `[${one}]`]);
  }

  async #post(body: string, pool = this.#pool): Promise<unknown> {
    const answer = await pool.request({ method: "POST", path: "/", body });
    const text = await answer.body.text();
    const value = JSON.parse(text) as object | object[];
    const odd = [value].flat().some((each) => Number("result" in each) + Number("error" in each) !== 1);
    if (answer.statusCode !== 200 || odd) throw new Error(`odd answer to ${body}: ${answer.statusCode} ${text}`);
    return value;
  }

  /** Bytes that are no HTTP, or a body beyond the limit. */
  async #garbage(tooMuch: boolean): Promise<void> {
    const socket = connect(this.#chain.port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.resume();
    const end = closing(socket); // not `once`, which fails with the error that comes before
    if (tooMuch) {
      socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${oversize}\r\n\r\n`);
      socket.write(Buffer.alloc(oversize, 0x20));
      await end; // the connection is closed, without an answer
      return;
    }
    const start = this.#pick(["GET", "POST / HTTP/1.1\r\nContent-Length: x", ""]);
    socket.write(Buffer.concat([Buffer.from(start), this.#bytes(60), Buffer.from("\r\n\r\n")]));
    await Promise.race([end, wait(500, undefined, { ref: false })]);
    socket.destroy();
  }

  async #frames(): Promise<void> {
    const socket = new WebSocket(this.#chain.url.replace("http", "ws"));
    socket.on("error", () => undefined);
    await once(socket, "open");
    const types = [0x100, 0x101, 0x102, 0x110, 0x111, 0x112, 0x113, 0x120, 0x121, 0x122, 0xffff];
    const json = (): Buffer =>
      Buffer.from(`{"id":${this.#json()},"group":"group0","params":${this.#filter()},"topics":["t",${this.#json()}]}`);
    const message = Buffer.from([0, 0, 0, 0, 0, 1, 0x74, 0x31]);
    for (let i = 0; i < 5; i++) {
      const type = this.#pick(types);
      const whole = encodeFrame({ type, status: 0, seq: "s", payload: this.#pick([json(), message]) });
      const head = Buffer.from([0, 0, type >> 8, type & 255, 0, 0, 0, this.#random(64)]);
      const more = Buffer.concat([head, this.#bytes(this.#random(80))]);
      socket.send(this.#pick([this.#bytes(this.#random(100)), more, whole, whole, whole.subarray(0, 10)]));
    }
    const closed = closing(socket);
    socket.terminate();
    await closed;
  }

  /**
   * So many malformed requests over sixteen connections, and three bodies beyond the limit.
   * @throws Error for an answer of another form.
   */
  async run(count: number): Promise<void> {
    const worker = async (): Promise<void> => {
      for (let i = 0; i < count / 16; i++) {
        const kind = this.#random(100);
        if (kind < 4) await this.#frames();
        else if (kind < 8) await this.#garbage(false);
        else {
          if (kind < 30 && this.#web3) await this.#post(this.#web3Body(), this.#web3);
          else await this.#post(this.#body());
          this.#answered++;
        }
      }
    };
    await Promise.all(Array.from({ length: 16 }, worker));
    for (let i = 0; i < 3; i++) await this.#garbage(true);
  }

  /** So many connections at once that say nothing, every tenth of them a WebSocket; the chain answers others meanwhile. */
  async idle(count: number): Promise<void> {
    const open = async (index: number): Promise<Socket | WebSocket> => {
      if (index % 10 === 0) {
        const socket = new WebSocket(this.#chain.url.replace("http", "ws"));
        await once(socket, "open");
        return socket;
      }
      const socket = connect(this.#chain.port, "127.0.0.1");
      await once(socket, "connect");
      return socket;
    };
    const sockets = await Promise.all(Array.from({ length: count }, (_, index) => open(index)));
    await this.alive();
    await Promise.all(
      sockets.map(async (socket) => {
        const closed = closing(socket);
        if (socket instanceof WebSocket) socket.terminate();
        else socket.destroy();
        await closed;
      }),
    );
  }

  /** Takes faults away that were set by chance, and asks something. @throws Error when the chain does not answer rightly. */
  async alive(): Promise<void> {
    await this.#post(rpc("dev_clearFaults", ["group0"]));
    const { result } = (await this.#post(rpc("getBlockNumber", ["group0", ""]))) as { result?: unknown };
    if (typeof result !== "number") throw new Error("the chain does not answer any more");
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.destroy(), this.#web3?.destroy()]);
  }
}
