// The embedded chain beside Anvil, Hardhat's node and Ganache, in one run and with one load generator:
// `node --import tsx test/bench/peers/main.ts [--only NAME,NAME] [--rounds N] [--long N]`. Needs `npm run build -- --production`
// (or a program in CHAINSIDE_DEVCHAIN); installs the others into its own folder. A transaction counts when its receipt is in
// the client's hand. `--long N` sends so many transactions to our chain at the end, for its memory.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { type Contender, ours, peers, resultOf, type SignedJob, sendAndWait } from "./contenders";
import { type Rate, RawConnection, runQueues } from "./rawHttp";

const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
};
const rounds = Number(option("rounds") ?? 3);
const long = Number(option("long") ?? 0);
const batch = 900; // a block limit reaches 1000 blocks ahead
const reads = 5000;

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Resident memory of a process and those it started, MB. */
function residentMb(child: ChildProcess): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return Number.NaN; // not Linux
  }
}

/** Processor time a process has used, all its threads, ms. */
function cpuMs(child: ChildProcess): number {
  try {
    const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return Number.NaN;
  }
}

interface Started {
  readonly child: ChildProcess;
  readonly port: number;
  readonly contract: string;
  readonly startMs: number;
}

async function connected(port: number, child: ChildProcess): Promise<RawConnection> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
    try {
      return await RawConnection.open(port);
    } catch {
      await new Promise((again) => setTimeout(again, 2));
    }
  }
}

/** From spawning to the first deploy receipt. */
async function start(contender: Contender): Promise<Started> {
  const port = await freePort();
  contender.begin();
  const deploy = await contender.sign(0, undefined, 0);
  const [program, ...args] = contender.command(port);
  const startedAt = performance.now();
  const child = spawn(program, args, {
    stdio: ["ignore", "ignore", "inherit"],
    cwd: import.meta.dirname, // Hardhat wants to be at home
    env: { ...process.env, HARDHAT_DISABLE_TELEMETRY_PROMPT: "true" },
  });
  const connection = await connected(port, child);
  const receipt = await sendAndWait(connection, deploy);
  const startMs = performance.now() - startedAt;
  connection.close();
  const { contractAddress } = resultOf(receipt) as { contractAddress: string };
  return { child, port, contract: contractAddress, startMs };
}

async function stop({ child }: Started): Promise<void> {
  const ended = new Promise((done) => child.once("exit", done));
  child.kill("SIGKILL");
  await ended;
}

async function height(contender: Contender, port: number): Promise<number> {
  const connection = await RawConnection.open(port);
  const number = Number(resultOf(await connection.ask(contender.number)));
  connection.close();
  return number;
}

async function transactions(contender: Contender, chain: Started, connections: number, count: number): Promise<Rate> {
  const head = await height(contender, chain.port);
  const queues: SignedJob[][] = Array.from({ length: connections }, () => []);
  for (let i = 0; i < count; i++) {
    queues[i % connections]?.push(await contender.sign(i % connections, chain.contract, head));
  }
  return runQueues(chain.port, queues, async (connection, job) => {
    await sendAndWait(connection, job);
  });
}

async function ask(port: number, request: Buffer, count: number): Promise<Rate> {
  const queues = Array.from({ length: 16 }, () => new Array<Buffer>(Math.ceil(count / 16)).fill(request));
  return runQueues(port, queues, async (connection, job) => {
    const body = await connection.ask(job);
    if (body.startsWith('{"error"')) throw new Error(body);
  });
}

interface Measured extends Rate {
  /** Processor time of the chain for one: steadier than the rate when the machine has other work. */
  readonly cpuMicros: number;
}

/** The median of a measure over the rounds, by rate. */
async function middle(child: ChildProcess, count: number, measure: () => Promise<Rate>): Promise<Measured> {
  const all: Rate[] = [];
  const before = cpuMs(child);
  for (let round = 0; round < rounds; round++) all.push(await measure());
  const cpuMicros = ((cpuMs(child) - before) * 1000) / (rounds * count);
  const perSecond = median(all.map((rate) => rate.perSecond));
  const rate = all.find((each) => each.perSecond === perSecond) as Rate;
  return { ...rate, cpuMicros };
}

interface Result {
  readonly name: string;
  readonly startMs: number;
  readonly one: Measured;
  readonly sixteen: Measured;
  readonly read: Measured;
  readonly number: Measured;
  readonly memory1000: number;
  readonly memoryLong: number | undefined;
}

