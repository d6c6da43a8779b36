import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const source = resolve(import.meta.dirname, "../../src/devchain");
/** Takes and releases a directory when it is told, without the chain behind it: that would take too long for fifty rounds. */
const racer = `
  import { holdDirectory } from ${JSON.stringify(`${source}/ledger/directoryLock.ts`)};
  let held;
  process.on("message", ({ folder, at, programs }) => {
    held?.release();
    held = undefined;
    if (folder === undefined) return process.send("free");
    while (Date.now() < at); // both begin in the same millisecond
    try {
      held = holdDirectory(folder, programs);
      process.send("won");
    } catch (error) {
      process.send(error.code);
    }
  });
  process.send("ready " + process.pid);
`;
/** Process numbers of its own, as a container has them. */
const inContainer = ["unshare", "-Urpf", "--kill-child", "--mount-proc"];
const hasContainers = spawnSync("unshare", [...inContainer.slice(1), "true"]).status === 0;

let folder: string;
let racers: ChildProcess[] = [];

const report = async (child: ChildProcess): Promise<unknown> => (await once(child, "message"))[0];
async function ask(message: object): Promise<unknown[]> {
  const answers = racers.map(report);
  for (const child of racers) child.send(message);
  return Promise.all(answers);
}

/** Starts so many processes; gives what each says of itself. */
async function start(count: number, wrapper: readonly string[] = []): Promise<unknown[]> {
  const node = [process.execPath, "--import", "tsx", "--input-type=module", "-e", racer];
  const [program = "", ...args] = [...wrapper, ...node];
  const started = Array.from({ length: count }, () =>
    spawn(program, args, { stdio: ["ignore", "inherit", "inherit", "ipc"] }),
  );
  racers.push(...started);
  return Promise.all(started.map(report));
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, "close");
  child.kill("SIGKILL");
  await ended;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "chainside-lock-"));
});
afterEach(async () => {
  await Promise.all(racers.splice(0).map(kill));
  rmSync(folder, { recursive: true, force: true });
});

/** With the lock of the system, and as where the system has none. */
const ways = [
  ["by the system's lock", {}],
  ["by claims, where the system has no lock", { programs: [] }],
] as const;

describe.each(ways)("%s", (_name, how) => {
  test("of processes that race for a directory exactly one wins, also over the mark of one that was killed", async () => {
    await start(3);
    for (let round = 0; round < 50; round++) {
      const data = join(folder, String(round % 5));
      mkdirSync(data, { recursive: true });
      if (round % 2 === 1) writeFileSync(join(data, "lock"), "999999999 1");
      if (round % 3 === 1) writeFileSync(join(data, "lock-4"), "999999999 1");
      const answers = await ask({ folder: data, at: Date.now() + 10, ...how });
      expect([round, ...answers.sort()]).toEqual([round, "dataDirectoryInUse", "dataDirectoryInUse", "won"]);
      expect(readdirSync(data).filter((name) => /^lock-\d+$/.test(name))).toHaveLength("programs" in how ? 1 : 0);
      await ask({});
    }
  });

  test.runIf(hasContainers)("also where each counts processes of its own, as containers do", async () => {
    const reported = await start(3, inContainer);
    expect(new Set(reported).size).toBe(1); // all have the same number
    for (let round = 0; round < 20; round++) {
      const data = join(folder, String(round % 3));
      mkdirSync(data, { recursive: true });
      const answers = await ask({ folder: data, at: Date.now() + 10, ...how });
      const won = answers.filter((answer) => answer === "won").length;
      expect([round, answers.filter((answer) => answer === "dataDirectoryInUse").length]).toEqual([round, 3 - won]);
      // without a lock several that claim at once may all step back, since none can look for the others
      if ("programs" in how) expect(won).toBeLessThanOrEqual(1);
      else expect(won).toBe(1);
      await ask({});
    }
  });
});

test.runIf(hasContainers)("what a killed process of another container held is free", async () => {
  await start(1, inContainer);
  expect(await ask({ folder, at: 0 })).toEqual(["won"]);
  await start(1);
  const [first, second] = racers as [ChildProcess, ChildProcess];
  second.send({ folder, at: 0 });
  expect(await report(second)).toBe("dataDirectoryInUse");
  await kill(first);
  racers = [second];
  // the container ends with its first process, a moment later
  await expect.poll(async () => (await ask({ folder, at: 0 }))[0]).toBe("won");
});

test.runIf(hasContainers)("a claim of another container counts until somebody removes it", async () => {
  await start(1, inContainer);
  expect(await ask({ folder, at: 0, programs: [] })).toEqual(["won"]);
  await kill(racers[0] as ChildProcess);
  racers = [];
  await start(1);
  for (const how of [{}, { programs: [] }])
    expect(await ask({ folder, at: 0, ...how })).toEqual(["dataDirectoryInUse"]);
  rmSync(join(folder, "lock-1"));
  expect(await ask({ folder, at: 0 })).toEqual(["won"]);
});

test("one with the system's lock and one without it exclude each other", async () => {
  await start(2);
  const [first, second] = racers as [ChildProcess, ChildProcess];
  const ways = [undefined, []];
  for (const [one, other] of [ways, ways.toReversed()]) {
    first.send({ folder, at: 0, programs: one });
    expect(await report(first)).toBe("won");
    second.send({ folder, at: 0, programs: other });
    expect(await report(second)).toBe("dataDirectoryInUse");
    await ask({});
  }
});
