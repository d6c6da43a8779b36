// A night of trouble through `chainside monitor`, as a program that is ended in every way, with receivers that fail, too.
import { type ChildProcess, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { programArguments } from "../../scripts/test/programArguments";
import { signatureHash } from "../../src/chain/abi/selector";
import { writtenEvent } from "../../src/chain/abi/writtenEvent";
import { standardSuite } from "../../src/crypto/suites";
import { type DevChain, startDevChain } from "../../src/devchain/startDevChain";
import { ask } from "../support/askNode";
import { listening } from "../support/listening";
import { freePort } from "../support/ports";
import { until } from "../support/until";

const folder = mkdtempSync(join(tmpdir(), "chainside-monitor-"));
const token = "a token for the night shift";
const secret = "SECnightshift";

interface Received {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly atMs: number;
}

/** Takes alerts as their receivers do; sometimes it is away, busy, or breaks off. */
class Receiver {
  readonly got: Received[] = [];
  readonly #server: Server;
  url = "";
  /** How the next calls end. */
  readonly faults: ("busy" | "breaks")[] = [];

  constructor() {
    this.#server = createServer((request, response) => {
      let text = "";
      request.on("data", (chunk: Buffer) => {
        text += chunk.toString();
      });
      request.on("end", () => {
        const fault = this.faults.shift();
        // before it takes the alert: what breaks off afterwards can't be told from what never came
        if (fault === "breaks") {
          request.socket.destroy();
          return;
        }
        if (fault === "busy") {
          response.writeHead(503).end();
          return;
        }
        const { pathname, searchParams } = new URL(request.url ?? "/", "http://receiver");
        const body = JSON.parse(text) as Received["body"];
        this.got.push({ path: pathname, query: searchParams, headers: request.headers, body, atMs: Date.now() });
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify(pathname === "/feishu" ? { code: 0 } : { errcode: 0, errmsg: "ok" }));
      });
    });
  }

  async start(): Promise<void> {
    this.url = `http://127.0.0.1:${await listening(this.#server)}`;
  }

  at(path: string): Received[] {
    return this.got.filter((each) => each.path === path);
  }

  close(): Promise<unknown> {
    this.#server.closeAllConnections();
    return new Promise((done) => this.#server.close(done));
  }
}

/** A monitor as a process. */
class MonitorProcess {
  out = "";
  err = "";
  #child: ChildProcess | undefined;

  constructor(
    private readonly file: string,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  /** Its address, once it listens. */
  async start(): Promise<string> {
    const from = this.out.length;
    const program = programArguments(resolve("dist/cli.js"), resolve("src/cli/main.ts"));
    const child = spawn(process.execPath, [...program, "monitor", this.file, "--json"], {
      env: { ...process.env, LANG: "en_US.UTF-8", LC_ALL: "en_US.UTF-8", ...this.env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    child.stdout.on("data", (data: Buffer) => {
      this.out += data.toString();
    });
    child.stderr.on("data", (data: Buffer) => {
      this.err += data.toString();
    });
    return until(
      () => {
        if (child.exitCode !== null) throw new Error(`the monitor ended: ${this.err}`);
        return /"url":"([^"]+)"/.exec(this.out.slice(from))?.[1];
      },
      () => `the monitor didn't start: ${this.err}`,
    );
  }

  /** Ends it, and waits for its end. */
  async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((done) => child.once("close", done));
    child.kill(signal);
    await ended;
  }

  kill(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }
}

const receiver = new Receiver();
const closing: (() => Promise<unknown> | unknown)[] = [];
beforeAll(() => receiver.start());
afterAll(async () => {
  for (const close of closing.reverse()) await close();
  await receiver.close();
  rmSync(folder, { recursive: true });
});

const code = writtenEvent("Paid(uint256 sum)", standardSuite);
const topic = signatureHash(standardSuite, code?.events[0]?.signature ?? "").slice(2);

/** An embedded chain, and what can go wrong with it. */
class TroubledChain {
  chain!: DevChain;
  contract = "";

  constructor(readonly port: number) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(data: string): Promise<void> {
    this.chain = await startDevChain({ port: this.port, sealers: 4, blockIntervalMs: 0, openDev: true, data });
  }

