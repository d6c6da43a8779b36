import { X509Certificate } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { runCommand } from "../../../src/cli/commands";
import { tlsMaterial } from "../../../src/devchain/tls/tlsMaterial";
import { dayMs } from "../../../src/time/units";
import { englishAfterEach, useSources } from "../../support/chinese";

englishAfterEach();

let folder: string;
let out: string[];

/** A chain as the builder leaves it: `nodes/ca`, `nodes/127.0.0.1/node0` and `sdk` beside the nodes. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "chainside-renew-"));
  await tlsMaterial(join(folder, "made"));
  mkdirSync(join(folder, "nodes/127.0.0.1/node0"), { recursive: true });
  for (const [from, to] of [
    ["ca", "ca"],
    ["sdk", "127.0.0.1/sdk"],
    ["node0", "127.0.0.1/node0/conf"],
  ] as const)
    renameSync(join(folder, "made", from), join(folder, "nodes", to));
  const node = join(folder, "nodes/127.0.0.1/node0");
  writeFileSync(join(node, "config.ini"), "[p2p]\n    listen_port=30300\n[cert]\n    ca_path=./conf\n");
  out = [];
  for (const name of ["log", "error"] as const)
    vi.spyOn(console, name).mockImplementation((line: unknown) => void out.push(String(line)));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

async function run(...args: string[]) {
  out.length = 0;
  const code = await runCommand(["node", "renew-certificates", ...args], useSources);
  return { code, out: out.join("\n") };
}

const at = (...names: string[]): string => join(folder, "nodes/127.0.0.1", ...names);
const endOf = (file: string): number => Date.parse(new X509Certificate(readFileSync(file)).validTo);

it("says what it would do, does nothing without consent, and says what has to be restarted", async () => {
  const [node, sdk] = [at("node0"), at("sdk")];
  const before = endOf(at("node0/conf/ssl.crt"));
  const tried = await run(node, sdk, "--days", "30", "--dry-run");
  expect(tried).toMatchObject({ code: 0, out: expect.stringContaining(join(node, "conf/ssl.crt")) });
  const unasked = await run(node, sdk, "--days", "30");
  expect([unasked.code, unasked.out]).toEqual([2, expect.stringContaining("--yes")]);
  expect(endOf(at("node0/conf/ssl.crt"))).toBe(before);

  const done = await run(node, sdk, "--days", "30", "--yes");
  expect(done).toMatchObject({ code: 0, out: expect.stringMatching(/Restart one by one: .*node0\./) });
  for (const file of ["node0/conf/ssl.crt", "sdk/sdk.crt"])
    expect(Math.round((endOf(at(file)) - Date.now()) / dayMs)).toBe(30);
  expect(readdirSync(at("node0/conf")).some((name) => name.startsWith("ssl.crt.old-"))).toBe(true);
  const json = await run(sdk, "--days", "30", "--yes", "--json");
  expect(JSON.parse(json.out)).toMatchObject({ ok: true, result: { written: true, restart: [] } });
});

it("says where it looked for the CA's key, in Chinese, too", async () => {
  rmSync(join(folder, "nodes/ca/ca.key"));
  expect(await run(at("node0"), "--yes")).toMatchObject({ code: 2, out: expect.stringContaining("ca.key") });
  const chinese = await run(at("node0"), "--yes", "--locale", "zh-cn");
  expect(chinese.out).toContain("这里没有链 CA 的私钥");
  expect((await run("--locale", "zh-cn", "--help")).out).toMatch(/用法：chainside node renew-certificates/);
});

it("stands among what a node can do", async () => {
  expect(await runCommand(["node", "--help"], useSources)).toBe(0);
  expect(out.join("\n")).toContain("renew-certificates FOLDER…");
  expect(await runCommand(["complete", "--", "node", "ren"], useSources)).toBe(0);
  expect(out.at(-1)).toBe("renew-certificates");
});