async function measure(contender: Contender, longCount: number): Promise<Result> {
  const starts: number[] = [];
  for (let round = 0; round < Math.max(5, rounds); round++) {
    const chain = await start(contender);
    starts.push(chain.startMs);
    await stop(chain);
  }
  const chain = await start(contender);
  try {
    await transactions(contender, chain, 1, 100);
    await transactions(contender, chain, 16, batch);
    const memory1000 = residentMb(chain.child);
    const one = await middle(chain.child, batch / 2, () => transactions(contender, chain, 1, batch / 2));
    const sixteen = await middle(chain.child, batch, () => transactions(contender, chain, 16, batch));
    await ask(chain.port, contender.read(chain.contract), reads);
    const read = await middle(chain.child, reads, () => ask(chain.port, contender.read(chain.contract), reads));
    const number = await middle(chain.child, reads, () => ask(chain.port, contender.number, reads));
    let memoryLong: number | undefined;
    if (longCount > 0) {
      for (let sent = 0; sent < longCount; sent += batch) await transactions(contender, chain, 16, batch);
      memoryLong = residentMb(chain.child);
    }
    return { name: contender.name, startMs: median(starts), one, sixteen, read, number, memory1000, memoryLong };
  } finally {
    await stop(chain);
  }
}

function table(results: readonly Result[]): void {
  const times = ({ perSecond, p50, p99 }: Rate): string =>
    `${perSecond.toFixed(0)} (${p50.toFixed(1)}, ${p99.toFixed(1)})`;
  const columns: [title: string, width: number, value: (result: Result) => string][] = [
    ["start", 8, ({ startMs }) => startMs.toFixed(0)],
    ["tx/s 1 (p50, p99)", 20, ({ one }) => times(one)],
    ["tx/s 16", 20, ({ sixteen }) => times(sixteen)],
    ["get/s", 8, ({ read }) => read.perSecond.toFixed(0)],
    ["number/s", 10, ({ number }) => number.perSecond.toFixed(0)],
    ["cpu us: 1", 10, ({ one }) => one.cpuMicros.toFixed(0)],
    ["16", 6, ({ sixteen }) => sixteen.cpuMicros.toFixed(0)],
    ["get", 6, ({ read }) => read.cpuMicros.toFixed(0)],
    ["number", 8, ({ number }) => number.cpuMicros.toFixed(0)],
    ["MB", 6, ({ memory1000 }) => memory1000.toFixed(0)],
    ["MB long", 9, ({ memoryLong }) => memoryLong?.toFixed(0) ?? ""],
  ];
  console.log(["".padEnd(16), ...columns.map(([title, width]) => title.padStart(width))].join(""));
  for (const result of results) {
    console.log([result.name.padEnd(16), ...columns.map(([, width, value]) => value(result).padStart(width))].join(""));
  }
}

function ratios(results: readonly Result[]): void {
  const own = results.find(({ name }) => name === "chainside");
  const others = results.filter(({ name }) => !name.startsWith("chainside"));
  const sm = results.find(({ name }) => name === "chainside, SM");
  if (!own) return;
  const say = (what: string, ratio: number, goal: string): void => {
    console.log(`${what.padEnd(52)}${ratio.toFixed(2).padStart(8)}   goal ${goal}`);
  };
  if (others.length > 0) {
    const most = (rate: (result: Result) => number): number => Math.max(...others.map(rate));
    say("tx, 1 connection: ours / best of the others", own.one.perSecond / most((r) => r.one.perSecond), "1.2");
    say("tx, 16 connections", own.sixteen.perSecond / most((r) => r.sixteen.perSecond), "2");
    say("reads: ours / best of the others", own.read.perSecond / most((r) => r.read.perSecond), "0.5");
    say("block number", own.number.perSecond / most((r) => r.number.perSecond), "-");
  }
  if (sm) {
    say("SM chain / standard chain, 1 connection", sm.one.perSecond / own.one.perSecond, "0.33");
    say("SM chain / standard chain, 16 connections", sm.sixteen.perSecond / own.sixteen.perSecond, "0.33");
  }
}

if (!existsSync(join(import.meta.dirname, "node_modules/ganache"))) {
  console.log("installing the others beside this file");
  execFileSync("npm", ["ci", "--ignore-scripts"], { cwd: import.meta.dirname, stdio: "inherit" });
}
const wanted = option("only")?.split(",");
const contenders = [ours(false), ours(true), ...peers()].filter(({ name }) => !wanted || wanted.includes(name));
const results: Result[] = [];
for (const contender of contenders) {
  results.push(await measure(contender, contender.name === "chainside" ? long : 0));
  console.log(`${contender.name} is measured`);
}
table(results);
ratios(results);
