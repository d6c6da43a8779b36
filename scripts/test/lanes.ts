// Suites side by side, each in a process of its own. A window waits most of its time, so what needs no window runs beside the windows, at a
// lower priority: a window that is given the processor late would be slower than any person's.
import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { root } from "../lint/sources";
import type { SuiteName, TestOptions } from "./options";
import type { SuiteResult } from "./process";
import { reports } from "./suites";

export interface SuiteRun extends SuiteResult {
  name: SuiteName;
  seconds: number;
  /** Of processors, of all that the suite started and saw end; undefined where no one tells. */
  processorSeconds?: number | undefined;
}

interface Lane {
  suites: readonly SuiteName[];
  /** Drives windows: it goes first whenever both want the processor. */
  windows: boolean;
}

/** In the order in which a lane runs them. */
function allLanes({ desktop, changed }: TestOptions): Lane[] {
  if (changed) return [alone("lint"), alone("unit")];
  const windowless: Lane[] = [
    { suites: ["lint", "unit"], windows: false },
    { suites: ["interop", "protocol"], windows: false },
    { suites: ["java", "tlcp"], windows: false },
  ];
  // Windows of the desktop take the focus from each other.
  const windows: Lane[] = desktop
    ? [{ suites: ["ui", "extension", "oldest", "ui-oldest"], windows: true }]
    : [alone("ui", true), { suites: ["extension", "oldest", "ui-oldest"], windows: true }];
  return [...windows, ...windowless];
}

function alone(name: SuiteName, windows = false): Lane {
  return { suites: [name], windows };
}

/**
 * Runs the chosen suites. What one prints is printed when it ends, as a whole, and stands in `out/reports/NAME.log` from its first line on; a
 * suite that is the only one prints as it goes. `windowsReady` is waited for by the suites that drive VS Code.
 */
export async function runInLanes(
  chosen: readonly SuiteName[],
  options: TestOptions,
  windowsReady: Promise<void>,
): Promise<SuiteRun[]> {
  const lanes = allLanes(options)
    .map((lane) => ({ ...lane, suites: lane.suites.filter((name) => chosen.includes(name)) }))
    .filter(({ suites }) => suites.length > 0);
  const besideWindows = lanes.some(({ windows }) => windows);
  const runs: SuiteRun[] = [];
  await Promise.all(
    lanes.map(async ({ suites, windows }) => {
      if (windows) await windowsReady;
      for (const name of suites) {
        const low = besideWindows && !windows;
        runs.push(await runApart(name, { low, aloud: chosen.length === 1 }));
      }
    }),
  );
  return chosen.flatMap((name) => runs.find((run) => run.name === name) ?? []);
}

const running = new Set<ChildProcess>();

/** Ends every suite that still runs with all its programs, as somebody who ends `npm test` expects. */
export function endSuites(): void {
  for (const child of running) {
    try {
      if (ownGroup && child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
      else child.kill();
    } catch {
      // It has just ended by itself.
    }
  }
}

/** A suite and the programs that it starts end together where the system has groups of processes. */
const ownGroup = process.platform !== "win32";

/** Runs a suite, or some of its files, in a process of its own with the arguments of this one. */
export async function runApart(
  name: SuiteName,
  { low = false, aloud = false, files = [] }: { low?: boolean; aloud?: boolean; files?: readonly string[] },
): Promise<SuiteRun> {
  const started = Date.now();
  const result = join(reports, `${name}.result.json`);
  mkdirSync(reports, { recursive: true });
  rmSync(result, { force: true });
  if (!aloud) console.log(`started: ${name}`);
  const script = join(root, "scripts/test/suiteProcess.ts");
  const child = spawn(
    process.execPath,
    ["--import", "tsx", script, name, result, JSON.stringify(files), ...process.argv.slice(2)],
    { cwd: root, stdio: ["ignore", "pipe", "pipe"], env: environment(files.length > 0), detached: ownGroup },
  );
  running.add(child);
  if (low && child.pid !== undefined) lower(child.pid);
  const printed: Buffer[] = [];
  const log = createWriteStream(join(reports, `${name}.log`));
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      log.write(chunk);
      if (aloud) process.stdout.write(chunk);
      else printed.push(chunk);
    });
  }
  await new Promise<void>((ended) => {
    child.on("error", () => ended());
    child.on("close", () => ended());
  });
  running.delete(child);
  log.end();
  if (!aloud) {
    console.log(`\n=== ${name}`);
    process.stdout.write(Buffer.concat(printed));
  }
  return { name, seconds: Math.round((Date.now() - started) / 1000), ...readResult(name, result) };
}

function environment(oneByOne: boolean): NodeJS.ProcessEnv {
  const colours = process.stdout.isTTY && process.env["NO_COLOR"] === undefined ? { FORCE_COLOR: "1" } : {};
  return { ...colours, ...process.env, ...(oneByOne ? { UI_ONE_BY_ONE: "1" } : {}) };
}

/**
 * A suite is a session of its own (`detached`), and Linux shares processors out between sessions first: where it does, priorities count only
 * within one, and a session has a priority of its own (sched(7), "The autogroup feature").
 */
function lower(pid: number): void {
  const priority = constants.priority.PRIORITY_BELOW_NORMAL;
  try {
    setPriority(pid, priority);
    const session = `/proc/${pid}/autogroup`;
    if (existsSync(session)) writeFileSync(session, String(priority));
  } catch {
    // It ended already, or the system does not allow it: then all run alike.
  }
}

function readResult(name: SuiteName, path: string): SuiteResult {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as SuiteResult;
  } catch {
    console.error(`the ${name} suite ended without a result`);
    return { passed: 0, failed: 1 };
  }
}
