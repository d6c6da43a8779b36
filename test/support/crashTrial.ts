// A chain with a data directory that is killed and cut at random while clients load it, and what has to hold afterwards.
// Used by test/bench/crash.ts for hundreds of rounds, and by a test for a few.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  watch,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Pool } from "undici";
import type { CryptoSuiteName } from "../../src/crypto/cryptoSuite";
import { cryptoSuite } from "../../src/crypto/suites";
import { CrashClient, callChain, clients } from "./crashClient";

export interface CrashTrialOptions {
  /** One of ten starts waits for the disk where nothing is said. */
  readonly durability?: "process" | "disk";
  readonly suite?: CryptoSuiteName;
  readonly groups?: readonly string[];
  /** Further options of the program. */
  readonly args?: readonly string[];
}

/** When the process is killed. */
export const killMoments = [
  "under load",
  "while it ends",
  "while it writes a state file",
  "while it opens",
  "while it archives",
  "while it reverts",
  "while it resets",
] as const;
export type KillMoment = (typeof killMoments)[number];

interface Running {
  readonly child: ChildProcess;
  readonly pool: Pool;
  readonly archive: Pool;
}

/** What happened to the files of a stopped chain, and the heights of the first group that are right now. */
interface Harm {
  readonly what: string;
  readonly heads: readonly number[];
}

export class CrashTrial {
  readonly #program: string;
  readonly #random: (below: number) => number;
  readonly #options: CrashTrialOptions;
  readonly #data = mkdtempSync(join(tmpdir(), "chainside-crash-"));
  readonly #clients: readonly CrashClient[];
  readonly #first: CrashClient;
  /** What was done since the last start. */
  #harm: Harm | undefined;
  /** Blocks that may count as archived: what was confirmed, and what was asked for. */
  #archived: readonly [number, number] = [0, 0];

  constructor(program: string, random: (below: number) => number, options: CrashTrialOptions = {}) {
    this.#program = program;
    this.#random = random;
    this.#options = options;
    const suite = cryptoSuite(options.suite ?? "standard");
    this.#first = new CrashClient(options.groups?.[0] ?? "group0", suite);
    this.#clients = [this.#first, ...(options.groups ?? []).slice(1).map((id) => new CrashClient(id, suite))];
  }

  /** Transactions that were acknowledged, those that a cut has taken since among them. */
  get acknowledged(): number {
    return this.#clients.reduce((sum, { total }) => sum + total, 0);
  }

  get height(): number {
    return this.#clients.reduce((sum, { height }) => sum + height, 0);
  }

  get #folder(): string {
    return join(this.#data, `group-${this.#first.group}`);
  }

