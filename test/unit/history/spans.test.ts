// Saved questions of a part of time, in the person's zone.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { runCommand } from "../../../src/cli/commands";
import { questionsFor } from "../../../src/history/query/questions";
import { SqliteQueries } from "../../../src/history/query/sqliteQuery";
import { useCatalogue } from "../../../src/text/catalogue";
import { useTimeZone } from "../../../src/text/formats";
import { englishAfterEach } from "../../support/chinese";
import type { ForkChain } from "../../support/forkChain";
import { chainWithTraffic } from "../../support/historyTrial";

englishAfterEach();

type Row = Readonly<Record<string, unknown>>;

describe("saved questions", () => {
  let folder: string;
  let chain: ForkChain;
  let file: string;
  let queries: SqliteQueries;
  let blocks: { readonly number: number; readonly time: number; readonly transactions: number }[];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "chainside-spans-"));
    file = join(folder, "own.db");
    chain = await chainWithTraffic(12, 21);
    await messageOf("index", "--url", chain.chain.url, "--to", file, "--json");
    queries = await SqliteQueries.open(file);
    const { rows } = queries.ask("SELECT number, time, transactions FROM blocks WHERE number > 0 ORDER BY 1", 10_000);
    blocks = rows.map(([number, time, transactions]) => ({
      number: Number(number),
      time: Number(time),
      transactions: Number(transactions),
    }));
  });
  afterEach(() => useTimeZone(undefined));
  afterAll(async () => {
    queries.close();
    await chain.close();
    rmSync(folder, { recursive: true });
  });

  async function messageOf(...args: string[]): Promise<string> {
    const lines: string[] = [];
    for (const name of ["log", "error"] as const)
      vi.spyOn(console, name).mockImplementation((text: unknown) => void lines.push(String(text)));
    await runCommand(args, () => undefined);
    vi.restoreAllMocks();
    return lines.join("\n");
  }

  function asked(name: string, asking: Parameters<typeof questionsFor>[1], values: Record<string, string> = {}): Row[] {
    const sql = questionsFor("sqlite", asking).find((each) => each.name === name)?.sql ?? "";
    const { columns, rows } = queries.ask(sql, 10_000, { parameters: values });
    return rows.map((row) => Object.fromEntries(columns.map((column, place) => [column.name, row[place]])));
  }

  const values = { account: `0x${"1a".repeat(20)}`, contract: "", function: "move", object: "/apps", name: "Moved" };
  const some = (name: string): Record<string, string> =>
    Object.fromEntries(
      (questionsFor("sqlite", { since: 0 }).find((each) => each.name === name)?.parameters ?? []).map((each) => [
        each,
        values[each as keyof typeof values],
      ]),
    );

  it("tell of a part of time what its blocks hold, and of all time what they tell without", () => {
    const [from, to] = [blocks[3]?.time ?? 0, blocks.at(-3)?.time ?? 0];
    const inside = blocks.filter(({ time }) => time >= from && time < to);
    expect(inside.length).toBeLessThan(blocks.length);
    const days = asked("per-day", { since: from, until: to, zone: "UTC" });
    const sum = (rows: Row[], name: string): number => rows.reduce((all, row) => all + Number(row[name]), 0);
    expect(sum(days, "blocks")).toBe(inside.length);
    expect(sum(days, "transactions")).toBe(inside.reduce((all, { transactions }) => all + transactions, 0));
    expect(sum(asked("sealers", { since: from, until: to }), "blocks")).toBe(inside.length);
    for (const { name } of questionsFor("sqlite")) {
      const all = asked(name, { since: 0, until: 4e12, zone: "UTC" }, some(name));
      const none = asked(name, { since: 4e12, zone: "UTC" }, some(name));
      expect([name, none]).toEqual([name, []]);
      if (name === "count" || name === "accounts" || name === "contracts") continue;
      expect([name, all]).toEqual([name, asked(name, { zone: "UTC" }, some(name))]);
    }
  });

  it("count what came between two moments, whole ten minutes and the rest at both ends", () => {
    const contract = String(queries.ask("SELECT address FROM logs LIMIT 1", 1).rows[0]?.[0]);
    const topic = String(
      queries.ask("SELECT coalesce(event, topic0) FROM logs WHERE address = :contract LIMIT 1", 1, {
        parameters: { contract },
      }).rows[0]?.[0],
    );
    for (const [first, last] of [
      [2, 9],
      [5, 5],
      [0, blocks.length - 1],
      [3, 4],
    ] as const) {
      const [since, until] = [blocks[first]?.time ?? 0, (blocks[last]?.time ?? 0) + 1];
      const [[expected] = []] = queries.ask(
        `SELECT count(*) FROM logs l JOIN blocks b ON b.number = l.block
         WHERE l.address = :contract AND coalesce(l.event, l.topic0) = :topic AND b.time >= :since AND b.time < :until`,
        1,
        { parameters: { contract, topic, since, until } },
      ).rows;
      const found = asked("count", { since, until }, { name: topic }).find((row) => row["contract"] === contract);
      expect([first, last, Number(found?.["total"] ?? 0)]).toEqual([first, last, Number(expected)]);
    }
  });

  it("have the days of the person, and say the offset", async () => {
    const shifted = (time: number): string => new Date(time + 8 * 3_600_000).toISOString().slice(0, 10);
    const days = asked("per-day", { zone: "Asia/Shanghai" }).map((row) => row["day_utc+8"]);
    expect(days).toEqual([...new Set(blocks.map(({ time }) => shifted(time)))].sort().reverse());
    const slow = asked("slow-blocks", { zone: "Europe/Berlin" });
    const waited = slow.map((row) => Number(row["wait_ms"]));
    expect(waited).toEqual([...waited].sort((one, other) => other - one));
    const berlin = slow[0];
    const at = blocks.find(({ number }) => number === berlin?.["number"])?.time ?? 0;
    const [date, clock] = new Intl.DateTimeFormat("sv-SE", {
      ...{ year: "numeric", month: "2-digit", day: "2-digit" },
      ...{ hour: "2-digit", minute: "2-digit", second: "2-digit", timeZone: "Europe/Berlin" },
    } as const)
      .format(at)
      .split(" ");
    expect(berlin?.["Europe/Berlin"]).toBe(`${date} ${clock}`);
    const ask = ["query", "--db", file, "--ask", "per-day"];
    expect(await messageOf(...ask, "--time-zone", "+08:00")).toContain("day_utc+8");
    expect(await messageOf(...ask, "--time-zone", "Mars/Olympus")).toContain("--time-zone must be a zone such as");
  });

  it("take times as people write them", async () => {
    const ask = ["query", "--db", file, "--ask", "per-day", "--json"];
    const far = JSON.parse(await messageOf(...ask, "since=last 100000 days")) as Row[];
    expect(far.reduce((all, row) => all + Number(row["blocks"]), 0)).toBe(blocks.length);
    expect(JSON.parse(await messageOf(...ask, "until=2001-01-01 00:00+08:00"))).toEqual([]);
    expect(await messageOf(...ask, "since=whenever")).toMatch(/since must be a time such as .*yesterday/);
    const offset = await messageOf("query", "--db", file, "SELECT moment('2026-11-19 13:00+08:00') AS at", "--json");
    expect(JSON.parse(offset)).toEqual([{ at: Date.UTC(2026, 10, 19, 5) }]);
  });

  it("write CSV with a byte order mark on request, and in Chinese", async () => {
    const [csv, chinese, without] = ["a.csv", "b.csv", "c.csv"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    const ask = ["query", "--db", file, "--ask", "sealers"];
    await messageOf(...ask, "--to", csv, "--bom", "yes");
    useCatalogue("zh");
    await messageOf(...ask, "--to", chinese);
    await messageOf(...ask, "--to", without, "--bom", "no");
    const begins = (path: string): boolean => readFileSync(path, "utf8").startsWith("\ufeff");
    expect([csv, chinese, without].map(begins)).toEqual([true, true, false]);
    useCatalogue("en");
    await messageOf(...ask, "--to", csv);
    expect(begins(csv)).toBe(false);
  });
});
