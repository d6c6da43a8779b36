// A chain with a data directory that is killed and cut at random while clients load it, and what has to hold afterwards.
// Used by test/bench/crash.ts for hundreds of rounds, and by a test for a few.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Pool } from "undici";
import type { RpcBlockHeader, RpcReceipt, RpcTransaction } from "../../src/chain/transaction/rpcObjects";
import { signTransaction } from "../../src/chain/transaction/signTransaction";
import { verifyBlockHeader } from "../../src/chain/transaction/verifyBlockHeader";
import { verifyReceiptProof, verifyTransactionProof } from "../../src/chain/transaction/verifyInclusion";
import { bytesToHex, hexToBytes } from "../../src/crypto/hex";
import { privateKeySigner } from "../../src/crypto/privateKeySigner";
import { standardSuite } from "../../src/crypto/suites";
import helloWorld from "../fixtures/devchain/helloWorld.json";

interface Running {
  readonly child: ChildProcess;
  readonly pool: Pool;
}

interface Acknowledged {
  readonly hash: string;
  readonly block: number;
  readonly receipt: string;
}

/** What happened to the files of a stopped chain, and the highest block that must be there again. */
interface Damage {
  readonly what: string;
  readonly keeps: number;
}

const clients = 8;
/** Headers of the latest blocks that are checked after each start, and transactions whose proofs are. */
const headersPerRound = 20;
const proofsPerRound = 8;

const callData = (text: string): Uint8Array => {
  const bytes = Buffer.from(text);
  const word = (number: number): string => number.toString(16).padStart(64, "0");
  const padded = bytes.toString("hex").padEnd(Math.ceil(bytes.length / 32) * 64, "0");
  return hexToBytes(`${helloWorld.set.slice(0, 10)}${word(32)}${word(bytes.length)}${padded}`);
};

/** The text that `get()` gives. */
function decodeText(output: string): string {
  const bytes = Buffer.from(hexToBytes(output));
  return bytes.toString("utf8", 64, 64 + bytes.readUInt32BE(60));
}

export class CrashTrial {
  readonly #program: string;
  readonly #random: (below: number) => number;
  readonly #data = mkdtempSync(join(tmpdir(), "chainside-crash-"));
  readonly #folder = join(this.#data, "group-group0");
  readonly #signer = privateKeySigner(standardSuite, new Uint8Array(32).fill(9));
  #acknowledged: Acknowledged[] = [];
  #checked = 0;
  #contract = "";
  #nonce = 0;
  #total = 0;
  #height = 0;
  /** What was done to the files since the last start. */
  #damage: Damage | undefined;

  constructor(program: string, random: (below: number) => number) {
    this.#program = program;
    this.#random = random;
  }

  /** Transactions that were acknowledged, those that a cut has taken since among them. */
  get acknowledged(): number {
    return this.#total;
  }

  get height(): number {
    return this.#height;
  }

  async #start(): Promise<Running> {
    const durability = this.#random(10) === 0 ? "disk" : "process";
    const args = ["--data", this.#data, "--durability", durability, "--sealers", "1", "--observers", "0"];
    const child = spawn(process.execPath, [this.#program, ...args], { stdio: ["ignore", "ignore", "pipe", "ipc"] });
    let words = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      words += chunk.toString();
    });
    const url = await new Promise<string>((ready, reject) => {
      child.once("message", (message) => ready((message as { url: string }).url));
      child.once("close", (code) => reject(new Error(`the chain ended with ${code}: ${words}`)));
    });
    return { child, pool: new Pool(url, { connections: clients, pipelining: 1 }) };
  }

