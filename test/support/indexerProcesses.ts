// Indexers in processes of their own, for tests that end them at moments that no one chose.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { build } from "esbuild";
import { textFiles } from "../../scripts/bundling/textModules.mjs";
import type { IndexLocation } from "./historyIndexing";
import { seededNumbers } from "./seededNumbers";

const root = resolve(import.meta.dirname, "../..");
// packages are found from there
const program = join(root, "out/test/historyIndexer.mjs");

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ["test/support/historyIndexer.ts"],
    bundle: true,
    packages: "external",
    plugins: [textFiles],
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "warning",
    write: false,
  });
  mkdirSync(dirname(program), { recursive: true });
  // several processes of the tests write the same
  writeFileSync(`${program}.${process.pid}`, outputFiles[0]?.contents ?? "");
  renameSync(`${program}.${process.pid}`, program);
  return program;
}

let built: Promise<string> | undefined;

/** Starts `historyIndexer.ts`, bundled: from its sources it would take seconds to begin. */
export async function startIndexer(
  url: string,
  place: IndexLocation,
  batch: number,
  abi: string,
  range?: number,
): Promise<ChildProcess> {
  built ??= bundle();
  const where = typeof place === "string" ? place : JSON.stringify(place);
  const args = [await built, url, where, String(batch), abi, ...(range === undefined ? [] : [String(range)])];
  return spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
}

export async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.exitCode;
}

/**
 * An indexer is killed after fewer lines than that, the first of which it says before it looks at anything, and within so many
 * milliseconds.
 */
const [usualLines, withinMs] = [14, 60];

/** Waits for lines that a process says, or for its end. */
async function lines(child: ChildProcess, count: number): Promise<void> {
  let found = 0;
  await new Promise<void>((resolve) => {
    const look = (text: string): void => {
      found += text.split("\n").length - 1;
      if (found >= count) resolve();
    };
    child.stdout?.setEncoding("utf8").on("data", look);
    child.once("exit", () => resolve());
    look("");
  });
}

export interface Killing {
  readonly kills: number;
  readonly seed: number;
  /** An indexer is killed after fewer lines than that. */
  readonly maxLines?: number;
  /** A new place for an index. */
  place(number: number): IndexLocation | Promise<IndexLocation>;
  start(place: IndexLocation): Promise<ChildProcess>;
  /** After each kill, the first of which is number 0. */
  killed(place: IndexLocation, kill: number): Promise<void>;
  /** An index that came to its end, after all the kills that it met. */
  finished(place: IndexLocation): Promise<void>;
}

/**
 * Kills indexers at random moments, each time going on with the index that was left, and with a new one when that came to its end, until
 * as many were killed at work. Gives how many indexes came to their end.
 */
export async function killAgain({ kills, seed, maxLines = usualLines, ...trial }: Killing): Promise<number> {
  const next = seededNumbers(seed);
  let indexes = 0;
  for (let killed = 0; killed < kills; ) {
    const place = await trial.place(indexes);
    for (;;) {
      const child = await trial.start(place);
      if (killed < kills) {
        await lines(child, next(maxLines));
        await Promise.race([wait(next(withinMs)), once(child, "exit")]);
        child.kill("SIGKILL");
      } else child.stdout?.resume();
      if ((await ended(child)) === 0) break;
      if (child.signalCode !== "SIGKILL") throw new Error(String(await child.stderr?.toArray()));
      await trial.killed(place, killed);
      killed += 1;
    }
    await trial.finished(place);
    indexes += 1;
  }
  return indexes;
}
