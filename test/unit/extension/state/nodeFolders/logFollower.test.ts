import { execFile } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LogFollower } from "../../../../../src/extension/state/nodeFolders/logFollower";
import { Uri } from "../../../../support/fakeVscode/values";

/**
 * Follows a log in a process of its own, where no other memory comes and goes, and tells what was found and how many bytes were
 * given back when the follower went.
 */
const holding = `
import { appendFileSync, readFileSync } from "node:fs";
import { LogFollower } from "./src/extension/state/nodeFolders/logFollower";
import { Uri } from "./test/support/fakeVscode/values";
const [folder, log, more] = process.argv.slice(2);
/** Buffers are given back beside a collection, so one isn't enough. */
async function held() {
  let least = Number.POSITIVE_INFINITY;
  for (let lower = 3; lower > 0; lower--) {
    globalThis.gc();
    await new Promise((done) => setTimeout(done, 20));
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    if (heapUsed + arrayBuffers < least - 65_536) lower = 4;
    least = Math.min(least, heapUsed + arrayBuffers);
  }
  return least;
}
const bounds = { kept: 1024 * 1024, looked: 128 * 1024 * 1024, chunk: 1024 * 1024 };
globalThis.follower = new LogFollower(Uri.file(folder), { min: "error", modules: [] }, bounds);
await globalThis.follower.look();
appendFileSync(log, readFileSync(more));
await globalThis.follower.look();
const found = { entries: globalThis.follower.entries.length, modules: globalThis.follower.modules };
const withFollower = await held();
delete globalThis.follower;
console.log(JSON.stringify({ ...found, bytes: withFollower - (await held()) }));
`;
async function followedAlone(...args: string[]): Promise<{ entries: number; modules: string[]; bytes: number }> {
  const root = resolve(import.meta.dirname, "../../../../..");
  const outfile = join(args[0] ?? "", "program.mjs");
  await build({
    stdin: { contents: holding, resolveDir: root, loader: "ts" },
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    alias: { vscode: join(root, "test/support/fakeVscode/vscode.ts") },
    logLevel: "error",
  });
  const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", outfile, ...args]);
  return JSON.parse(stdout);
}

const line = (level: string, second: number, message: string): string =>
  `${level}|2026-01-11 00:00:${String(second).padStart(2, "0")}.000000|t-1|${message}\n`;

describe("the end of a node's log", () => {
  let folder: string;
  let log: string;
  const all = { modules: [] };
  const shown = (follower: LogFollower): string => follower.entries.map(({ text }) => `${text}\n`).join("");
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "chainside-log-"));
    mkdirSync(join(folder, "log"));
    log = join(folder, "log/log_2026011100.00.log");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const follow = (filter: ConstructorParameters<typeof LogFollower>[1] = all, bounds?: object): LogFollower =>
    new LogFollower(Uri.file(folder) as never, filter, {
      kept: 1024 * 1024,
      looked: 128 * 1024 * 1024,
      chunk: 4 * 1024 * 1024,
      ...bounds,
    });

  it("is nothing where no log was written", async () => {
    expect(await follow().look()).toBeUndefined();
  });

  it("is found at once in a gibibyte, and begins with a whole entry", async () => {
    writeFileSync(log, "");
    // A gibibyte that takes no room on the disk.
    truncateSync(log, 2 ** 30);
    const file = await open(log, "r+");
    await file.write(`\n${line("info", 1, "[A]first")}behind it\n${line("info", 2, "[B]last")}`, 2 ** 30);
    await file.close();
    const follower = follow(all, { chunk: 90, kept: 50 });
    expect(await follower.look()).toBe(true);
    expect(shown(follower)).toBe(line("info", 2, "[B]last"));
    expect(follower.cut).toBe(true);
  });

  it("follows what is added, a line when it has its end, into the next file too", async () => {
    writeFileSync(log, line("info", 1, "一"));
    const follower = follow();
    await follower.look();
    expect(await follower.look()).toBe(false);
    const half = Buffer.from(line("info", 2, "二"));
    appendFileSync(log, half.subarray(0, half.length - 3));
    await follower.look();
    appendFileSync(log, half.subarray(half.length - 3));
    await follower.look();
    expect(shown(follower)).toBe(line("info", 1, "一") + line("info", 2, "二"));
    appendFileSync(log, line("info", 3, "three"));
    writeFileSync(join(folder, "log/log_2026011101.00.log"), line("info", 4, "four"));
    expect(await follower.look()).toBe(true);
    expect(shown(follower).trim().split("\n")).toHaveLength(4);
    writeFileSync(join(folder, "log/log_2026011101.00.log"), "");
    await follower.look();
    expect(follower.entries.at(-1)?.text).toContain("four");
  });

  it("looks back as far as it takes to find what fits, also in older files", async () => {
    writeFileSync(log, line("error", 1, "[STORE]bad") + line("info", 2, "[STORE]good").repeat(2000));
    writeFileSync(join(folder, "log/log_2026011101.00.log"), line("info", 3, "[PBFT]good"));
    const errors = follow({ min: "error", modules: [] }, { chunk: 4096 });
    await errors.look();
    expect(shown(errors)).toBe(line("error", 1, "[STORE]bad"));
    expect(errors.modules).toEqual(["PBFT", "STORE"]);
    expect(errors.cut).toBe(false);
    const bounded = follow({ min: "error", modules: [] }, { chunk: 4096, looked: 8192 });
    await bounded.look();
    expect(shown(bounded)).toBe("");
    expect(bounded.cut).toBe(true);
  });

  it("keeps no more than its bounds, and takes what has no form line by line", async () => {
    writeFileSync(log, "no form\n".repeat(10_000));
    const follower = follow(all, { chunk: 1000, kept: 5000 });
    await follower.look();
    expect(shown(follower).length).toBeGreaterThan(4000);
    for (let more = 0; more < 20; more++) {
      appendFileSync(log, line("info", more, "x".repeat(900)));
      await follower.look();
    }
    expect(shown(follower).length).toBeLessThan(7000);
  });

  it("holds on to nothing but the lines that are shown", async () => {
    // one line in a hundred thousand is wanted, and badges and heights are seen everywhere
    const block = Buffer.from(line("info", 1, `[A-very-long-badge]${"x".repeat(1000)}`).repeat(1000));
    const wanted = Buffer.from(line("error", 2, "[B]wanted"));
    const file = await open(log, "w");
    for (let i = 0; i < 48; i++) await file.write(Buffer.concat([block, wanted]));
    await file.close();
    const size = 48 * (block.length + wanted.length);
    const more = join(folder, "more");
    writeFileSync(more, Buffer.concat([block, wanted, block, Buffer.from("info|2026")]));
    const { entries, modules, bytes } = await followedAlone(folder, log, more);
    expect({ entries, modules }).toEqual({ entries: 49, modules: ["A-very-long-badge", "B"] });
    expect(bytes / size).toBeLessThan(1 / 16);
  });

  it("reads a line without an end once, not again for each piece", async () => {
    writeFileSync(log, `${line("info", 1, "first")}error|2026-01-11 00:00:02.000000|${"y".repeat(400_000)}`);
    const follower = follow(all, { chunk: 1000, kept: 20_000 });
    await follower.look();
    appendFileSync(log, `${"y".repeat(300_000)}\n${line("info", 3, "last")}`);
    await follower.look();
    expect(shown(follower).endsWith(line("info", 3, "last"))).toBe(true);
    expect(shown(follower).length).toBeLessThan(60_000);
  });
});
