import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jsonLinesWriter, type RowWriter, type Sink } from "../../../src/history/export/jsonLines";
import { parquetRowWriter } from "../../../src/history/export/parquet";
import { csvWriter } from "../../../src/history/export/resultWriter";
import { questions } from "../../../src/history/query/questions";
import { SqliteQueries } from "../../../src/history/query/sqliteQuery";
import { baseTables, baseViews } from "../../../src/history/schema/baseTables";
import { interfaceName, memberTables, parameterColumns } from "../../../src/history/schema/names";
import { SqliteStore } from "../../../src/history/sqlite/sqliteStore";
import { fromBigText, toBigText } from "../../../src/history/store/bigText";

const hostile = 'a"; DROP TABLE blocks; --';
const big = 2n ** 256n - 1n;
let folder: string;
let path: string;
let queries: SqliteQueries;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "chainside-history-"));
  path = join(folder, "a.db");
  const store = await SqliteStore.open(path);
  await store.write(async (transaction) => {
    for (const table of baseTables) for (const sql of store.dialect.createTable(table)) await transaction.execute(sql);
    for (const [name, sql] of Object.entries(baseViews)) await transaction.execute(`CREATE VIEW "${name}" AS ${sql}`);
    const table = {
      name: hostile,
      columns: [
        { name: "tx", type: "int" },
        { name: "amount", type: "big", optional: true },
        { name: "on", type: "bool" },
        { name: "time", type: "time" },
        { name: "words", type: "text", optional: true },
        { name: "raw", type: "blob" },
      ],
      key: ["tx"],
    } as const;
    for (const sql of store.dialect.createTable(table)) await transaction.execute(sql);
    await transaction.insert(table, [
      [1, toBigText(big), 1, 1_700_000_000_000, 'a,"b"\n茶', new Uint8Array([1, 255])],
      [2, toBigText(5), 0, 1_700_000_000_001, "", new Uint8Array()],
      [3, null, 1, 1_700_000_000_002, null, new Uint8Array(3)],
      [2 ** 53, toBigText(-7), 1, 0, "x", new Uint8Array(1)],
    ]);
  });
  await store.close();
  queries = await SqliteQueries.open(path);
});
afterAll(() => {
  queries.close();
  rmSync(folder, { recursive: true });
});

const from = `FROM "${hostile.replaceAll('"', '""')}"`;

/** A step of SQLite's that takes hours: millions of letters are looked for at millions of places. */
const bomb =
  "SELECT instr(a, substr(a, 1, length(a) / 2) || 'b') FROM (SELECT replace(hex(zeroblob(15000000)), '0', 'a') AS a)";

describe("a query only reads", () => {
  it("ends amid a step that would take hours, and the next one has another SQLite and no lock to wait for", async () => {
    const own = await SqliteQueries.open(path);
    expect(() => own.ask(bomb, 1, { timeMs: 200 })).toThrow(expect.objectContaining({ code: "historyQueryTime" }));
    expect(() => own.ask("SELECT 1", 1)).toThrow(expect.objectContaining({ code: "historyBusy" }));
    expect(() => own.check("SELECT 1")).toThrow(expect.objectContaining({ code: "historyBusy" }));
    own.close();
    queries = await SqliteQueries.open(path);
    expect(queries.ask("SELECT count(*) FROM state", 1).rows).toEqual([[0]]);
    const store = await SqliteStore.open(path);
    await store.write(({ execute }) => execute("DELETE FROM state"));
    await store.close();
  });

  it.each([
    ["DELETE FROM blocks", "historyQueryWrites"],
    ["INSERT INTO state VALUES ('a', 'b')", "historyQueryWrites"],
    ["WITH a AS (SELECT 1) UPDATE state SET value = ''", "historyQueryWrites"],
    ["DROP TABLE blocks", "historyQueryWrites"],
    ["CREATE TEMP TABLE a (b)", "historyQueryWrites"],
    ["ATTACH 'other.db' AS other", "historyQueryWrites"],
    ["VACUUM INTO 'copy.db'", "historyQueryWrites"],
    ["PRAGMA writable_schema = on", "historyQueryWrites"],
    ["PRAGMA query_only = off", "historyQueryWrites"],
    ["BEGIN IMMEDIATE", "historyQueryWrites"],
    ["SELECT load_extension('x')", "historyQuery(?:Writes|Wrong)"],
    ["SELECT 1; DELETE FROM blocks", "historyQuery(?:Many|Writes)"],
    ["SELECT 1; SELECT 2", "historyQueryMany"],
    ["", "historyQueryWrong"],
    ["-- nothing", "historyQueryWrong"],
    ["SELECT nothing FROM nowhere", "historyQueryWrong"],
    ["SELECT :who", "historyQueryWrong"],
    ["SELECT zeroblob(2000000000)", "historyQueryMemory"],
  ])("%s", (sql, code) => {
    const before = readFileSync(path);
    expect(() => queries.ask(sql, 10)).toThrow(
      expect.objectContaining({ code: expect.stringMatching(new RegExp(`^${code}$`)) }),
    );
    expect(readFileSync(path).equals(before)).toBe(true);
    for (const name of ["other.db", "copy.db"]) expect(existsSync(name)).toBe(false);
    // and others can be asked after it
    expect(queries.ask("SELECT 1; -- one", 10).rows).toEqual([[1]]);
  });

  it("ends after its time, whatever it counts", () => {
    const endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
    expect(() => queries.ask(endless, 1, { timeMs: 50 })).toThrow(
      expect.objectContaining({ code: "historyQueryTime" }),
    );
  });

  it("gives as many rows as were asked for, and says that there are more", () => {
    expect(queries.ask(`SELECT tx ${from} ORDER BY tx`, 2)).toMatchObject({ rows: [[1], [2]], more: true });
    expect(queries.ask(`SELECT tx ${from}`, 4).more).toBe(false);
  });

  it("a file that is none is told", async () => {
    await expect(SqliteQueries.open(join(folder, "none.db"))).rejects.toMatchObject({ code: "historyNotIndex" });
  });
});

