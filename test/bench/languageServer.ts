// The language server beside yaml-language-server and VS Code's JSON language service: the same list of node IDs in the
// three languages, equally many lines, in one run, over the protocol. Prints medians and ratios; never a verdict.
//   node --import tsx test/bench/languageServer.ts [--lines 10000,100000] [--keystrokes 15]
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { performance } from "node:perf_hooks";
import { build } from "esbuild";
import {
  createProtocolConnection,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";

const root = resolve(import.meta.dirname, "../..");
const out = join(root, "out/bench");
const flag = (name: string, fallback: string): string => {
  const index = process.argv.indexOf(`--${name}`);
  return index < 0 ? fallback : (process.argv[index + 1] ?? fallback);
};
const keystrokes = Number(flag("keystrokes", "15"));
/** A contender that takes longer is asked for three keystrokes only. */
const patienceMs = 20_000;

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
      command: [join(out, "languageServer.mjs"), "--stdio"],
      text: (ids) => `[certificate_whitelist]\n${ids.map((id, n) => `cal.${n}=${id}\n`).join("")}`,
      firstLine: 1,
      column: (n) => `cal.${n}=`.length,
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
  open: number;
  keystroke: number;
  slowest: number;
  memory: number;
  idleTicks: number;
}

/** The next diagnostics of the document; a server that leaves the version out is taken at its word. */
function nextDiagnostics(connection: ProtocolConnection, uri: string, version: number): Promise<void> {
  return new Promise((done) => {
    const listening = connection.onNotification(
      "textDocument/publishDiagnostics",
      (params: PublishDiagnosticsParams) => {
        if (params.uri !== uri || (params.version !== undefined && params.version !== version)) return;
        listening.dispose();
        done();
      },
    );
  });
}

async function measure(contender: Contender, lines: number): Promise<Measured> {
  const { uri, languageId } = contender;
  const child = spawn(process.execPath, contender.command, { stdio: ["pipe", "pipe", "ignore"] });
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  connection.onRequest("workspace/configuration", ({ items }: { items: unknown[] }) => items.map(() => null));
  connection.onRequest("client/registerCapability", () => null);
  connection.listen();
  await connection.sendRequest("initialize", {
    processId: process.pid,
    rootUri: null,
    capabilities: {
      workspace: { configuration: true },
      textDocument: { publishDiagnostics: { versionSupport: true } },
    },
  });
  await connection.sendNotification("initialized", {});
  const text = contender.text(madeUpIds(lines));
  const opened = nextDiagnostics(connection, uri, 1);
  const start = performance.now();
  await connection.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId, version: 1, text } });
  await opened;
  const open = performance.now() - start;
  const times: number[] = [];
  for (let version = 2; version < keystrokes + 2; version++) {
    const line = Math.floor(lines / 2);
    const character = contender.column(line) + version;
    const position = { line: contender.firstLine + line, character };
    const answered = nextDiagnostics(connection, uri, version);
    const before = performance.now();
    const contentChanges = [{ range: { start: position, end: position }, text: "a" }];
    await connection.sendNotification("textDocument/didChange", { textDocument: { uri, version }, contentChanges });
    await answered;
    times.push(performance.now() - before);
    if (performance.now() - start > patienceMs && times.length >= 3) break;
  }
  const memory = memoryOf(child);
  await new Promise((done) => setTimeout(done, 1000));
  const ticks = ticksOf(child);
  await new Promise((done) => setTimeout(done, 2000));
  const idleTicks = ticksOf(child) - ticks;
  const ended = new Promise((done) => child.once("close", done));
  await connection.sendRequest("shutdown");
  await connection.sendNotification("exit");
  await ended;
  connection.dispose();
  return { open, keystroke: median(times), slowest: times.at(-1) ?? Number.NaN, memory, idleTicks };
}

async function main(): Promise<void> {
  await bundle();
  for (const lines of flag("lines", "10000,100000").split(",").map(Number)) {
    let own: Measured | undefined;
    for (const contender of contenders()) {
      const got = await measure(contender, lines);
      own ??= got;
      const against = (value: keyof Measured): string =>
        got === own ? "" : ` (${(got[value] / (own?.[value] ?? Number.NaN)).toFixed(1)}x)`;
      console.log(
        `${lines} lines  ${contender.name.padEnd(9)}  open ${got.open.toFixed(0)} ms${against("open")}  ` +
          `keystroke ${got.keystroke.toFixed(1)} ms${against("keystroke")}, slowest ${got.slowest.toFixed(1)} ms  ` +
          `memory ${got.memory.toFixed(0)} MB${against("memory")}  idle ${got.idleTicks} ticks in 2 s`,
      );
    }
  }
}

await main();
