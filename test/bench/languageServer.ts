// The language server beside yaml-language-server and VS Code's JSON language service: the same list of node IDs in the
// three languages, equally many lines, in one run, over the protocol. Prints medians and ratios; never a verdict.
// `open` and `keystroke` are what a user waits, `cpu` what the server's main thread computes in that time: on a busy machine the first
// says much of the machine, the second does not.
//  node --import tsx test/bench/languageServer.ts [--lines 10000,100000] [--keystrokes 15] [--patience 60] [--rounds 3] [--only
// chainside,json] [--names]
// Each round is a new process; the contenders take turns, so that other work on the machine meets them alike.
// `--names` fills the file with keys that no node knows instead: 100,000 findings, for our server alone.
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { build } from "esbuild";
import {
  createProtocolConnection,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { textFiles } from "../../scripts/bundling/textModules.mjs";

const root = resolve(import.meta.dirname, "../..");
const out = join(root, "out/bench");
const flag = (name: string, fallback: string): string => {
  const index = process.argv.indexOf(`--${name}`);
  return index < 0 ? fallback : (process.argv[index + 1] ?? fallback);
};
const keystrokes = Number(flag("keystrokes", "15"));
/** Who takes longer for an answer has not finished; who takes more than a third of it is asked for three keystrokes only. */
const timeoutMs = Number(flag("patience", "60")) * 1000;
const rounds = Number(flag("rounds", "3"));
const only = flag("only", "chainside,yaml,json").split(",");
const names = process.argv.includes("--names");

interface Contender {
  name: string;
  languageId: string;
  uri: string;
  command: string[];
  /** The whole file of that many IDs, one a line. */
  text(ids: readonly string[]): string;
  /** First line that holds an ID, and the column in it where a digit can be typed. */
  firstLine: number;
  column(line: number): number;
}

function contenders(): Contender[] {
  return [
    {
      name: "chainside",
      languageId: "fisco-ini",
      uri: "untitled:config.ini",
      command: [join(out, "languageServer.js"), "--stdio"],
      text: (ids) =>
        names
          ? `[p2p]\n${ids.map((id) => `${id.slice(0, 12)}=x\n`).join("")}`
          : `[certificate_whitelist]\n${ids.map((id, n) => `cal.${n}=${id}\n`).join("")}`,
      firstLine: 1,
      column: (n) => (names ? 1 : `cal.${n}=`.length),
    },
    {
      name: "yaml",
      languageId: "yaml",
      uri: "untitled:config.yaml",
      command: [join(root, "node_modules/yaml-language-server/bin/yaml-language-server"), "--stdio"],
      text: (ids) => `certificate_whitelist:\n${ids.map((id, n) => `  cal.${n}: ${id}\n`).join("")}`,
      firstLine: 1,
      column: (n) => `  cal.${n}: `.length,
    },
    {
      name: "json",
      languageId: "json",
      uri: "untitled:config.json",
      command: [join(out, "jsonServer.mjs"), "--stdio"],
      text: (ids) => `{\n${ids.map((id, n) => `"cal.${n}": "${id}"${n === ids.length - 1 ? "" : ","}\n`).join("")}}\n`,
      firstLine: 1,
      column: (n) => `"cal.${n}": "`.length,
    },
  ];
}

async function bundle(): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: { languageServer: "src/languageServer/main.ts", jsonServer: "test/bench/jsonServer/main.ts" },
    outdir: out,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    plugins: [textFiles],
    minify: true,
    format: "esm",
    platform: "node",
    target: "node20",
    mainFields: ["module", "main"],
    legalComments: "none",
    logLevel: "warning",
    banner: {
      js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
    },
  });
}

function madeUpIds(count: number): string[] {
  let state = 42;
  const next = (): string => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state.toString(16).padStart(8, "0");
  };
  return Array.from({ length: count }, () => Array.from({ length: 16 }, next).join(""));
}

/** Resident memory of a process in MB, where the system tells (Linux). */
function memoryOf(child: ChildProcess): number {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
  } catch {
    return Number.NaN;
  }
}

