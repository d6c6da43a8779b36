import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { runCommand } from "../../../../src/cli/commands";
import { type DevChain, startDevChain } from "../../../../src/devchain/startDevChain";
import { sha256Of } from "../../../../src/processes/nodes/nodeProgram";
import { englishAfterEach, useSources } from "../../../support/chinese";
import { dev } from "../../../support/devMethods";
import { endFakeNodes } from "../../../support/fakeNodes";
import { freePorts } from "../../../support/ports";
import { writeProgram, writeSwappableNode } from "../../../support/swappableNodes";

englishAfterEach();

let chain: DevChain;
let folder: string;
let out: string[];
const host = (): string => join(folder, "nodes/127.0.0.1");
const node = (index: number): string => join(host(), `node${index}`);

/** Its node says 3.17.1 already; the folders of the three others still ran 3.16.4. */
beforeAll(async () => {
  chain = await startDevChain({
    port: 0,
    sealers: 4,
    observers: 0,
    openDev: true,
    nodeVersion: "3.17.1",
    compatibilityVersion: "3.16.0",
  });
});
/** Blocks come all the time. */
let mining: NodeJS.Timeout;
beforeAll(() => {
  mining = setInterval(() => void dev(chain.port, "dev_mine", 1), 300);
});
afterAll(async () => {
  clearInterval(mining);
  await chain.close();
});
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "chainside-swap-"));
  mkdirSync(host(), { recursive: true });
  out = [];
  vi.stubEnv("CHAINSIDE_CONNECTIONS", join(folder, "connections.json"));
  for (const name of ["log", "error"] as const)
    vi.spyOn(console, name).mockImplementation((line: unknown) => void out.push(String(line)));
  writeProgram(join(host(), "fisco-bcos"), "3.16.4");
  await run("upgrade", "check", "3.17.1", "--json");
  const ids = (
    JSON.parse(out.join("")) as {
      result: { nodeIds: Record<string, string>; nodes: { name: string; versionFrom: string | null }[] };
    }
  ).result;
  const others = ids.nodes
    .filter(({ versionFrom }) => versionFrom !== "node")
    .map(({ name }) => ids.nodeIds[name] ?? "");
  const first = await freePorts(3);
  for (const [index, id] of others.entries()) {
    writeSwappableNode(node(index), id, first + index);
    execFileSync("bash", [join(node(index), "start.sh")]);
  }
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  endFakeNodes(folder);
  rmSync(folder, { recursive: true });
});

async function run(...args: string[]) {
  out.length = 0;
  // chain and command share a thread, which other tests may keep busy
  const code = await runCommand([...args, "--url", chain.url, "--timeout", "120000"], useSources);
  return { code, out: out.join("\n") };
}

const folders = (): string[] => [0, 1, 2].flatMap((index) => ["--folder", node(index)]);
const swap = (program: string, ...more: string[]) =>
  run("upgrade", "swap", "3.17.1", "--program", program, ...folders(), "--wait", "5", ...more);
const printed = (index: number): string | undefined =>
  readFileSync(join(node(index), "nohup.out"), "utf8")
    .trim()
    .split("\n")
    .at(-1);
const pids = (): string[] => [0, 1, 2].map((index) => readFileSync(join(node(index), "node.pid"), "utf8"));
const inPlace = (): string => readFileSync(join(host(), "fisco-bcos"), "utf8");

describe("chainside upgrade swap", () => {
  it("shows the hash and the order, stops nothing without consent, then swaps all of them", async () => {
    const program = join(folder, "new");
    writeProgram(program, "3.17.1");
    const before = pids();
    const unasked = await swap(program);
    expect([unasked.code, unasked.out]).toEqual([2, expect.stringContaining("--yes")]);
    const tried = await swap(program, "--dry-run");
    expect(tried).toMatchObject({ code: 0, out: expect.stringContaining(await sha256Of(program)) });
    expect(tried.out).toMatch(/at once, swap, start: no block is made meanwhile, a block needs 3 of 4/);
    expect(pids()).toEqual(before);

    const done = await swap(program, "--yes");
    expect(done.out).toContain("Swapped: ");
    expect(done.code).toBe(0);
    expect([0, 1, 2].map(printed)).toEqual(Array(3).fill("FISCO BCOS Version : 3.17.1"));
    expect(inPlace()).toBe(readFileSync(program, "utf8"));
    expect(readFileSync(join(host(), "fisco-bcos-3.16.4"), "utf8")).toContain("3.16.4");
    expect((await run("upgrade", "plan", "3.17.1", ...folders())).out).not.toContain("Install the program");
  });

  it.each([
    ["dies", /doesn't start with the new program/],
    ["ignores SIGTERM", /runs 3\.17\.0, not 3\.17\.1|doesn't/],
  ] as const)("takes the old program back from one that %s", async (behavior, why) => {
    const program = join(folder, "new");
    // it says the right release when it is asked, and another one when it runs
    writeProgram(program, "3.17.1", behavior, "3.17.0");
    const end = await swap(program, "--yes", "--json");
    const { result } = JSON.parse(out.at(-1) ?? "") as { result: { end: string; why: string; down: string[] } };
    expect(end.code).toBe(1);
    expect(result).toMatchObject({ end: "takenBack", down: [], why: expect.stringMatching(why) });
    expect(inPlace()).toContain("3.16.4");
    expect([0, 1, 2].map(printed)).toEqual(Array(3).fill("FISCO BCOS Version : 3.16.4"));
    expect(readdirSync(host()).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  it("runs no program that says another release, and none that isn't there", async () => {
    const program = join(folder, "new");
    writeProgram(program, "3.16.4");
    const before = pids();
    expect(await swap(program, "--yes")).toMatchObject({
      code: 1,
      out: expect.stringContaining("is 3.16.4, not 3.17.1"),
    });
    expect((await swap(join(folder, "nowhere"), "--yes")).code).not.toBe(0);
    expect(pids()).toEqual(before);
  });

  it("swaps nothing while something blocks", async () => {
    const program = join(folder, "new");
    writeProgram(program, "3.18.0");
    appendFileSync(join(node(0), "config.ini"), "[redis]\n    server_ip=10.0.0.1\n");
    const reported = await run("upgrade", "swap", "3.18.0", "--program", program, ...folders(), "--yes", "--json");
    expect(reported.code).toBe(2);
    expect(JSON.parse(out.at(-1) ?? "")).toMatchObject({ error: { code: "swapBlocked" } });
  });

  it("prints a runbook in both languages", async () => {
    const english = await run("upgrade", "runbook", "3.17.1", ...folders());
    expect(english).toMatchObject({ code: 0, out: expect.stringMatching(/^# Upgrade to 3\.17\.1\n/) });
    expect(english.out).toContain(`- [ ] \`bash ${node(0)}/stop.sh\``);
    expect(english.out).toMatch(/\| node0 \| sealer \| 1 \| 3\.16\.4, as its last start printed \| reachable \|/);
    const chinese = await run("upgrade", "runbook", "3.17.1", ...folders(), "--locale", "zh-cn");
    expect(chinese.out).toMatch(/^# 升级到 3\.17\.1\n/);
  });
});
