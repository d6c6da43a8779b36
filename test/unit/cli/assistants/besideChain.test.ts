// What an assistant reads beside the chain: an index and logs that the person named.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { besideChain } from "../../../../src/cli/assistants/besideChain";
import { runIndex } from "../../../../src/cli/commands/indexGroup";
import { type AssistantBench, assistantBench, assistantClient } from "../../../support/assistants";
import type { ForkChain } from "../../../support/forkChain";
import { chainWithTraffic } from "../../../support/historyTrial";

describe("what assistants read beside the chain", () => {
  let bench: AssistantBench;
  let chain: ForkChain;
  let folder: string;
  let file: string;
  const logs = "test/fixtures/nodeLogs/leaderStopped";
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "chainside-beside-"));
    file = join(folder, "own.db");
    [bench, chain] = await Promise.all([assistantBench(), chainWithTraffic(6, 21)]);
    vi.spyOn(console, "log").mockImplementation(() => undefined);
    expect(await runIndex(["--url", chain.chain.url, "--to", file, "--json"])).toBe(0);
    vi.restoreAllMocks();
  });
  afterAll(async () => {
    await Promise.all([bench.close(), chain.close()]);
    rmSync(folder, { recursive: true });
  });

  it("is offered where the person named it, and nowhere else", async () => {
    const named = async (beside: ReturnType<typeof besideChain>): Promise<string[]> => {
      const { client, close } = await assistantClient(bench, {}, { beside });
      const { tools } = await client.listTools();
      await close();
      expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThanOrEqual(40 * 1024);
      return tools.map(({ name }) => name).filter((name) => name === "history_query" || name === "logs_analyze");
    };
    expect(await named({})).toEqual([]);
    expect(await named(besideChain({ index: { file }, logs }))).toEqual(["history_query", "logs_analyze"]);
  });

  it("is an index: its questions and tables, a saved question, and SQL that only reads", async () => {
    const { call, close, log } = await assistantClient(bench, {}, { beside: besideChain({ index: { file } }) });
    const ask = async (given: object) => (await call("history_query", given)).structuredContent;
    const about = await ask({});
    expect(about).toMatchObject({
      status: "done",
      result: { questions: expect.any(Array), tables: expect.any(Array) },
    });
    const days = await ask({ question: "per-day" });
    expect(days).toMatchObject({ status: "done", result: { rows: [{ blocks: expect.any(Number) }], more: false } });
    const some = await ask({
      sql: "SELECT number FROM blocks WHERE number >= :low ORDER BY 1",
      values: { low: 1 },
      rows: 2,
    });
    expect(some).toMatchObject({ status: "done", result: { rows: [{ number: 1 }, { number: 2 }], more: true } });
    const before = await ask({ sql: "SELECT count(*) AS n FROM blocks" });
    for (const sql of ["DELETE FROM blocks", "ATTACH 'x.db' AS x", "PRAGMA user_version = 5", "SELECT 1; SELECT 2"])
      expect((await ask({ sql })).status, sql).toBe("failed");
    expect(await ask({ sql: "SELECT count(*) AS n FROM blocks" })).toEqual(before);
    expect((await ask({ question: "nothing" })).status).toBe("failed");
    expect(log.filter((line) => line.includes("history_query")).length).toBeGreaterThan(5);
    await close();
  });

  it("is what the logs of nodes tell", async () => {
    const { call, close } = await assistantClient(bench, {}, { beside: besideChain({ logs }) });
    const reported = (await call("logs_analyze", {})).structuredContent;
    expect(reported).toMatchObject({ status: "done", result: { headline: expect.stringMatching(/node\d/) } });
    expect((await call("logs_analyze", { from: "yesterday, or so" })).structuredContent.status).toBe("failed");
    await close();
  });
});