/** Processor time of the main thread of a process in ms, where the system tells. */
function computedMs(child: ChildProcess): number {
  try {
    return Number(readFileSync(`/proc/${child.pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}

/** Processor time of a process in clock ticks (1/100 s), where the system tells. */
function ticksOf(child: ChildProcess): number {
  try {
    const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return Number.NaN;
  }
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

interface Measured {
  /** `undefined`: no answer in time. */
  open: number | undefined;
  keystroke: number | undefined;
  slowest: number | undefined;
  slowestCpu: number;
  openCpu: number;
  keystrokeCpu: number;
  memory: number;
  idleTicks: number;
}

/** One server with its document, from the start of its process to its end. */
class Session {
  readonly #child: ChildProcess;
  readonly #connection: ProtocolConnection;
  readonly #uri: string;

  constructor(contender: Contender) {
    this.#uri = contender.uri;
    const child = spawn(process.execPath, contender.command, { stdio: ["pipe", "pipe", "ignore"] });
    this.#child = child;
    const reader = new StreamMessageReader(child.stdout);
    this.#connection = createProtocolConnection(reader, new StreamMessageWriter(child.stdin));
    this.#connection.onRequest("workspace/configuration", ({ items }: { items: unknown[] }) => items.map(() => null));
    this.#connection.onRequest("client/registerCapability", () => null);
    this.#connection.listen();
  }

  async initialize(): Promise<void> {
    await this.#connection.sendRequest("initialize", {
      processId: process.pid,
      rootUri: null,
      capabilities: {
        workspace: { configuration: true },
        textDocument: { publishDiagnostics: { versionSupport: true } },
      },
    });
    await this.#connection.sendNotification("initialized", {});
  }

  /** Tells the server of a new version of the document, and waits for what it says of that one. `undefined`: not in time. */
  async answer(version: number, method: string, params: object): Promise<{ wall: number; cpu: number } | undefined> {
    const answered = this.#nextDiagnostics(version);
    const cpu = computedMs(this.#child);
    const start = performance.now();
    await this.#connection.sendNotification(method, params);
    const impatience = new AbortController();
    const late = pause(timeoutMs, true, { signal: impatience.signal }).catch(() => false);
    const isLate = await Promise.race([answered.then(() => false), late]);
    impatience.abort();
    return isLate ? undefined : { wall: performance.now() - start, cpu: computedMs(this.#child) - cpu };
  }

  /** The next diagnostics of the document; a server that leaves the version out is taken at its word. */
  #nextDiagnostics(version: number): Promise<void> {
    return new Promise((done) => {
      const listening = this.#connection.onNotification(
        "textDocument/publishDiagnostics",
        (params: PublishDiagnosticsParams) => {
          if (params.uri !== this.#uri || (params.version !== undefined && params.version !== version)) return;
          listening.dispose();
          done();
        },
      );
    });
  }

  get memory(): number {
    return memoryOf(this.#child);
  }

  /** Clock ticks that pass for the server in two seconds in which nothing is asked. */
  async idleTicks(): Promise<number> {
    await pause(1000);
    const ticks = ticksOf(this.#child);
    await pause(2000);
    return ticksOf(this.#child) - ticks;
  }

  /** A server that is busy for good would not hear a polite word. */
  async end(): Promise<void> {
    const ended = new Promise((done) => this.#child.once("close", done));
    this.#connection.dispose();
    this.#child.kill("SIGKILL");
    await ended;
  }
}

async function measure(contender: Contender, lines: number): Promise<Measured> {
  const { uri, languageId } = contender;
  const session = new Session(contender);
  try {
    await session.initialize();
    const text = contender.text(madeUpIds(lines));
    const textDocument = { uri, languageId, version: 1, text };
    const open = await session.answer(1, "textDocument/didOpen", { textDocument });
    const answers: { wall: number; cpu: number }[] = [];
    const line = Math.floor(lines / 2);
    for (let version = 2; open && version < keystrokes + 2; version++) {
      const position = { line: contender.firstLine + line, character: contender.column(line) + version };
      const contentChanges = [{ range: { start: position, end: position }, text: "a" }];
      const got = await session.answer(version, "textDocument/didChange", {
        textDocument: { uri, version },
        contentChanges,
      });
      if (got) answers.push(got);
      if (!got || (got.wall * 3 > timeoutMs && answers.length >= 3)) break;
    }
    const walls = answers.map(({ wall }) => wall);
    return {
      open: open?.wall,
      openCpu: open?.cpu ?? Number.NaN,
      keystroke: walls.length === 0 ? undefined : median(walls),
      slowest: walls.length === 0 ? undefined : Math.max(...walls),
      slowestCpu: Math.max(...answers.map(({ cpu }) => cpu)),
      keystrokeCpu: median(answers.map(({ cpu }) => cpu)),
      memory: session.memory,
      idleTicks: await session.idleTicks(),
    };
  } finally {
    await session.end();
  }
}

/** The medians of several rounds; the slowest keystroke of all. One who did not finish once is not asked again. */
function together(measured: readonly Measured[]): Measured {
  const of = (pick: (one: Measured) => number | undefined): number | undefined => {
    const values = measured.map(pick);
    return values.includes(undefined) ? undefined : median(values.map(Number));
  };
  const slowest = measured.map((one) => one.slowest ?? Number.NaN);
  return {
    open: of(({ open }) => open),
    keystroke: of(({ keystroke }) => keystroke),
    slowest: of(({ slowest }) => slowest) === undefined ? undefined : Math.max(...slowest),
    slowestCpu: Math.max(...measured.map(({ slowestCpu }) => slowestCpu)),
    openCpu: of(({ openCpu }) => openCpu) ?? Number.NaN,
    keystrokeCpu: of(({ keystrokeCpu }) => keystrokeCpu) ?? Number.NaN,
    memory: of(({ memory }) => memory) ?? Number.NaN,
    idleTicks: Math.max(...measured.map(({ idleTicks }) => idleTicks)),
  };
}

function row(lines: number, name: string, got: Measured, own: Measured): string {
  const ratio = (value: number | undefined, ours: number | undefined): string =>
    got === own || !value || !ours ? "" : ` (${(value / ours).toFixed(1)}x)`;
  const time = (value: number, ours: number | undefined, digits: number): string =>
    `${value.toFixed(digits)} ms${ratio(value, ours)}`;
  const unfinished = `did not finish in ${timeoutMs / 1000} s`;
  const { open, keystroke, slowest } = got;
  return [
    `${lines} lines  ${name.padEnd(9)}`,
    `open ${open === undefined ? unfinished : `${time(open, own.open, 0)}, cpu ${time(got.openCpu, own.openCpu, 0)}`}`,
    keystroke === undefined || slowest === undefined
      ? `keystroke ${unfinished}`
      : `keystroke ${time(keystroke, own.keystroke, 1)}, cpu ${time(got.keystrokeCpu, own.keystrokeCpu, 1)}, slowest ${time(slowest, own.slowest, 1)}, cpu ${time(got.slowestCpu, own.slowestCpu, 1)}`,
    `memory ${got.memory.toFixed(0)} MB${ratio(got.memory, own.memory)}`,
    `idle ${got.idleTicks} ticks in 2 s`,
  ].join("  ");
}

async function main(): Promise<void> {
  await bundle();
  for (const lines of flag("lines", "10000,100000").split(",").map(Number)) {
    const taking = contenders().filter(({ name }) => (names ? name === "chainside" : only.includes(name)));
    const measured = new Map<string, Measured[]>(taking.map(({ name }) => [name, []]));
    for (let round = 0; round < rounds; round++) {
      for (const contender of taking) {
        const before = measured.get(contender.name) ?? [];
        if (before.some(({ keystroke }) => keystroke === undefined)) continue;
        before.push(await measure(contender, lines));
      }
    }
    const results = [...measured].map(([name, all]) => ({ name, got: together(all) }));
    const own = results.find(({ name }) => name === "chainside")?.got;
    for (const { name, got } of results) console.log(row(lines, name, got, own ?? got));
  }
}

await main();
