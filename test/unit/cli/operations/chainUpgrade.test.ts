import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { runCommand } from "../../../../src/cli/commands";
import { type DevChain, startDevChain } from "../../../../src/devchain/startDevChain";
import { useCatalogue } from "../../../../src/text/catalogue";
import { englishAfterEach } from "../../../support/chinese";

englishAfterEach();

let older: DevChain;
let ready: DevChain;
let governed: DevChain;
let folder: string;
let out: string[];

beforeAll(async () => {
  const options = { port: 0, sealers: 4, observers: 0, blockIntervalMs: 0 } as const;
  older = await startDevChain({ ...options, nodeVersion: "3.16.4", compatibilityVersion: "3.16.0" });
  const current = { ...options, sealers: 1, nodeVersion: "3.17.1", compatibilityVersion: "3.16.0" } as const;
  ready = await startDevChain(current);
  governed = await startDevChain({ ...current, auth: true });
  folder = mkdtempSync(join(tmpdir(), "chainside-upgrade-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await Promise.all([older.close(), ready.close(), governed.close()]);
});
beforeEach(() => {
  out = [];
  vi.stubEnv("CHAINSIDE_CONNECTIONS", join(folder, "connections.json"));
  vi.spyOn(console, "log").mockImplementation((line: unknown) => void out.push(String(line)));
  vi.spyOn(console, "error").mockImplementation((line: unknown) => void out.push(String(line)));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

async function run(chain: DevChain, ...args: string[]) {
  out.length = 0;
  const code = await runCommand([...args, "--url", chain.url], () => useCatalogue("en"));
  return { code, out: out.join("\n") };
}

interface Result {
  readonly ready: boolean;
  readonly findings: readonly { readonly code: string; readonly severity: string; readonly nodes: readonly string[] }[];
  readonly nodes: readonly unknown[];
  readonly nodeIds: Readonly<Record<string, string>>;
  readonly steps: readonly unknown[];
  readonly flags: readonly unknown[];
}

/** The envelope with the exit code. */
async function json(chain: DevChain, ...args: string[]) {
  const reported = await run(chain, ...args, "--json");
  return { code: reported.code, ...(JSON.parse(reported.out) as { result: Result; error?: { code: string } }) };
}

const banner = (release: string): string => `FISCO BCOS Version : ${release}\nBuild Time : 20260101\n`;

/** A node folder whose node was started last with that release; more lines of config.ini. */
function writeNode(name: string, nodeId: string, release: string, lines = ""): string {
  const path = join(folder, name);
  mkdirSync(join(path, "conf"), { recursive: true });
  writeFileSync(join(path, "config.ini"), `[p2p]\n    listen_port=30300\n${lines}`);
  writeFileSync(join(path, "conf/node.nodeid"), `${nodeId}\n`);
  writeFileSync(join(path, "nohup.out"), banner(release));
  for (const script of ["start.sh", "stop.sh"]) writeFileSync(join(path, script), "exit 0\n");
  return path;
}

describe("chainside upgrade", () => {
  it("checks what can be known, and says what can't", async () => {
    const { code, result } = await json(older, "upgrade", "check", "3.17.1");
    expect(result).toMatchObject({ to: "3.17.1", known: true, dataVersion: "3.16.0", executor: 1, sealersToSpare: 1 });
    expect(result.nodes).toHaveLength(4);
    const codes = result.findings.map((each) => `${each.severity} ${each.code}`);
    expect(codes).toContain("unknown folderUnknown");
    expect([code, result.ready]).toEqual([0, true]);
    const text = await run(older, "upgrade", "check", "3.17.1");
    expect(text.out).toContain("sealersToSpare");
    expect((await json(older, "upgrade", "check", "3.15.0")).code).toBe(1);
    expect((await json(older, "upgrade", "check", "2.9")).error).toMatchObject({ code: "configNotVersion" });
  });

  it("reads node folders", async () => {
    const { nodeIds } = (await json(older, "upgrade", "check", "3.18.0")).result;
    const ids = Object.values(nodeIds);
    const folders = ids.map((id, index) =>
      writeNode(
        `node${index}`,
        id,
        index === 2 ? "3.17.0" : "3.16.4",
        index === 1 ? "[redis]\n    server_ip=10.0.0.1\n" : "",
      ),
    );
    const named = folders.flatMap((path) => ["--folder", path]);
    const { code, result } = await json(older, "upgrade", "check", "3.18.0", ...named);
    expect(code).toBe(1);
    expect(result.nodes).toContainEqual(expect.objectContaining({ name: "node1", program: "3.16.4" }));
    expect(result.findings).toContainEqual(
      expect.objectContaining({
        code: "goneKeys",
        nodes: ["node1"],
        message: expect.stringContaining("redis.server_ip"),
      }),
    );
    const plan = await run(older, "upgrade", "plan", "3.17.1", ...named);
    expect(plan.out).toContain(`bash ${folders[0]}/stop.sh`);
    expect(await json(older, "upgrade", "check", "3.17.1", "--folder", join(folder, "nowhere"))).toMatchObject({
      code: 2,
      error: { code: "noNodeFolder" },
    });
  });

  it("locks the data version until every node runs the program, and raises it then", async () => {
    const { result } = await json(older, "upgrade", "plan", "3.17.1");
    expect(result.steps).toContainEqual(expect.objectContaining({ kind: "dataVersion", locked: true }));
    expect(result.flags).toContainEqual(expect.objectContaining({ flag: "bugfix_auth_check" }));
    const refused = await json(older, "upgrade", "step", "3.17.1", "--key", "dev0", "--yes");
    expect([refused.code, refused.error?.code]).not.toEqual([0, undefined]);
    expect(refused.error).toMatchObject({ code: "upgradeBlocked" });
    const done = await json(ready, "upgrade", "step", "3.17.1", "--key", "dev0", "--confirm", "3.17.1");
    expect(done).toMatchObject({ code: 0 });
    expect((await json(ready, "config", "get", "compatibility_version")).result).toBe("3.17.1");
    expect((await json(ready, "upgrade", "plan", "3.17.1")).result.steps).toEqual([]);
  });

  it("makes a proposal where the committee decides", async () => {
    const { result } = await json(governed, "upgrade", "plan", "3.17.1");
    expect(result.steps).toContainEqual(expect.objectContaining({ kind: "proposal", locked: false }));
    const tried = await run(governed, "upgrade", "step", "3.17.1", "--key", "dev0", "--dry-run");
    expect(tried.out).toContain("proposal");
  });
});
