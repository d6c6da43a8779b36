// Turns between processes and connections at one database file.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FileLock } from "../../../src/history/sqlite/fileLock";

const module = join(import.meta.dirname, "../../../src/history/sqlite/fileLock.ts");
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "chainside-gate-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A process that takes the lock, and leaves it for ever or for a while. */
function holder(path: string, then: string): ChildProcess {
  const code = `import { FileLock } from ${JSON.stringify(module)};
    const gate = new FileLock(${JSON.stringify(path)});
    console.log(gate.enter());
    ${then}
    setInterval(() => undefined, 1000);`;
  return spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

async function firstLine(child: ChildProcess): Promise<string> {
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const [line] = (await once(lines, "line")) as [string];
  return line;
}

/** Tries until it is let in. */
async function entered(fileLock: FileLock): Promise<void> {
  while (!fileLock.enter()) await wait(20);
}

describe("a database file lets one process in", () => {
  it("a kept lock is given up for another that wants it, and the sign of that goes", async () => {
    const path = join(folder, "kept.db");
    const child = holder(path, "gate.leave();");
    try {
      expect(await firstLine(child)).toBe("true");
      const fileLock = new FileLock(path);
      await entered(fileLock);
      fileLock.close();
      expect(existsSync(`${path}-wanted`)).toBe(false);
    } finally {
      child.kill("SIGKILL");
    }
  });

  it("a lock in use isn't, and ends with its process", async () => {
    const path = join(folder, "used.db");
    const child = holder(path, "");
    expect(await firstLine(child)).toBe("true");
    const fileLock = new FileLock(path);
    for (let tries = 0; tries < 20; tries++) expect(fileLock.enter()).toBe(false);
    child.kill("SIGKILL");
    await once(child, "exit");
    await entered(fileLock);
    fileLock.close();
  });

  it("connections of one process take turns, and use the same lock", async () => {
    const path = join(folder, "shared.db");
    const [one, other] = [new FileLock(path), new FileLock(path)];
    expect([one.enter(), one.enter(), other.enter()]).toEqual([true, true, false]);
    one.leave();
    expect([other.enter(), one.enter()]).toEqual([true, false]);
    one.close();
    other.close();
    const next = new FileLock(path);
    // a program that is begun elsewhere at this moment has what it inherits of the lock for an instant
    await entered(next);
    next.close();
  });
});
