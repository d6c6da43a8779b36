// The program of the embedded chain ends when it is told to, or when its parent has ended, whatever it is doing.
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, expect, test } from "vitest";
import { until } from "../support/until";

const program = resolve(import.meta.dirname, "../../dist/devchain.js");
const started: ChildProcess[] = [];
const folders: string[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

interface Ready {
  readonly url: string;
  readonly devToken: string;
}

async function start(...args: string[]): Promise<{ child: ChildProcess; ready: Ready }> {
  const child = spawn(process.execPath, [program, "--json", "--sealers", "1", "--observers", "0", ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  started.push(child);
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const [line] = (await once(lines, "line")) as [string];
  return { child, ready: JSON.parse(line) as Ready };
}

async function ask(
  ready: Ready,
  method: string,
  ...params: unknown[]
): Promise<{ result?: unknown; error?: { code: number } }> {
  const response = await fetch(ready.url, {
    method: "POST",
    headers: { authorization: `Bearer ${ready.devToken}` },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  return (await response.json()) as { result?: unknown };
}

const height = async (ready: Ready): Promise<number> =>
  Number((await ask(ready, "getBlockNumber", "group0", "")).result);

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Starts mining as much as one request may ask for, and waits until blocks come. */
async function keepBusy(ready: Ready): Promise<void> {
  void ask(ready, "dev_mine", "group0", 10_000).catch(() => undefined);
  await expect.poll(() => height(ready)).toBeGreaterThan(1);
}

test("the ready line carries the token, and a request that would never end is refused", async () => {
  const { ready } = await start();
  expect(ready.devToken).toMatch(/^[\w-]{43}$/);
  for (const count of [1e12, 10_001, -1, 1.5, "5", 2 ** 60]) {
    expect((await ask(ready, "dev_mine", "group0", count)).error?.code, String(count)).toBe(-32602);
  }
  expect(await height(ready)).toBe(0);
  expect((await ask(ready, "dev_mine", "group0", 3)).result).toBe(3);
});

test("others are answered while blocks are mined, and a signal ends it in the middle", async () => {
  const { child, ready } = await start();
  await keepBusy(ready);
  const [before, after] = [await height(ready), await height(ready)];
  expect(after).toBeGreaterThanOrEqual(before);
  expect(before).toBeLessThan(10_000);
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

const loops = "5b600056";

/** Gas for hours, so that no loop ends by itself meanwhile. */
function manyGas(): string {
  const folder = mkdtempSync(join(tmpdir(), "chainside-gas-"));
  folders.push(folder);
  const path = join(folder, "options.json");
  writeFileSync(path, JSON.stringify({ txGasLimit: 4_000_000_000_000 }));
  return path;
}

/** Calls a contract without an end, and waits until others are answered in the middle of that. */
async function keepLooping(ready: Ready, how: "call" | "dev_sendTransaction"): Promise<{ ended: boolean }> {
  const from = `0x${"1a".repeat(20)}`;
  const creation = `0x600480600b6000396000f3${loops}`;
  const { result } = await ask(ready, "dev_sendTransaction", "group0", { from, data: creation });
  const to = (result as { contractAddress: string }).contractAddress;
  const before = await height(ready);
  const loop = { ended: false };
  const parameters = how === "call" ? ["group0", "", to, "0x"] : ["group0", { from, to }];
  void ask(ready, how, ...parameters)
    .catch(() => undefined)
    .then(() => {
      loop.ended = true;
    });
  for (let i = 0; i < 5; i++) expect(await height(ready)).toBe(before);
  return loop;
}

test.each(["call", "dev_sendTransaction"] as const)("a signal ends it while a %s loops", async (how) => {
  const { child, ready } = await start("--config", manyGas());
  const loop = await keepLooping(ready, how);
  expect(loop.ended).toBe(false);
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

/** A parent that forks the program, tells its process number and address, and waits. */
const parent = `
  const { fork } = require("node:child_process");
  const child = fork(${JSON.stringify(program)}, ["--sealers", "1", "--observers", "0"], { execArgv: [] });
  process.send({ pid: child.pid });
  child.once("message", ({ url, devToken }) => process.send({ pid: child.pid, url, devToken }));
`;

test.each(["while it starts", "while it mines"])("it ends with its parent, %s", async (when) => {
  const forked = spawn(process.execPath, ["-e", parent], { stdio: ["ignore", "inherit", "pipe", "ipc"] });
  started.push(forked);
  let complaints = "";
  forked.stderr?.on("data", (text: Buffer) => {
    complaints += text.toString();
  });
  // Both may come in one piece when this process has waited for a processor.
  const reported: (Ready & { pid: number })[] = [];
  forked.on("message", (message) => reported.push(message as Ready & { pid: number }));
  const nth = (index: number): Promise<Ready & { pid: number }> => until(() => reported[index]);
  const { pid } = await nth(0);
  if (when === "while it mines") await keepBusy(await nth(1));
  forked.kill("SIGKILL");
  await expect.poll(() => isRunning(pid)).toBe(false);
  expect(complaints).toBe("");
});

test("a start that fails ends the program, though its parent listens", async () => {
  const child = fork(program, ["--chain-id", "not one"], {
    execArgv: [],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  started.push(child);
  expect(await once(child, "exit")).toEqual([2, null]);
});