describe("wide integers", () => {
  const numbers = [0n, 1n, 9n, 10n, -1n, -9n, -10n, 2n ** 63n, -(2n ** 63n), big, 2n ** 255n, -(2n ** 255n)];

  it("sort as texts as they do as numbers, and come back", () => {
    const sorted = [...numbers].sort((one, other) => (one < other ? -1 : one > other ? 1 : 0));
    expect(numbers.map(toBigText).sort().map(fromBigText)).toEqual(sorted);
  });

  it("compare and add up in queries", () => {
    const one = (sql: string): unknown => queries.ask(sql, 1).rows[0]?.[0];
    expect(one(`SELECT count(*) ${from} WHERE amount > big(4)`)).toBe(2);
    expect(one(`SELECT count(*) ${from} WHERE amount < big(0)`)).toBe(1);
    expect(one(`SELECT dec(bigsum(amount)) ${from} WHERE amount <> big('${big}')`)).toBe("-2");
    expect(one(`SELECT num(amount) ${from} WHERE tx = 2`)).toBe(5);
    expect(one("SELECT big('no number')")).toBeNull();
  });
});

it("every saved question is a query", () => {
  for (const { name, sql, parameters } of questions) {
    const values = Object.fromEntries(parameters.map((each) => [each, each === "since" ? "2026-11-19" : "x"]));
    expect(() => queries.ask(sql, 10, { parameters: values }), name).not.toThrow();
  }
});

it("a moment is a day or time in UTC, and nothing else", () => {
  const moment = (value: string) => queries.ask("SELECT moment(:value)", 1, { parameters: { value } }).rows[0]?.[0];
  expect(moment("2026-11-19")).toBe(Date.UTC(2026, 10, 19));
  expect(moment("2026-11-19 13:05")).toBe(Date.UTC(2026, 10, 19, 13, 5));
  expect(moment("2026-11-19T13:05:09")).toBe(Date.UTC(2026, 10, 19, 13, 5, 9));
  for (const wrong of ["2026-11-31", "", "yesterday", "2026-11-32", "2026-11-19 25:00", "19.11.2026"])
    expect(() => moment(wrong)).toThrow(expect.objectContaining({ code: "historyQueryWrong" }));
});