  #spawn(): ChildProcess {
    const durability = this.#options.durability ?? (this.#random(10) === 0 ? "disk" : "process");
    const { suite, groups = [], args = [] } = this.#options;
    const given = [
      "--open-dev",
      "--chain-id",
      "chainside",
      "--data",
      this.#data,
      "--durability",
      durability,
      "--sealers",
      "1",
      "--observers",
      "0",
    ];
    const shape = [...(suite === "sm" ? ["--sm"] : []), ...groups.flatMap((id) => ["--group", id])];
    return spawn(process.execPath, [this.#program, ...given, ...shape, "--archive-port", "0", ...args], {
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
  }

  async #start(): Promise<Running> {
    const child = this.#spawn();
    let words = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      words += chunk.toString();
    });
    const { url, archiveUrl } = await new Promise<{ url: string; archiveUrl: string }>((ready, reject) => {
      child.once("message", (message) => ready(message as { url: string; archiveUrl: string }));
      child.once("close", (code) => reject(new Error(`the chain ended with ${code}: ${words}`)));
    });
    const connections = clients * this.#clients.length;
    return { child, pool: new Pool(url, { connections, pipelining: 1 }), archive: new Pool(archiveUrl) };
  }

  async #stop({ child, pool, archive }: Running, signal: NodeJS.Signals): Promise<void> {
    const ended = child.exitCode === null && child.signalCode === null ? once(child, "close") : undefined;
    child.kill(signal);
    await ended;
    await Promise.all([pool.destroy(), archive.destroy()]);
  }

  /** Load on every group until the chain is gone. */
  async #load(chain: Running, max?: number): Promise<void> {
    try {
      await Promise.all(this.#clients.map((client) => client.load(chain.pool, max)));
    } catch (error) {
      if (chain.child.exitCode === null && !chain.child.killed) throw error; // it was not the kill
    }
  }

  /** Starts it again and looks at everything that was acknowledged since the last look. */
  async #startAndCheck(): Promise<Running> {
    const harm = this.#harm;
    this.#harm = undefined;
    let chain: Running | undefined;
    try {
      chain = await this.#start();
      await this.#checkArchive(chain);
      for (const client of this.#clients) {
        await client.check(chain.pool, client === this.#first ? (harm?.heads ?? []) : []);
      }
      return chain;
    } catch (error) {
      if (chain) await this.#stop(chain, "SIGKILL");
      throw harm ? new Error(harm.what, { cause: error }) : error;
    }
  }

  async #checkArchive({ pool }: Running): Promise<void> {
    const status = JSON.parse(String(await this.#first.rpc(pool, "getSyncStatus"))) as { archivedBlockNumber: number };
    const [min, max] = this.#archived;
    const number = status.archivedBlockNumber;
    const head = await this.#first.head(pool);
    if (number > head || number < Math.min(min, head) || number > max) {
      throw new Error(`blocks to ${number} count as archived, of ${head}, instead of ${min} to ${max}`);
    }
    this.#archived = [number, number];
    this.#first.archived = number;
  }

  /** So many transactions of the first group, however fast the machine is, and a moment more. */
  async #workFor(transactions: number, working: Promise<void>): Promise<void> {
    await Promise.race([this.#first.more(transactions), working]);
    await wait(this.#random(6));
  }

  /** Looks at the chain as the last round left it, and kills it at that moment. */
  async kill(moment: KillMoment = this.#random(5) === 0 ? "while it ends" : "under load"): Promise<void> {
    const chain = await this.#startAndCheck();
    if (moment === "while it archives") return this.#killArchiving(chain);
    if (moment === "while it reverts" || moment === "while it resets") return this.#killGoingBack(chain, moment);
    const working = this.#load(chain);
    await this.#workFor(this.#random(80), working);
    if (moment === "while it ends") {
      chain.child.kill("SIGTERM");
      await wait(this.#random(30));
    }
    if (moment === "while it writes a state file") await this.#seeStateFile(chain);
    await this.#stop(chain, "SIGKILL");
    await working;
    if (moment === "while it opens") await this.#killOpening();
  }

  /** Lets it end by itself until the first bytes of a state file are there, and some more. */
  async #seeStateFile(chain: Running): Promise<void> {
    const seen = new Promise<void>((resolve) => {
      const watcher = watch(this.#folder, (_event, name) => {
        if (!name?.endsWith(".bin.tmp")) return;
        watcher.close();
        resolve();
      });
      chain.child.once("close", () => {
        watcher.close();
        resolve();
      });
    });
    chain.child.kill("SIGTERM");
    await seen;
    if (this.#random(2) === 0) await wait(this.#random(3));
  }

  /** Starts it some times and kills it before it is ready, or just then. Sometimes there is a torn end to mend. */
  async #killOpening(): Promise<void> {
    if (this.#random(2) === 0) {
      const cut = this.#tear();
      this.#harm = cut;
      this.#forgetAbove(Math.max(...cut.heads));
    }
    for (let times = 1 + this.#random(3); times > 0; times--) {
      const child = this.#spawn();
      const ended = once(child, "close");
      await wait(this.#random(250));
      child.kill("SIGKILL");
      await ended;
    }
  }

  async #killArchiving(chain: Running): Promise<void> {
    await this.#load(chain, 40);
    const head = await this.#first.head(chain.pool);
    let [from] = this.#archived;
    const archiving = async (): Promise<void> => {
      for (let to = Math.max(from, 1); to <= head; to++) {
        this.#archived = [this.#archived[0], to];
        const { status } = (await callChain(chain.archive, "deleteArchivedData", [Math.max(from, 1), to])) as {
          status: string;
        };
        if (status !== "success") throw new Error(`deleting blocks to ${to}: ${status}`);
        from = to;
        this.#archived = [to, to];
      }
    };
    const working = archiving().catch((error: unknown) => {
      if (chain.child.exitCode === null && !chain.child.killed) throw error;
    });
    await wait(this.#random(30));
    await this.#stop(chain, "SIGKILL");
    await working;
  }

  async #killGoingBack(chain: Running, moment: KillMoment): Promise<void> {
    const { pool } = chain;
    const group = this.#first.group;
    await this.#load(chain, 40);
    const back = moment === "while it resets" ? 0 : await this.#first.head(pool);
    const snapshot = await callChain(pool, "dev_snapshot", [group]);
    await this.#load(chain, 40);
    const head = await this.#first.head(pool);
    const rewinding =
      moment === "while it resets"
        ? callChain(pool, "dev_reset", [group])
        : callChain(pool, "dev_revert", [group, snapshot]);
    const done = rewinding.then(
      () => true,
      (error: unknown) => {
        if (chain.child.exitCode === null && !chain.child.killed) throw error; // it was not the kill
        return false;
      },
    );
    if (this.#random(3) > 0) await wait(this.#random(4));
    else await done;
    await this.#stop(chain, "SIGKILL");
    const acknowledged = await done;
    this.#harm = { what: `killed ${moment}`, heads: acknowledged ? [back] : [head, back] };
    this.#archived = [Math.min(this.#archived[0], back), this.#archived[1]];
    if (acknowledged) this.#forgetAbove(back);
  }

  /** Looks at the chain as the last round left it, stops it under load, and damages one of its files. Gives what was done. */
  async damage(kinds: "any" | "cuts" = "any"): Promise<string> {
    const chain = await this.#startAndCheck();
    const working = this.#load(chain);
    await this.#workFor(this.#random(50), working);
    await this.#stop(chain, this.#random(3) === 0 ? "SIGTERM" : "SIGKILL");
    await working;
    const harm = this.#damageFile(kinds);
    this.#harm = harm;
    this.#forgetAbove(Math.max(...harm.heads));
    return harm.what;
  }

  #forgetAbove(block: number): void {
    this.#first.forgetAbove(block);
    this.#archived = [Math.min(this.#archived[0], block), this.#archived[1]];
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

  #nearEnd(size: number): number {
    return size - 1 - this.#random(Math.min(size, 20_000));
  }

  /** Cuts the block log, mostly near its end. */
  #tear(): Harm {
    const log = join(this.#folder, "blocks.log");
    const { size } = statSync(log);
    const at = this.#random(8) === 0 ? this.#random(size) : this.#nearEnd(size);
    const heads = [this.#wholeBelow(at)];
    truncateSync(log, at);
    return { what: `blocks.log cut at ${at} of ${size}`, heads };
  }

  /** The last block whose record ends there at the latest. */
  #wholeBelow(at: number): number {
    return Math.max(0, this.#recordEnds().filter((end) => end <= at).length - 1);
  }

  #damageFile(kinds: "any" | "cuts"): Harm {
    const log = join(this.#folder, "blocks.log");
    const all = [this.#recordEnds().length - 1];
    const kind = this.#random(10);
    if (kind < (kinds === "cuts" ? 6 : 4)) return this.#tear();
    if (kind < 6) {
      const { size } = statSync(log);
      const at = this.#nearEnd(size);
      const heads = [this.#wholeBelow(at)];
      this.#flip(log, at);
      return { what: `blocks.log changed at ${at} of ${size}`, heads };
    }
    const states = readdirSync(this.#folder).filter((name) => name.startsWith("state-"));
    const others = [
      join(this.#folder, "index.log"),
      join(this.#data, "chain.json"),
      ...states.map((name) => join(this.#folder, name)),
    ].filter((path) => existsSync(path));
    const path = others[this.#random(others.length)] ?? log;
    const at = this.#random(Math.max(1, statSync(path).size));
    if (kinds === "cuts" || kind < 8 || path.endsWith(".json")) {
      truncateSync(path, at);
      return { what: `${path} cut at ${at}`, heads: all };
    }
    this.#flip(path, at);
    return { what: `${path} changed at ${at}`, heads: all };
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
    for (const client of this.#clients) client.startOver();
    const chain = await this.#startAndCheck();
    for (const client of this.#clients) await client.checkHeaders(chain.pool, 0, client.height);
    await this.#stop(chain, "SIGTERM");
    this.remove();
  }

  remove(): void {
    rmSync(this.#data, { recursive: true, force: true });
  }
}
