import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { addressHistory } from "../../../src/history/query/addressHistory";
import { chainCharts, stepOf } from "../../../src/history/query/chainCharts";
import { findInHistory } from "../../../src/history/query/findInHistory";
import { queryTables } from "../../../src/history/query/queryTables";
import { SqliteQueries } from "../../../src/history/query/sqliteQuery";
import { shownResult, writeResult } from "../../../src/history/service/writeResult";
import { type FoundKiosk, foundKiosk } from "../../support/foundKiosk";
import { indexInto, sessionOf } from "../../support/historyIndexing";

describe("what the editor asks of an index", () => {
  let folder: string;
  let chain: DevChain;
  let kiosk: FoundKiosk;
  let queries: SqliteQueries;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "chainside-service-"));
    chain = await startDevChain({ port: 0, blockIntervalMs: 0 });
    kiosk = await foundKiosk(chain);
    const file = join(folder, "index.db");
    await indexInto(file, await sessionOf(chain.url), {});
    queries = await SqliteQueries.open(file);
  });
  afterAll(async () => {
    queries?.close();
    await chain?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("an address: what it sent, made and received, and why it failed", () => {
    const sender = chain.accounts[0]?.address ?? "";
    const own = addressHistory(queries, sender.toUpperCase().replace("0X", "0x"));
    expect(own).toMatchObject({ low: 0, high: 2, counts: { sent: 2, received: 0 }, functions: [], failures: [] });
    expect(own.sent?.lines.map(({ block }) => block)).toEqual([2, 1]);
    expect(own.created?.lines.map(({ created }) => created)).toEqual([kiosk.address.toLowerCase()]);
    const contract = addressHistory(queries, kiosk.address);
    expect(contract.maker).toMatchObject({ from: sender.toLowerCase(), block: 1 });
    expect(contract.received?.lines).toMatchObject([{ hash: kiosk.failed.toLowerCase(), block: 2 }]);
    expect(contract.functions).toMatchObject([{ calls: 1, callers: 1, failed: 1 }]);
    expect(contract.failures).toMatchObject([{ failures: 1 }]);
    expect(addressHistory(queries, sender, "sent", {}, { tx: own.sent?.lines[0]?.tx ?? 0 }).sent?.lines).toHaveLength(
      1,
    );
  });

  it("a search: beginnings of hashes and addresses, times", () => {
    expect(findInHistory(queries, kiosk.failed.slice(0, 12))).toMatchObject([
      { kind: "transaction", key: kiosk.failed.toLowerCase() },
    ]);
    expect(findInHistory(queries, kiosk.address.slice(0, 12))).toMatchObject([
      { kind: "address", key: kiosk.address.toLowerCase() },
    ]);
    expect(findInHistory(queries, "2001-01-01 10:00")).toMatchObject([{ kind: "block", key: "1" }]);
    expect(findInHistory(queries, "no such thing")).toEqual([]);
  });

  it("charts over all blocks and over a range", () => {
    const { all, points, step } = chainCharts(queries);
    expect(step).toBe(1000);
    expect(points.reduce((sum, { transactions }) => sum + transactions, 0)).toBe(2);
    expect(points.reduce((sum, { failed }) => sum + failed, 0)).toBe(1);
    const end = all?.to ?? 0;
    expect(chainCharts(queries, { range: { from: end + 1, to: end + 2 } }).points).toEqual([]);
    const [{ node } = { node: "" }] = chainCharts(queries).sealers ?? [];
    expect(chainCharts(queries, { sealer: node }).points).not.toEqual([]);
    expect(chainCharts(queries, { sealer: "ab".repeat(64) })).toMatchObject({
      points: [],
      waits: [],
      sealers: [{ node }, {}],
    });
    expect(stepOf({ from: 0, to: 3_600_000 })).toBe(30_000);
  });

  it("tables with what they stand for, and a query before it runs", () => {
    const blocks = queryTables(queries).find(({ name }) => name === "blocks");
    expect(blocks?.columns[0]).toEqual({ name: "number", type: "int" });
    expect(queries.check("SELECT :a, :b, :a")).toEqual({ parameters: ["a", "b"] });
    expect(queries.check("SELECT é FROM blocks")).toMatchObject({ problem: { code: "historyQueryWrong" }, at: 7 });
    expect(queries.check("DELETE FROM blocks").problem?.code).toBe("historyQueryWrites");
  });

  it("results for a page, with long values cut, and whole ones for a file", async () => {
    const sql =
      "SELECT hash, substr(hex(zeroblob(5000)), 1, 9000) AS zeros FROM blocks WHERE number > 0 ORDER BY number";
    const { rows, more } = shownResult(queries, sql, 1, {});
    expect(more).toBe(true);
    expect(String(rows[0]?.[1])).toMatch(/^0{4000}…$/);
    const to = join(folder, "result.csv");
    expect(await writeResult(queries, { sql, parameters: {}, to, format: "csv" })).toBe(2);
    expect(readFileSync(to, "utf8").split("\n")[1]).toMatch(/^0x[0-9a-f]{64},0{9000}$/);
    await expect(
      writeResult(queries, { sql: "SELECT nothing", parameters: {}, to: join(folder, "no.csv"), format: "csv" }),
    ).rejects.toThrow();
  });
});