describe("results are written", () => {
  const all = `SELECT *, amount AS again, 1.5 * tx AS half ${from} ORDER BY tx`;
  async function written(make: (sink: Sink) => RowWriter, sql = all): Promise<Buffer> {
    const pieces: Buffer[] = [];
    const writer = make((piece) => void pieces.push(Buffer.from(piece)));
    const { columns } = queries.each(sql, {}, (row, of) => {
      writer.row(row, of);
      return true;
    });
    await writer.end(columns);
    return Buffer.concat(pieces);
  }

  it("as CSV", async () => {
    const text = (await written(csvWriter)).toString();
    expect(text.split("\n")[0]).toBe("tx,amount,on,time,words,raw,again,half");
    expect(text).toContain(`1,${big},true,1700000000000,"a,""b""\n茶",0x01ff,${big},1.5\n`);
    expect(text).toContain('2,5,false,1700000000001,"",0x,5,3\n');
    expect(text).toContain("3,,true,1700000000002,,0x000000,,4.5\n");
    expect((await written(csvWriter, `SELECT tx ${from} WHERE tx < 0`)).toString()).toBe("tx\n");
    // a spreadsheet calculates none of it, and numbers stay what they are
    const texts = "SELECT '=1+1' AS a, '-1+1' AS b, '-5' AS c, -5 AS d, '@x' AS e, '＝1' AS f";
    expect((await written(csvWriter, texts)).toString()).toBe("a,b,c,d,e,f\n'=1+1,'-1+1,-5,-5,'@x,'＝1\n");
  });

  it("as lines of JSON", async () => {
    const lines = (await written(jsonLinesWriter))
      .toString()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    expect(lines[0]).toEqual({
      ...{ tx: 1, amount: String(big), on: true, time: 1_700_000_000_000 },
      ...{ words: 'a,"b"\n茶', raw: "0x01ff", again: String(big), half: 1.5 },
    });
    expect(lines[3]).toMatchObject({ tx: String(2 ** 53), amount: "-7" });
  });

  it("as Parquet, which another library reads", async () => {
    const file = await written(parquetRowWriter);
    const bytes = file.buffer.slice(file.byteOffset, file.byteOffset + file.length) as ArrayBuffer;
    const rows = await parquetReadObjects({ file: bytes, utf8: false });
    expect(rows[0]).toMatchObject({
      tx: 1n,
      amount: String(big),
      on: true,
      words: 'a,"b"\n茶',
      raw: new Uint8Array([1, 255]),
      half: 1.5,
    });
    expect(rows[0]?.["time"]).toEqual(new Date(1_700_000_000_000));
    expect(rows.map((row) => row["words"])).toEqual(
      ['a,"b"\n茶', "", null, "x"].map((each) => each ?? rows[2]?.["words"]),
    );
    expect(rows[2]?.["words"] ?? null).toBeNull();
    expect(rows[3]).toMatchObject({ tx: 2n ** 53n, amount: "-7" });
  });

  it("as Parquet also with a time that no clock knows", async () => {
    const pieces: Buffer[] = [];
    const writer = parquetRowWriter((piece) => void pieces.push(Buffer.from(piece)));
    const columns = [{ name: "time", type: "time" }] as const;
    for (const time of [1_700_000_000_000, 9e15, null]) writer.row([time], columns);
    await writer.end(columns);
    const file = Buffer.concat(pieces);
    const bytes = file.buffer.slice(file.byteOffset, file.byteOffset + file.length) as ArrayBuffer;
    const rows = await parquetReadObjects({ file: bytes });
    expect(rows.map(({ time }) => (time instanceof Date ? time.getTime() : time))).toEqual([
      1_700_000_000_000,
      Number.NaN,
      null,
    ]);
  });
});

describe("names of an ABI", () => {
  it("overloads, names that differ in capital letters, and long ones are told apart by their selectors", () => {
    const members = [
      { name: "set", id: "0x11111111" },
      { name: "Set", id: "0x22222222" },
      { name: "naïve", id: "0x33333333" },
      { name: "na_ve", id: "0x44444444" },
      { name: "x".repeat(40), id: "0x55555555" },
      { name: 'y"; DROP', id: "0x66666666" },
    ];
    expect(memberTables("call", "Token", members)).toEqual([
      "call_Token_set_11111111",
      "call_Token_Set_22222222",
      "call_Token_na_ve_33333333",
      "call_Token_na_ve_44444444",
      `call_Token_${"x".repeat(28)}_55555555`,
      "call_Token_y___DROP",
    ]);
    expect(interfaceName("My_Token $")).toBe("MyToken");
  });

  it("columns keep clear of ours and of each other", () => {
    const fixed = new Set(["tx", "block"]);
    expect(parameterColumns(["block", "", "a", "A", "a_2", "茶"], fixed, "arg")).toEqual([
      "block_0",
      "arg1",
      "a_2",
      "A_3",
      "a_2_4",
      "_",
    ]);
  });
});
