// Suites side by side, each in a process of its own: first what needs no window, then the windows. All of it together is bound by
// processors, and a window that gets one late, or a client that waits for a server which gets none, would fail by that alone.
import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "../lint/sources";
import { loaders } from "../loaders.mjs";
import { failureReport } from "./failureReport";
import type { SuiteName, TestOptions } from "./options";
import { ended, type SuiteResult } from "./process";
import type { DecidedScope, Scope } from "./scope";
import { reports } from "./suites";

export interface SuiteRun extends SuiteResult {
  name: SuiteName;
  seconds: number;
  scope?: Scope;
  /** Of processors, of all that the suite started and saw end; undefined where no one tells. */
  processorSeconds?: number | undefined;
  /** What it said of its failures: said again before the numbers, since the end is what is read of a long run. */
  failures?: string;
}

/** Suites that run one after the other. */
type Lane = readonly SuiteName[];

/** Lanes that run at once; a stage begins when the one before it has ended. */
interface Stage {
  readonly lanes: readonly Lane[];
  /** Suites of it that drive VS Code. */
  readonly windows: readonly SuiteName[];
}

const windowSuites: readonly SuiteName[] = ["ui", "extension", "oldest", "ui-oldest"];

function stagesOf({ desktop, changed }: TestOptions): Stage[] {
  if (changed) return [{ lanes: [["lint"], ["unit"]], windows: [] }];
  const suites = ["lint", "interop", "tlcp", "windows", "java", "web3"] as const;
  // Two lanes: a third one would make all of them slower than one after the other.
  if (desktop)
    // Windows of the desktop take the focus from each other.
    return [
      { lanes: [["unit"], suites], windows: [] },
      { lanes: [["protocol"]], windows: [] },
      { lanes: [windowSuites], windows: windowSuites },
    ];
  const few = ["extension", "oldest", "ui-oldest"] as const;
  return [
    { lanes: [["unit"], suites], windows: [] },
    { lanes: [["protocol"], few], windows: few },
    { lanes: [["ui"]], windows: ["ui"] },
  ];
}

/**
 * Runs the chosen suites. What one prints is printed when it ends, as a whole, and stands in `out/reports/NAME.log` from its first line on;
 * a suite that is the only one prints as it goes. `windowsReady` is waited for by the suites that drive VS Code.
 */
export async function runInLanes(
  chosen: readonly SuiteName[],
  options: TestOptions,
  windowsReady: Promise<void>,
  scopes: ReadonlyMap<SuiteName, DecidedScope> = new Map(),
): Promise<SuiteRun[]> {
  const runs: SuiteRun[] = [];
  const run = async (lane: Lane): Promise<void> => {
    for (const name of lane)
      if (chosen.includes(name))
        runs.push(await runApart(name, { aloud: chosen.length === 1, decided: scopes.get(name) }));
  };
  // What could not be installed is told when the windows' turn comes, with what all other suites have found.
  const missing = windowsReady.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  for (const { lanes, windows } of stagesOf(options)) {
    const notes = windows.length > 0 ? await missing : undefined;
    const left = notes === undefined ? [] : windows;
    for (const name of left) if (chosen.includes(name)) runs.push({ name, passed: 0, failed: 1, seconds: 0, notes });
    await Promise.all(lanes.map((lane) => run(lane.filter((name) => !left.includes(name)))));
  }
  return chosen.flatMap((name) => runs.find((each) => each.name === name) ?? []);
}

const running = new Set<ChildProcess>();

/** Ends every suite that still runs with all its programs, as a user who ends `npm test` expects. */
export function endSuites(): void {
  for (const child of running) endGroup(child, "SIGTERM");
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (ownGroup && child.pid !== undefined) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // It has ended by itself.
  }
}

/** A suite and the programs that it starts end together where the system has groups of processes. */
const ownGroup = process.platform !== "win32";

/** Runs a suite, or some of its files, in a process of its own with the arguments of this one. */
export async function runApart(
  name: SuiteName,
  {
    aloud = false,
    files = [],
    decided,
  }: { aloud?: boolean; files?: readonly string[]; decided?: DecidedScope | undefined },
): Promise<SuiteRun> {
  const started = Date.now();
  const result = join(reports, `${name}.result.json`);
  mkdirSync(reports, { recursive: true });
  rmSync(result, { force: true });
  const scope = decided?.scope ?? "whole";
  if (!aloud) console.log(`started: ${name}${scope === "smoke" ? " (smoke)" : ""}`);
  const script = join(root, "scripts/test/suiteProcess.ts");
  const child = spawn(
    process.execPath,
    [...loaders(), script, name, result, JSON.stringify(files), scope, ...process.argv.slice(2)],
    { cwd: root, stdio: ["ignore", "pipe", "pipe"], env: environment(files.length > 0), detached: ownGroup },
  );
  running.add(child);
  const printed: Buffer[] = [];
  const log = createWriteStream(join(reports, `${name}.log`));
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      log.write(chunk);
      if (aloud) process.stdout.write(chunk);
      printed.push(chunk);
    });
  }
  await Promise.race([ended(child), new Promise((failed) => child.once("error", failed))]);
  endGroup(child, "SIGKILL"); // what the suite left behind
  running.delete(child);
  log.end();
  if (!aloud) {
    console.log(`\n=== ${name}`);
    process.stdout.write(Buffer.concat(printed));
  }
  const read = readResult(name, result);
  const notes = [scope === "smoke" ? `SMOKE: ${decided?.reason} (--all runs all of it)` : undefined, read.notes];
  const run: SuiteRun = {
    name,
    scope,
    seconds: Math.round((Date.now() - started) / 1000),
    ...read,
    notes: notes.filter((note) => note !== undefined).join("; ") || undefined,
  };
  return run.failed === 0 ? run : { ...run, failures: failureReport(Buffer.concat(printed).toString()) };
}

function environment(oneByOne: boolean): NodeJS.ProcessEnv {
  const colours = process.stdout.isTTY && process.env["NO_COLOR"] === undefined ? { FORCE_COLOR: "1" } : {};
  return { ...colours, ...process.env, ...(oneByOne ? { UI_ONE_BY_ONE: "1" } : {}) };
}

function readResult(name: SuiteName, path: string): SuiteResult {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as SuiteResult;
  } catch {
    console.error(`the ${name} suite ended without a result`);
    return { passed: 0, failed: 1 };
  }
}
