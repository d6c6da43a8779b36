import { describe, expect, it } from "vitest";
import { distinctInterface, memberTables } from "../../../src/history/schema/names";

const hex = (digits: string, length = 64): string => `0x${digits.padEnd(length, "0")}`;

describe("names of tables that an ABI gives", () => {
  const cases: [string, { name: string; id: string }[]][] = [
    [
      "overloads beside a function that is called like the table of one",
      [
        { name: "f", id: "0xaabbccdd" },
        { name: "f", id: "0x11223344" },
        { name: "f_aabbccdd", id: "0x55667788" },
        { name: "F_11223344", id: "0x99999999" },
      ],
    ],
    [
      "an event that is declared indexed and not",
      [
        { name: "Paid", id: hex("ab") },
        { name: "Paid", id: hex("ab") },
        { name: "Paid", id: hex("ab") },
      ],
    ],
    [
      "events whose topics begin alike",
      [
        { name: "Paid", id: hex("aabbccdd11") },
        { name: "paid", id: hex("aabbccdd22") },
        { name: "Paid_aabbccdd_2", id: hex("33") },
      ],
    ],
    [
      "long names that begin alike",
      Array.from({ length: 30 }, (_, i) => ({ name: `${"a".repeat(40)}${i}`, id: hex("77") })),
    ],
    ["names of other alphabets", ["支付", "支出", "__", "_"].map((name) => ({ name, id: hex("01") }))],
  ];
  it.each(cases)("are each only once, and short enough for each database: %s", (_, members) => {
    for (const order of [members, [...members].reverse()]) {
      const tables = memberTables("event", "a".repeat(18), order);
      expect(new Set(tables.map((table) => table.toLowerCase())).size).toBe(members.length);
      for (const table of tables) expect(table.length).toBeLessThanOrEqual(63);
    }
  });

  it("of interfaces differ where their ids begin alike", () => {
    const taken = new Set(["abi12345678"]);
    for (const id of ["12345678a", "12345678b", "12345678c", "12345678d"]) {
      const found = distinctInterface("abi12345678", id, (name) => taken.has(name));
      expect(taken.has(found)).toBe(false);
      expect(found).toMatch(/^[a-z0-9]{1,18}$/);
      taken.add(found);
    }
  });
});
