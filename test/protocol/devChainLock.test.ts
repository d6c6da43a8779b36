import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const source = resolve(import.meta.dirname, "../../src/devchain");
/** Takes and releases a directory when it is told, without the chain behind it: that would take too long for fifty rounds. */
const racer = `
  import { takeDataDirectory } from ${JSON.stringify(`${source}/ledger/dataDirectory.ts`)};
  import { devChainSettings } from ${JSON.stringify(`${source}/options.ts`)};
  let release;
  process.on("message", ({ folder, at }) => {
    release?.();
    release = undefined;
    if (folder === undefined) return process.send("free");
    while (Date.now() < at); // both begin in the same millisecond
    try {
      release = takeDataDirectory(folder, devChainSettings({}));
      process.send("won");
    } catch (error) {
      process.send(error.code);
    }
  });
  process.send("ready");
`;

let folder: string;
let racers: ChildProcess[];

const told = async (child: ChildProcess): Promise<unknown> => (await once(child, "message"))[0];
async function ask(message: object): Promise<unknown[]> {
  const answers = racers.map(told);
  for (const child of racers) child.send(message);
  return Promise.all(answers);
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "chainside-lock-"));
  racers = [0, 1, 2].map(() =>
    spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", racer], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    }),
  );
  await Promise.all(racers.map(told));
});
afterEach(async () => {
  await Promise.all(
    racers.map((child) => {
      const ended = once(child, "close");
      child.kill("SIGKILL");
      return ended;
    }),
  );
  rmSync(folder, { recursive: true, force: true });
});

test("of processes that race for a directory exactly one wins, also over the lock of one that was killed", async () => {
  for (let round = 0; round < 50; round++) {
    const data = join(folder, String(round % 5));
    mkdirSync(data, { recursive: true });
    if (round % 2 === 1) writeFileSync(join(data, "lock"), "999999999 1");
    const answers = await ask({ folder: data, at: Date.now() + 10 });
    expect([round, ...answers.sort()]).toEqual([round, "dataDirectoryInUse", "dataDirectoryInUse", "won"]);
    expect(readdirSync(data).filter((name) => name.startsWith("lock"))).toHaveLength(1);
    await ask({});
  }
});
