import { describe, expect, it } from "vitest";
import {
  EventRows,
  matchesRow,
  rowsAsCsv,
  rowsAsJson,
  rowText,
  visibleRange,
} from "../../../../src/webview/events/eventRows";
import type { EventRow } from "../../../../src/webview/events/messages";

const row = (block: number, log = 0, more: Partial<EventRow> = {}): EventRow => ({
  block,
  transaction: `0x${block.toString(16).padStart(64, "0")}`,
  transactionIndex: 0,
  log,
  address: `0x${"ab".repeat(20)}`,
  contract: "Kiosk",
  event: "Stocked",
  signature: "Stocked(uint64,string,uint256[])",
  values: [
    { name: "id", type: "uint64", value: String(block), indexed: true, hashed: false },
    { name: "name", type: "string", value: '茶, "tea"', indexed: false, hashed: false },
    { name: "", type: "uint256[]", value: '["1","2"]', indexed: false, hashed: false },
  ],
  topics: [`0x${"11".repeat(32)}`],
  data: "0x",
  ...more,
});
const hashed = { name: "name", type: "string", value: `0x${"12".repeat(32)}`, indexed: true, hashed: true };
const places = (rows: readonly EventRow[]): string => rows.map(({ block, log }) => `${block}.${log}`).join(" ");

describe("the rows of the events page", () => {
  it("stand newest first, each once, wherever they come from", () => {
    const rows = new EventRows();
    const placesWith = (...more: EventRow[]): string => {
      rows.add(more);
      return places(rows.all);
    };
    placesWith(row(7, 0), row(7, 1));
    expect(placesWith(row(9))).toBe("9.0 7.1 7.0");
    expect(placesWith(row(2), row(3))).toBe("9.0 7.1 7.0 3.0 2.0");
    expect(placesWith(row(8), row(3), row(1))).toBe("9.0 8.0 7.1 7.0 3.0 2.0 1.0");
    expect(placesWith()).toBe("9.0 8.0 7.1 7.0 3.0 2.0 1.0");
    rows.keep(2);
    expect(placesWith(row(7, 1))).toBe("9.0 8.0 7.1");
  });

  it("say what happened in one line", () => {
    expect(rowText(row(5))).toBe('Stocked(id: 5, name: "茶, \\"tea\\"", ["1","2"])');
    expect(rowText(row(5, 0, { values: [hashed] }))).toBe("Stocked(name: #0x12121212…)");
    expect(rowText(row(5, 0, { event: "", values: [], data: "0x05" }))).toBe(`0x${"11".repeat(32)} 0x05`);
  });

  it("have names and ether behind values, which are exported without", () => {
    const value = `0x${"ab".repeat(20)}`;
    const who = { name: "who", type: "address", value, noted: `${value} (dev1)`, indexed: false, hashed: false };
    const noted = row(5, 0, { values: [who] });
    expect(rowText(noted)).toBe(`Stocked(who: ${value} (dev1))`);
    expect(matchesRow(noted, "dev1")).toBe(true);
    expect(rowsAsJson([noted]) + rowsAsCsv([noted])).not.toContain("dev1");
  });

  it("are found by words in any place", () => {
    expect(matchesRow(row(5), "  ")).toBe(true);
    expect(matchesRow(row(5), "TEA kiosk")).toBe(true);
    expect(matchesRow(row(5, 0, { values: [{ ...hashed, value: `0x${"34".repeat(32)}` }] }), "34".repeat(32))).toBe(
      true,
    );
    expect(matchesRow(row(5), "tea coffee")).toBe(false);
  });

  it("are drawn only where they are seen", () => {
    expect(visibleRange({ scrollTop: 0, height: 240 }, 24, 20_000)).toEqual({ first: 0, end: 18 });
    expect(visibleRange({ scrollTop: 24_000, height: 240 }, 24, 20_000)).toEqual({ first: 992, end: 1018 });
    expect(visibleRange({ scrollTop: 24_000, height: 240 }, 24, 5)).toEqual({ first: 5, end: 5 });
  });

  it("are merged in thousands without delay", () => {
    const rows = new EventRows();
    for (let block = 1; block <= 10; block++) rows.add(Array.from({ length: 1000 }, (_, log) => row(block, log)));
    expect(rows.all).toHaveLength(10_000);
    expect(places(rows.all.slice(0, 2))).toBe("10.999 10.998");
  });
});

describe("exported events", () => {
  it("are JSON, oldest first, with lists as lists", () => {
    const [first, second] = JSON.parse(rowsAsJson([row(6), row(5)])) as Record<string, unknown>[];
    expect(second).toMatchObject({ block: 6 });
    expect(first).toMatchObject({
      block: 5,
      logIndex: 0,
      event: "Stocked",
      arguments: [{ name: "id", value: "5", indexed: true }, { value: '茶, "tea"' }, { name: "", value: ["1", "2"] }],
    });
    expect(JSON.parse(rowsAsJson([row(5, 0, { event: "", signature: "", values: [], contract: "" })]))[0]).toEqual({
      block: 5,
      transaction: row(5).transaction,
      transactionIndex: 0,
      logIndex: 0,
      address: row(5).address,
      topics: row(5).topics,
      data: "0x",
    });
  });

  it("are CSV with a column for each argument", () => {
    const other = [{ name: "block", type: "string", value: "=1+1", indexed: false, hashed: false }];
    const lines = rowsAsCsv([row(6, 1, { event: "Odd", values: other }), row(5)]).split("\r\n");
    expect(lines).toEqual([
      "\uFEFFblock,transaction,logIndex,address,contract,event,id,name,arg2,block (argument)",
      `5,${row(5).transaction},0,${row(5).address},Kiosk,Stocked,5,"茶, ""tea""","[""1"",""2""]",`,
      `6,${row(6).transaction},1,${row(6).address},Kiosk,Odd,,,,'=1+1`,
      "",
    ]);
    const negative = [{ name: "n", type: "int256", value: "-5", indexed: false, hashed: false }];
    expect(rowsAsCsv([row(5, 0, { values: negative })])).toContain("Stocked,-5\r\n");
  });
});
