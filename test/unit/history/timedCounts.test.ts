import { expect, it } from "vitest";
import { TimedCounts } from "../../../src/history/indexing/rowSet";

it("adds up what has the same kind, name, ten minutes and contract, and nothing else", () => {
  const counts = new TimedCounts();
  for (const [kind, name, time, contract] of [
    ["event", "a()", 600_000, "0x1"],
    ["event", "a()", 1_199_999, "0x1"],
    ["call", "a()", 600_000, "0x1"],
    ["event", "a()", 1_200_000, "0x1"],
    ["event", "a()", 600_000, "0x2"],
    ["event", "", 600_000, "0x1a()"],
  ] as const)
    counts.add(kind, name, time, contract);
  expect(new Set(counts.rows)).toEqual(
    new Set([
      ["event", "a()", 600_000, "0x1", 2],
      ["call", "a()", 600_000, "0x1", 1],
      ["event", "a()", 1_200_000, "0x1", 1],
      ["event", "a()", 600_000, "0x2", 1],
      ["event", "", 600_000, "0x1a()", 1],
    ]),
  );
});

it("keeps names that a chain makes up within what a key holds, and tells long ones apart", () => {
  const counts = new TimedCounts();
  const long = `f(${"uint256,".repeat(100)}`;
  for (const end of ["bool)", "int)", "bool)"]) counts.add("call", `${long}${end}`, 0, "0x1");
  // the same to every database: one that has no character 0, one that writes half of a character as it can
  for (const name of ["a\0b", "a\u2400b", "\ud800x", "\ufffdx", `${"y".repeat(245)}\u{1f600}${"z".repeat(100)}`])
    counts.add("event", name, 0, "0x1");
  const found = counts.rows.map(([, name, , , total]) => [String(name), total] as const);
  expect(found.map(([, total]) => Number(total)).sort()).toEqual([1, 1, 2, 2, 2]);
  for (const [name] of found) {
    expect(name.length).toBeLessThanOrEqual(255);
    expect(name).not.toMatch(/\0|\p{Surrogate}/u);
  }
  expect(new Set(found.map(([name]) => name)).size).toBe(found.length);
  expect(found.find(([name]) => name.startsWith("f"))?.[0]).toMatch(/^f\(uint256,.*…[0-9a-f]{8}$/);
});

it("hands its rows over in one order, whatever came first, so that writers who change the same rows wait in one direction", () => {
  const additions = [
    ["event", "b()", 600_000, "0x2"],
    ["event", "a()", 600_000, "0x1"],
    ["call", "a()", 0, "0x1"],
  ] as const;
  const inOrder = (list: readonly (typeof additions)[number][]) => {
    const counts = new TimedCounts();
    for (const [kind, name, time, contract] of list) counts.add(kind, name, time, contract);
    return counts.rows;
  };
  expect(inOrder(additions)).toEqual(inOrder([...additions].reverse()));
});
