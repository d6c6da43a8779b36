import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { contractInterface } from "../../../src/chain/abi/contractInterface";
import { decodeRevert, revertText } from "../../../src/chain/abi/revert";
import { bytesToHexDigits, type Hex } from "../../../src/crypto/bytes/hex";
import { standardSuite } from "../../../src/crypto/suites";
import { readCall } from "../../../src/history/indexing/decodedRows";
import { KnownInterface } from "../../../src/history/indexing/knownInterface";
import { RowSet } from "../../../src/history/indexing/rowSet";
import { questionNamed } from "../../../src/history/query/questions";
import { SqliteQueries } from "../../../src/history/query/sqliteQuery";
import { baseTables, baseViews } from "../../../src/history/schema/baseTables";
import { SqliteStore } from "../../../src/history/sqlite/sqliteStore";

const inputs = [
  { name: "available", type: "uint256" },
  { name: "note", type: "string" },
];
const abi = [{ type: "error", name: "Short", inputs }];
const known = new KnownInterface("Coin", "given", abi, standardSuite);
const word = (value: number | string): string => BigInt(value).toString(16).padStart(64, "0");
const selector = (text: string): string =>
  bytesToHexDigits(standardSuite.hash(new TextEncoder().encode(text)).slice(0, 4));

const errorOf = (status: number, output: Hex, message = ""): string | null => {
  const place = { tx: 0, block: 1, time: 0, contract: "0x01", sender: null };
  return readCall({ ...place, status, input: "0x", output, message }, known, new RowSet()).error;
};

it("says why a transaction failed as all other fronts say it", () => {
  const panic: Hex = `0x${selector("Panic(uint256)")}${word(0x11)}`;
  expect(errorOf(16, panic)).toBe(revertText(decodeRevert(panic)));
  const short: Hex = `0x${selector("Short(uint256,string)")}${word(5)}${word(64)}${word(3)}${"746561".padEnd(64, "0")}`;
  expect(errorOf(16, short)).toBe("Short(available: 5, note: tea)");
  expect(errorOf(16, short)).toBe(revertText(contractInterface(abi, standardSuite).decodeRevert(short)));
  const unnamed: Hex = `0x${selector("Other()")}`;
  expect(errorOf(16, unnamed)).toBe(revertText(decodeRevert(unnamed)));
});

it("takes the call that a node gives back for a frozen contract for no reason", () => {
  expect(errorOf(21, `0x${selector("pay(uint256)")}${word(1)}`, "frozen")).toBe("frozen");
});

it("keeps what a node says within bounds, and no half of a character", () => {
  expect(errorOf(16, "0x", `${"x".repeat(999)}\u{1f600}`)).toBe(`${"x".repeat(999)}…`);
  expect(errorOf(16, "0x")).toBeNull();
  expect(errorOf(0, "0x", "fine")).toBeNull();
});

it("groups failures by reason, whatever numbers their words have", async () => {
  const folder = mkdtempSync(join(tmpdir(), "chainside-reasons-"));
  const file = join(folder, "a.db");
  const store = await SqliteStore.open(file);
  await store.makeSchema(baseTables, baseViews);
  const texts = [
    ...Array.from({ length: 30 }, (_, at) => `Short(available: ${at * 977}, note: tea)`),
    ...Array.from({ length: 20 }, (_, at) => `balance ${10 ** (at % 9)} is too low (needs ${at})`),
    "paused",
  ];
  await store.write(async ({ execute }) => {
    for (const [at, error] of texts.entries())
      await execute(
        `INSERT INTO transactions (tx, block, place, hash, time, to_address, status, error, verified, receipt_verified)
          VALUES (?, 1, ?, ?, 1, '0x01', 16, ?, 0, 0)`,
        [at, at, `0x${at}`, error],
      );
  });
  await store.close();
  const queries = await SqliteQueries.open(file);
  const { columns, rows } = queries.ask(questionNamed("failure-reasons", "sqlite", { zone: "UTC" }).sql, 100);
  const [reason, failures] = ["reason", "failures"].map((name) => columns.findIndex((column) => column.name === name));
  expect(rows.map((row) => [row[reason ?? 0], row[failures ?? 0]])).toEqual([
    ["Short", 30],
    ["balance # is too low (needs #)", 20],
    ["paused", 1],
  ]);
  queries.close();
  rmSync(folder, { recursive: true });
});