  dev(method: `dev_${string}`, ...params: unknown[]): Promise<unknown> {
    return ask(this.url, method, ["", ...params]);
  }

  /** Logs its input under the event's topic; without input it fails. */
  async deploy(): Promise<void> {
    const runtime = `36600857600080fd5b3660006000377f${topic}366000a100`;
    const size = (runtime.length / 2).toString(16).padStart(2, "0");
    const made = (await this.send({ data: `0x60${size}600c60003960${size}6000f3${runtime}` })) as Record<
      string,
      string
    >;
    this.contract = made["contractAddress"] ?? "";
  }

  send(request: Readonly<Record<string, string>>): Promise<unknown> {
    return this.dev("dev_sendTransaction", { from: `0x${"ab".repeat(20)}`, ...request });
  }

  pay(sum: number): Promise<unknown> {
    return this.send({ to: this.contract, data: `0x${sum.toString(16).padStart(64, "0")}` });
  }
}

const settings = (urls: readonly string[], contract: string, more = ""): string => `
listen: 127.0.0.1:0
interval: 1
page: { token: { env: MONITOR_TOKEN } }
connections:
  - name: night
    url: [${urls.join(", ")}]
    timeout: 60000
    index: { to: night.history.db }
rules:
  - name: down
    down:
  - name: stands
    heightStands: { seconds: 2 }
  - name: gone
    unreachable: { seconds: 1 }
  - name: fails
    failures: { percent: 50, blocks: 3 }
  - name: paid
    event: { contract: "${contract}", signature: "Paid(uint256 sum)", seconds: 2 }
  - name: settings
    config: { keys: [tx_count_limit], seconds: 2 }
sinks:
  - name: json
    url: { env: JSON_URL }
  - name: dingtalk
    url: { env: DINGTALK_URL }
    format: dingtalk
    secret: { env: ROBOT_SECRET }
    rules: [down, stands]
  - name: feishu
    url: { env: FEISHU_URL }
    format: feishu
    secret: { env: ROBOT_SECRET }
    rules: [down, stands]
  - name: wecom
    url: { env: WECOM_URL }
    format: wecom
    rules: [down, stands]
${more}`;

describe("chainside monitor", () => {
  it("loses no alert of a night, and sends none twice, however it is ended", { timeout: 600_000 }, async () => {
    const chain = new TroubledChain(await freePort());
    const one = join(folder, "one");
    await chain.start(one);
    closing.push(() => chain.chain.close());
    await chain.deploy();
    const file = join(folder, "night.yaml");
    const env = {
      MONITOR_TOKEN: token,
      ROBOT_SECRET: secret,
      JSON_URL: `${receiver.url}/json`,
      DINGTALK_URL: `${receiver.url}/dingtalk?access_token=1`,
      FEISHU_URL: `${receiver.url}/feishu`,
      WECOM_URL: `${receiver.url}/wecom?key=1`,
    };
    writeFileSync(file, settings([chain.url], chain.contract));
    const monitor = new MonitorProcess(file, env);
    closing.push(() => monitor.end("SIGKILL"));
    let url = await monitor.start();
    await until(async () => (await fetch(`${url}/readyz`)).status === 200);
    // where events begin to count
    const state = join(folder, "night.state/night.json");
    await until(() => readFileSync(state, "utf8").includes('"seen":[["group0"'));
    const sums: number[] = [];
    const pay = async (): Promise<void> => {
      const sum = sums.length + 1;
      sums.push(sum);
      await chain.pay(sum);
    };
    const kinds = (kind: string): Received[] => receiver.at("/json").filter(({ body }) => body["kind"] === kind);
    const has = (kind: string, state: string): boolean => kinds(kind).some(({ body }) => body["state"] === state);
    const ends: NodeJS.Signals[] = [
      "SIGKILL",
      "SIGTERM",
      "SIGKILL",
      "SIGHUP",
      "SIGKILL",
      "SIGKILL",
      "SIGTERM",
      "SIGKILL",
    ];
    const kills = ends.filter((each) => each === "SIGKILL").length + 2;
    for (const [round, end] of ends.entries()) {
      for (let count = 0; count < 6; count++) await pay();
      receiver.faults.push(...(["busy", "breaks"] as const).slice(0, round % 3));
      // in the middle of a look, of a delivery, or between them
      await new Promise((done) => setTimeout(done, 137 * (round % 5)));
      if (end === "SIGHUP") monitor.kill(end);
      else {
        await monitor.end(end);
        for (let count = 0; count < 4; count++) await pay();
        url = await monitor.start();
      }
    }
    // the chain stands while transactions wait
    await chain.dev("dev_pauseSealing", true);
    void chain.pay(sums.push(sums.length + 1)).catch(() => undefined);
    await until(() => has("heightStands", "began"));
    await monitor.end("SIGKILL");
    url = await monitor.start();
    await chain.dev("dev_pauseSealing", false);
    await until(() => has("heightStands", "ended"));
    // a sealer is gone and comes back
    await chain.dev("dev_setFault", { kind: "peerLost", node: 1 });
    await until(() => has("unreachable", "began"));
    await chain.dev("dev_setFault", { kind: "peerLost", node: 1, down: false });
    await until(() => has("unreachable", "ended"));
    // transactions fail
    for (let count = 0; count < 5; count++) await chain.send({ to: chain.contract, data: "0x" });
    await until(() => has("failures", "began"));
    // the node is stopped, the monitor is killed meanwhile, the node comes back
    await chain.chain.close();
    await until(() => has("down", "began"));
    await monitor.end("SIGKILL");
    url = await monitor.start();
    await until(async () => (await fetch(`${url}/readyz`)).status === 200);
    await chain.start(one);
    await until(() => has("down", "ended"));
    const sumOf = (message: unknown): number => Number(/Paid\(sum: (\d+)\)/.exec(String(message))?.[1]);
    const lacking = (state: string): number[] => {
      const found = new Set(
        kinds("event").flatMap(({ body }) => (body["state"] === state ? [sumOf(body["message"])] : [])),
      );
      return sums.filter((sum) => !found.has(sum));
    };
    const missing = (): string => JSON.stringify([lacking("began"), lacking("ended"), monitor.err]);
    await until(() => lacking("began").length + lacking("ended").length === 0, missing, 60_000);
    await monitor.end("SIGTERM");

    // what came twice says so itself: the monitor was killed between a receiver's answer and hearing it, which nothing can tell apart
    const keys = new Set<unknown>();
    const first = receiver.at("/json").filter(({ headers }) => {
      const key = headers["idempotency-key"];
      const isNew = !keys.has(key);
      keys.add(key);
      if (!isNew) expect(headers["x-chainside-repeat"]).toBe("1");
      return isNew;
    });
    const events = first.filter(({ body }) => body["kind"] === "event");
    const began = events.filter(({ body }) => body["state"] === "began").map(({ body }) => String(body["message"]));
    expect(began.map(sumOf).sort((one, other) => one - other)).toEqual(sums);
    expect(events).toHaveLength(2 * sums.length);
    expect(receiver.at("/json").length - first.length).toBeLessThanOrEqual(kills);
    for (const kind of ["down", "heightStands", "unreachable"])
      expect(
        first.filter(({ body }) => body["kind"] === kind).map(({ body }) => body["state"]),
        kind,
      ).toEqual(["began", "ended"]);
    // each robot got the same two, signed by its own algorithm
    for (const path of ["/dingtalk", "/feishu", "/wecom"]) {
      expect(new Set(receiver.at(path).map(({ headers }) => headers["idempotency-key"])).size, path).toBe(4);
    }
    for (const { query } of receiver.at("/dingtalk")) {
      const timestamp = query.get("timestamp") ?? "";
      const signed = createHmac("sha256", secret).update(`${timestamp}\n${secret}`).digest("base64");
      expect(query.get("sign")).toBe(signed);
    }
    for (const { body } of receiver.at("/feishu"))
      expect(body["sign"]).toBe(createHmac("sha256", `${body["timestamp"]}\n${secret}`).update("").digest("base64"));
    expect(`${monitor.out}${monitor.err}`).not.toContain(secret);
    expect(`${monitor.out}${monitor.err}${readFileSync(state, "utf8")}`).not.toMatch(/access_token|key=1|night shift/);
  });
});
