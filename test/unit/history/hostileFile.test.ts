// Hostile databases, and what lies beside them.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SqliteQueries } from "../../../src/history/query/sqliteQuery";
import { writeResult } from "../../../src/history/service/writeResult";
import { SqliteStore } from "../../../src/history/sqlite/sqliteStore";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "chainside-hostile-index-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function database(name: string): Promise<string> {
  const path = join(folder, `${name}.history.db`);
  const store = await SqliteStore.open(path);
  await store.write(({ execute }) => execute("CREATE TABLE words (word TEXT)"));
  await store.close();
  return path;
}

const magic = Buffer.from("d9d505f920a163d7", "hex");
const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** A journal that has nothing to undo, and names a file as that of several databases (`pager.c`, "writeSuperJournal"). */
function journalNaming(superJournal: string): Buffer {
  const name = Buffer.from(superJournal);
  const sum = name.reduce((all, byte) => (all + byte) >>> 0, 0);
  return Buffer.concat([magic, Buffer.alloc(504), word(1), name, word(name.length), word(sum), magic]);
}

describe("a journal that someone put beside an index", () => {
  it.each(["asked", "written"] as const)("has no other file deleted when that is %s", async (how) => {
    const path = await database(how);
    const precious = join(folder, `${how}.precious`);
    writeFileSync(precious, "precious");
    writeFileSync(`${path}-journal`, journalNaming(precious));
    if (how === "asked") {
      const queries = await SqliteQueries.open(path);
      expect(queries.ask("SELECT count(*) FROM words", 1).rows).toEqual([[0]]);
      queries.close();
    } else {
      const store = await SqliteStore.open(path);
      await store.write(({ execute }) => execute("INSERT INTO words VALUES ('a')"));
      await store.close();
    }
    expect(readFileSync(precious, "utf8")).toBe("precious");
  });

  it.skipIf(process.platform === "win32")("isn't followed where it is a link", async () => {
    const path = await database("linked");
    const precious = join(folder, "linked.precious");
    writeFileSync(precious, Buffer.concat([magic, Buffer.alloc(504), Buffer.from("precious")]));
    const before = readFileSync(precious);
    rmSync(`${path}-journal`, { force: true });
    symlinkSync(precious, `${path}-journal`);
    const queries = await SqliteQueries.open(path);
    expect(queries.ask("SELECT count(*) FROM words", 1).rows).toEqual([[0]]);
    queries.close();
    const store = await SqliteStore.open(path).catch(() => undefined);
    await store?.write(({ execute }) => execute("INSERT INTO words VALUES ('a')")).catch(() => undefined);
    await store?.close();
    expect(readFileSync(precious).equals(before)).toBe(true);
  });
});

describe.skipIf(process.platform === "win32")("what is no file", () => {
  it("is no index, and nothing waits for a writer", async () => {
    const pipe = join(folder, "pipe.history.db");
    expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
    symlinkSync("/dev/zero", join(folder, "zero.history.db"));
    for (const path of [pipe, join(folder, "zero.history.db")])
      await expect(SqliteQueries.open(path)).rejects.toMatchObject({ code: "historyNotIndex" });
    expect(existsSync(`${pipe}-wanted`)).toBe(false);
  });
});

describe.skipIf(process.platform === "win32")("a result that is written into a project", () => {
  it("goes through no link, at its place or beside it", async () => {
    const queries = await SqliteQueries.open(await database("result"));
    const precious = join(folder, "result.precious");
    writeFileSync(precious, "precious");
    const to = join(folder, "result.csv");
    symlinkSync(precious, to);
    symlinkSync(precious, `${to}.part`);
    await writeResult(queries, { sql: "SELECT 'sh' AS evil", parameters: {}, to, format: "csv" });
    queries.close();
    expect(readFileSync(precious, "utf8")).toBe("precious");
    expect(readFileSync(to, "utf8")).toBe("evil\nsh\n");
  });
});