  async #stop({ child, pool }: Running, signal: NodeJS.Signals): Promise<void> {
    const ended = once(child, "close");
    child.kill(signal);
    await ended;
    await pool.destroy();
  }

  async #rpc({ pool }: Running, method: string, ...params: unknown[]): Promise<unknown> {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: ["group0", "", ...params] });
    const answer = await pool.request({ method: "POST", path: "/", body });
    const { result, error } = (await answer.body.json()) as { result?: unknown; error?: { message: string } };
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  async #send(chain: Running, head: number): Promise<void> {
    const nonce = `${this.#nonce++}`;
    const { hash, signed } = await signTransaction({
      suite: standardSuite,
      signer: this.#signer,
      data: {
        chainId: "chain0",
        groupId: "group0",
        blockLimit: BigInt(head + 900),
        nonce,
        to: this.#contract,
        input: this.#contract === "" ? hexToBytes(helloWorld.init) : callData(`text ${nonce}`),
      },
    });
    const receipt = (await this.#rpc(chain, "sendTransaction", bytesToHex(signed), false)) as {
      blockNumber: number;
      hash: string;
      contractAddress: string;
    };
    if (this.#contract === "") this.#contract = receipt.contractAddress;
    this.#total++;
    this.#acknowledged.push({ hash, block: receipt.blockNumber, receipt: receipt.hash });
  }

  /** Clients that send until the chain is gone; at most so many each, to stay within the block limit. */
  async #load(chain: Running): Promise<void> {
    try {
      const head = await this.#headOf(chain);
      if (this.#contract === "") await this.#send(chain, head);
      const client = async (): Promise<void> => {
        for (let i = 0; i < 800 / clients; i++) await this.#send(chain, head);
      };
      await Promise.allSettled(Array.from({ length: clients }, client));
    } catch (error) {
      if (chain.child.exitCode === null && !chain.child.killed) throw error; // it was not the kill
    }
  }

  async #headOf(chain: Running): Promise<number> {
    return Number(await this.#rpc(chain, "getBlockNumber"));
  }

  #header(chain: Running, number: number): Promise<RpcBlockHeader & { hash: string }> {
    return this.#rpc(chain, "getBlockByNumber", number, true, true) as Promise<RpcBlockHeader & { hash: string }>;
  }

  /** Every header of the range hashes to its hash, is signed, and names the one before it. */
  async #checkHeaders(chain: Running, from: number, to: number): Promise<void> {
    let parent: string | undefined;
    for (let number = Math.max(0, from); number <= to; number++) {
      const block = await this.#header(chain, number);
      const verdict = verifyBlockHeader(standardSuite, block);
      if (!verdict.hashMatches || !verdict.valid) throw new Error(`block ${number} does not verify`);
      const named = (block.parentInfo as readonly { blockHash: string }[])[0]?.blockHash;
      if (parent !== undefined && named !== parent) throw new Error(`block ${number} has another parent`);
      parent = block.hash;
    }
  }

  async #checkAcknowledged(chain: Running, one: Acknowledged, withProof: boolean): Promise<void> {
    const receipt = (await this.#rpc(chain, "getTransactionReceipt", one.hash, withProof)) as RpcReceipt & {
      blockNumber: number;
      hash: string;
    };
    if (receipt.blockNumber !== one.block || receipt.hash !== one.receipt)
      throw new Error(`${one.hash} has another receipt`);
    if (!withProof) return;
    const block = await this.#header(chain, one.block);
    const transaction = (await this.#rpc(chain, "getTransaction", one.hash, true)) as RpcTransaction;
    const proofs = [
      verifyReceiptProof(standardSuite, receipt, block as never),
      verifyTransactionProof(standardSuite, transaction, block as never),
    ];
    for (const { kind } of proofs) if (kind !== "included") throw new Error(`${one.hash} is not proven: ${kind}`);
  }

  /** The state is the one that the latest transaction has left. */
  async #checkState(chain: Running, head: number): Promise<void> {
    if (this.#contract === "" || head < 1) return;
    const block = (await this.#rpc(chain, "getBlockByNumber", head, false, false)) as {
      transactions: { to: string; input: string }[];
    };
    const latest = block.transactions.at(-1);
    if (latest?.to !== this.#contract) return;
    const { output } = (await this.#rpc(chain, "call", this.#contract, helloWorld.get)) as { output: string };
    const sent = decodeText(`0x${latest.input.slice(10)}`);
    if (decodeText(output) !== sent) throw new Error(`the contract holds "${decodeText(output)}" instead of "${sent}"`);
  }

  /** Starts it again and looks at everything that was acknowledged since the last look. */
  async #startAndCheck(): Promise<Running> {
    const damage = this.#damage;
    this.#damage = undefined;
    let chain: Running | undefined;
    try {
      chain = await this.#start();
      await this.#check(chain, damage?.keeps);
      return chain;
    } catch (error) {
      if (chain) await this.#stop(chain, "SIGKILL");
      throw damage ? new Error(damage.what, { cause: error }) : error;
    }
  }

  async #check(chain: Running, keeps: number | undefined): Promise<void> {
    const head = await this.#headOf(chain);
    if (keeps !== undefined && head !== keeps) throw new Error(`the head is ${head} instead of ${keeps}`);
    this.#height = head;
    await this.#checkHeaders(chain, head - headersPerRound, head);
    const fresh = this.#acknowledged.slice(this.#checked);
    for (const [index, one] of fresh.entries()) {
      await this.#checkAcknowledged(chain, one, index >= fresh.length - proofsPerRound);
    }
    this.#checked = this.#acknowledged.length;
    await this.#checkState(chain, head);
  }

  /** Looks at the chain as the last round left it, loads it, kills it at a random moment, one time in five while it ends by itself. */
  async kill(): Promise<void> {
    const chain = await this.#startAndCheck();
    const working = this.#load(chain);
    await wait(10 + this.#random(400));
    if (this.#random(5) === 0) {
      chain.child.kill("SIGTERM");
      await wait(this.#random(30));
    }
    await this.#stop(chain, "SIGKILL");
    await working;
  }

  /** Looks at the chain as the last round left it, stops it under load, and damages one of its files. Gives what was done. */
  async damage(): Promise<string> {
    const chain = await this.#startAndCheck();
    const working = this.#load(chain);
    await wait(10 + this.#random(200));
    await this.#stop(chain, this.#random(3) === 0 ? "SIGTERM" : "SIGKILL");
    await working;
    this.#damage = this.#harm();
    this.#forgetAbove(this.#damage.keeps);
    return this.#damage.what;
  }

  #forgetAbove(keeps: number): void {
    this.#acknowledged = this.#acknowledged.filter(({ block }) => block <= keeps);
    this.#checked = Math.min(this.#checked, this.#acknowledged.length);
    if (this.#acknowledged.length === 0) this.#contract = "";
  }

  /** Ends of the records in the block log, by its format alone: length, check sum, payload. */
  #recordEnds(): number[] {
    const path = join(this.#folder, "blocks.log");
    const { size } = statSync(path);
    const file = openSync(path, "r");
    const head = Buffer.alloc(4);
    const ends: number[] = [];
    for (let at = 0; at + 8 <= size; ) {
      readSync(file, head, 0, 4, at);
      at += 8 + head.readUInt32BE(0);
      if (at > size) break;
      ends.push(at);
    }
    closeSync(file);
    return ends;
  }

  #harm(): Damage {
    const ends = this.#recordEnds();
    const all = ends.length - 1;
    const log = join(this.#folder, "blocks.log");
    const { size } = statSync(log);
    const wholeBelow = (at: number): number => Math.max(0, ends.filter((end) => end <= at).length - 1);
    const nearEnd = (): number => size - 1 - this.#random(Math.min(size, 20_000));
    const kind = this.#random(10);
    if (kind < 4) {
      const at = this.#random(8) === 0 ? this.#random(size) : nearEnd();
      truncateSync(log, at);
      return { what: `blocks.log cut at ${at} of ${size}`, keeps: wholeBelow(at) };
    }
    if (kind < 6) {
      const at = nearEnd();
      this.#flip(log, at);
      return { what: `blocks.log changed at ${at} of ${size}`, keeps: wholeBelow(at) };
    }
    const states = readdirSync(this.#folder).filter((name) => name.startsWith("state-"));
    const others = [
      join(this.#folder, "index.log"),
      join(this.#data, "chain.json"),
      ...states.map((name) => join(this.#folder, name)),
    ];
    const path = others[this.#random(others.length)] ?? log;
    const at = this.#random(Math.max(1, statSync(path).size));
    if (kind < 8 || path.endsWith(".json")) {
      truncateSync(path, at);
      return { what: `${path} cut at ${at}`, keeps: all };
    }
    this.#flip(path, at);
    return { what: `${path} changed at ${at}`, keeps: all };
  }

  #flip(path: string, at: number): void {
    const file = openSync(path, "r+");
    const byte = Buffer.alloc(1);
    readSync(file, byte, 0, 1, at);
    byte[0] = (byte[0] ?? 0) ^ (1 << this.#random(8));
    writeSync(file, byte, 0, 1, at);
    closeSync(file);
  }

  /** Every header and every acknowledged transaction once more; then the directory is removed. */
  async finish(): Promise<void> {
    this.#checked = 0;
    const chain = await this.#startAndCheck();
    await this.#checkHeaders(chain, 0, this.#height);
    await this.#stop(chain, "SIGTERM");
    this.remove();
  }

  remove(): void {
    rmSync(this.#data, { recursive: true, force: true });
  }
}
