import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { deleteArchivedData } from "../../../src/chain/archive/deleteService";
import { runArchive } from "../../../src/cli/commands/archive";
import { answerWith, type FakeNode, startFakeNode } from "../../support/fakeNode";

const hash = `0x${"ab".repeat(32)}`;

describe("chainside archive", () => {
  let folder: string;
  let output: string[];
  let server: FakeNode | undefined;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "chainside-archive-"));
    output = [];
    vi.stubEnv("LC_ALL", "en");
    for (const stream of ["log", "error"] as const) {
      vi.spyOn(console, stream).mockImplementation((line: unknown) => void output.push(String(line)));
    }
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
    await server?.close();
    server = undefined;
  });

  const run = async (...args: string[]): Promise<{ code: number; text: string }> => {
    output.length = 0;
    const code = await runArchive(args);
    return { code, text: output.join("\n") };
  };
  /** A program that says what the archive tool says. */
  const tool = (...lines: string[]): string => {
    const path = join(folder, "tool.sh");
    writeFileSync(path, `#!/bin/sh\ncat <<'END'\n${lines.join("\n")}\nEND\n`, { mode: 0o755 });
    return path;
  };
  const archive = ["run", "archive", "1", "5", "--path", "/a", "--endpoint", "127.0.0.1:8181"];

  test("says what to do where no archive service answers, and does not advise the node's RPC port", async () => {
    const nobody = "http://127.0.0.1:9";
    const { code, text } = await run("get", hash, "--service", nobody);
    expect(code).toBe(1);
    expect(text).toContain(nobody);
    expect(text).toMatch(/archive query service/);
    expect(text).toMatch(/8080/);
    expect(text).not.toMatch(/\[rpc\]|listen_port/);
    await expect(deleteArchivedData(nobody, { start: 1, end: 2 })).rejects.toMatchObject({
      code: "archiveDeleteDown",
      advice: expect.stringContaining("archive_port") as string,
    });
  });

  test("asks for the archive service's address before anything else", async () => {
    for (const endpoint of [[], ["--endpoint", ""]]) {
      const { code, text } = await run("run", "archive", "1", "5", "--path", "/a", ...endpoint, "--dry-run");
      expect([code, text]).toEqual([2, expect.stringContaining("specify --endpoint")]);
      expect(text).not.toContain('""');
    }
    expect((await run("run", "reimport", "1", "5", "--path", "/a", "--dry-run")).code).toBe(0);
  });

  test("a tool that is not there is named, without the system's own words", async () => {
    for (const missing of [join(folder, "none"), "no-such-archive-tool"]) {
      const { code, text } = await run(...archive, "--tool", missing, "--folder", folder);
      expect([code, text]).toEqual([2, expect.stringContaining(missing)]);
      expect(text).not.toMatch(/spawn|ENOENT/);
    }
  });

  test("runs the tool and tells result", async () => {
    const done = tool(
      "write block 2 size: 1",
      "write to archive database, block range [1,5)",
      '{"result":{"status" : "success"}}',
    );
    expect(await run(...archive, "--tool", done, "--folder", folder)).toEqual({
      code: 0,
      text: "Block 2, 100%\nThe blocks are archived.",
    });
    const refused = tool(
      "write to archive database, block range [1,5)",
      '{"result":{"status" : "error, invalid block range"}}',
    );
    const { code, text } = await run(...archive, "--tool", refused, "--folder", folder, "--json");
    const result = { kind: "notDeleted", problem: "error, invalid block range" };
    expect([code, JSON.parse(text)]).toEqual([1, { ok: true, operation: "archive run", result }]);
    expect(JSON.parse((await run(...archive, "--dry-run", "--json")).text)).toMatchObject({
      operation: "archive plan",
      result: { arguments: ["-a", "1", "5", "-p", "/a", "-e", "127.0.0.1:8181"], nodeMustBeStopped: false },
    });
    expect((await run(...archive, "--tool", join(folder, "none"))).code).toBe(2);
    expect(await run(...archive, "--dry-run")).toEqual({ code: 0, text: "archiveTool -a 1 5 -p /a -e 127.0.0.1:8181" });
  });

  test("a re-import that failed is told as one", async () => {
    const broken = tool("exit 1");
    const reimport = ["run", "reimport", "1", "5", "--path", "/a", "--tool", broken, "--folder", folder];
    const { code, text } = await run(...reimport);
    expect([code, text]).toEqual([1, expect.stringContaining("not all blocks are back in the node")]);
    expect(text).not.toContain("nothing changed");
  });

  test("wrong command lines", async () => {
    const codes = await Promise.all(
      [
        [],
        ["status"],
        ["run", "archive", "1"],
        ["run", "archive", "1", "5"],
        ["get"],
        ["get", hash, "--nope"],
        [...archive, "--pd", "x"],
      ].map(async (args) => (await run(...args)).code),
    );
    expect(codes).toEqual([2, 2, 2, 2, 2, 2, 2]);
  });

  test("looks archived items up", async () => {
    const receipt = {
      version: 0,
      contractAddress: "",
      gasUsed: "1",
      status: 0,
      blockNumber: 1,
      output: "0x",
      hash,
      logEntries: [],
    };
    server = await startFakeNode(
      answerWith({ getTransactionReceipts: { [hash]: JSON.stringify(receipt) }, getTransactions: { [hash]: "" } }),
    );
    const found = await run("get", hash, "--receipts", "--service", server.url, "--json");
    expect(found.code).toBe(0);
    expect(JSON.parse(found.text)).toMatchObject({
      operation: "archive receipts",
      result: { found: { [hash]: { transactionHash: hash } }, missing: [] },
    });
    expect(await run("get", hash, "--service", server.url, "--json")).toEqual({
      code: 1,
      text: `{"ok":true,"operation":"archive transactions","result":{"found":{},"missing":["${hash}"]}}`,
    });
    const connections = join(folder, "connections.json");
    const own = { name: "own", endpoints: ["http://127.0.0.1:9"], archive: server.url };
    writeFileSync(connections, JSON.stringify([own]));
    vi.stubEnv("CHAINSIDE_CONNECTIONS", connections);
    expect((await run("get", hash, "--receipts", "--connection", "own")).code).toBe(0);
    vi.stubEnv("CHAINSIDE_CONNECTION", "own");
    expect((await run("get", hash, "--receipts")).code).toBe(0);
  });
});
