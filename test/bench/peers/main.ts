// The embedded chain beside Anvil, Hardhat's node and Ganache, in one run and with one load generator:
// `node --import tsx test/bench/peers/main.ts [--only NAME+NAME] [--rounds N] [--long N]`. Needs `npm run build -- --production`
// (or a program in CHAINSIDE_DEVCHAIN); installs the others into its own folder. A transaction counts when its receipt is in
// the client's hand. `--long N` sends so many transactions to our chain at the end, for its memory.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../support/ports";
import { type Contender, ours, peers, resultOf, type SignedJob, sendAndWait } from "./contenders";
import { type Rate, RawConnection, runQueues } from "./rawHttp";

const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
};
const rounds = Number(option("rounds") ?? 5);
const long = Number(option("long") ?? 0);
const batch = 900; // a block limit reaches 1000 blocks ahead
const reads = 5000;

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

/** From spawning to the first deploy receipt. `aside` leaves the nonces of a chain that goes on as they are. */
async function start(contender: Contender, aside = false): Promise<Started> {
  const port = await freePort();
  const nonces = contender.begin();
  const deploy = await contender.sign(0, undefined, 0);
  if (aside) contender.begin(nonces);
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

/** The measures of one round. */
const kinds = ["one", "sixteen", "read", "number"] as const;
type Kind = (typeof kinds)[number];

interface Subject {
  readonly contender: Contender;
  readonly chain: Started;
  readonly startMs: number[];
  readonly rates: Record<Kind, Rate[]>;
  readonly cpuMs: Record<Kind, number>;
  memory1000: number;
  memoryLong: number | undefined;
}

const perRound: Readonly<Record<Kind, number>> = { one: batch / 2, sixteen: batch, read: reads, number: reads };

function measure({ contender, chain }: Subject, kind: Kind): Promise<Rate> {
  if (kind === "one") return transactions(contender, chain, 1, perRound.one);
  if (kind === "sixteen") return transactions(contender, chain, 16, perRound.sixteen);
  return ask(chain.port, kind === "read" ? contender.read(chain.contract) : contender.number, perRound[kind]);
}

/** A chain that has run a thousand transactions and five thousand reads, so that what follows is not its warming up. */
async function warm(contender: Contender): Promise<Subject> {
  const chain = await start(contender);
  const empty = <T>(value: () => T): Record<Kind, T> => ({
    one: value(),
    sixteen: value(),
    read: value(),
    number: value(),
  });
  const subject: Subject = {
    contender,
    chain,
    startMs: [],
    rates: empty<Rate[]>(() => []),
    cpuMs: empty(() => 0),
    memory1000: Number.NaN,
    memoryLong: undefined,
  };
  await transactions(contender, chain, 1, 100);
  await transactions(contender, chain, 16, batch);
  subject.memory1000 = residentMb(chain.child);
  await measure(subject, "read");
  return subject;
}

/** Every chain in turn, kind by kind: what else the machine does meets all of them alike. */
async function runRound(subjects: readonly Subject[]): Promise<void> {
  for (const subject of subjects) {
    const again = await start(subject.contender, true);
    subject.startMs.push(again.startMs);
    await stop(again);
  }
  for (const kind of kinds) {
    for (const subject of subjects) {
      const before = cpuMs(subject.chain.child);
      subject.rates[kind].push(await measure(subject, kind));
      subject.cpuMs[kind] += cpuMs(subject.chain.child) - before;
    }
  }
}

function table(subjects: readonly Subject[]): void {
  const rate = ({ rates }: Subject, kind: Kind): string =>
    median(rates[kind].map(({ perSecond }) => perSecond)).toFixed(0);
  const times = (subject: Subject, kind: Kind): string => {
    const of = (name: "p50" | "p99"): string => median(subject.rates[kind].map((each) => each[name])).toFixed(1);
    return `${rate(subject, kind)} (${of("p50")}, ${of("p99")})`;
  };
  const cpu = (subject: Subject, kind: Kind): string =>
    ((subject.cpuMs[kind] * 1000) / (subject.rates[kind].length * perRound[kind])).toFixed(0);
  const columns: [title: string, width: number, value: (subject: Subject) => string][] = [
    ["start", 8, ({ startMs }) => median(startMs).toFixed(0)],
    ["tx/s 1 (p50, p99)", 20, (subject) => times(subject, "one")],
    ["tx/s 16", 20, (subject) => times(subject, "sixteen")],
    ["get/s", 8, (subject) => rate(subject, "read")],
    ["number/s", 10, (subject) => rate(subject, "number")],
    ["cpu us: 1", 10, (subject) => cpu(subject, "one")],
    ["16", 6, (subject) => cpu(subject, "sixteen")],
    ["get", 6, (subject) => cpu(subject, "read")],
    ["number", 8, (subject) => cpu(subject, "number")],
    ["MB", 6, ({ memory1000 }) => memory1000.toFixed(0)],
    ["MB long", 9, ({ memoryLong }) => memoryLong?.toFixed(0) ?? ""],
  ];
  console.log(["".padEnd(16), ...columns.map(([title, width]) => title.padStart(width))].join(""));
  for (const subject of subjects) {
    const cells = columns.map(([, width, value]) => value(subject).padStart(width));
    console.log([subject.contender.name.padEnd(16), ...cells].join(""));
  }
}

/** Our rate against the best of the others in the same round, of each round. */
function ratiosByRound(own: Subject, others: readonly Subject[], kind: Kind): number[] {
  return own.rates[kind].map(
    ({ perSecond }, round) =>
      perSecond / Math.max(...others.map(({ rates }) => rates[kind][round]?.perSecond ?? Number.NaN)),
  );
}

const ratio = (own: Subject, others: readonly Subject[], kind: Kind): number =>
  median(ratiosByRound(own, others, kind));

function ratios(subjects: readonly Subject[]): void {
  const named = (name: string): Subject | undefined => subjects.find(({ contender }) => contender.name === name);
  const own = named("chainside");
  if (!own) return;
  const say = (what: string, value: number, goal: string): void => {
    console.log(`${what.padEnd(64)}${value.toFixed(2).padStart(8)}   goal ${goal}`);
  };
  const goals: [Kind, string, string][] = [
    ["one", "tx, 1 connection", "1.2"],
    ["sixteen", "tx, 16 connections", "2"],
    ["read", "get()", "0.8"],
    ["number", "block number", "0.8"],
  ];
  const others = subjects.filter(({ contender }) => !contender.name.startsWith("chainside"));
  const asTheyCome = others.filter(({ contender }) => contender.name !== "hardhat, no log");
  for (const [kind, title, goal] of goals) {
    if (asTheyCome.length > 0)
      say(`${title}: ours / best of the others as they come`, ratio(own, asTheyCome, kind), goal);
    if (asTheyCome.length > 0 && kind === "number") {
      // nothing was asked for block numbers before
      say(`${title}: the first ${reads} alone`, ratiosByRound(own, asTheyCome, kind)[0] ?? Number.NaN, "0.6");
      say(`${title}: the last five rounds`, median(ratiosByRound(own, asTheyCome, kind).slice(-5)), "0.8");
    }
    if (asTheyCome.length < others.length) {
      say(`${title}: ours / best, with Hardhat's log switched off`, ratio(own, others, kind), "-");
    }
  }
  const sm = named("chainside, SM");
  if (sm) for (const [kind, title] of goals) say(`${title}: SM chain / standard chain`, ratio(sm, [own], kind), "0.33");
}

if (!existsSync(join(import.meta.dirname, "node_modules/ganache"))) {
  console.log("installing the others beside this file");
  // not `ci`: registries do not all have the binaries of every platform that the lock would have to name
  execFileSync("npm", ["install", "--no-save", "--ignore-scripts"], { cwd: import.meta.dirname, stdio: "inherit" });
}
const wanted = option("only")?.split("+");
const contenders = [ours(false), ours(true), ...peers()].filter(({ name }) => !wanted || wanted.includes(name));
const subjects: Subject[] = [];
try {
  for (const contender of contenders) subjects.push(await warm(contender));
  for (let round = 0; round < rounds; round++) await runRound(subjects);
  const own = subjects.find(({ contender }) => contender.name === "chainside");
  if (own && long > 0) {
    for (let sent = 0; sent < long; sent += batch) await transactions(own.contender, own.chain, 16, batch);
    own.memoryLong = residentMb(own.chain.child);
  }
} finally {
  for (const { chain } of subjects) await stop(chain);
}
table(subjects);
ratios(subjects);
