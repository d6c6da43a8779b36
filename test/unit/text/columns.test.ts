import { expect, it } from "vitest";
import { tableLines, widthOf, wrapped } from "../../../src/text/columns";

it("tables have columns of equal width, also in Chinese, with numbers on the right", () => {
  const rows = [
    ["账户", "已锁定", "12"],
    ["0x1", "sm", "3"],
  ];
  expect(tableLines(rows, [2])).toEqual(["账户  已锁定  12", "0x1   sm       3"]);
  expect(["链（a）", "\u303f", "￥"].map(widthOf)).toEqual([7, 1, 2]);
});

it("a text is broken between words, in Chinese between characters and not before a mark; a word stays whole", () => {
  expect(wrapped("no blocks: 2 of 4 sealers ran", 12)).toEqual(["no blocks: 2", "of 4 sealers", "ran"]);
  expect(wrapped("no blocks: 2 of 4 sealers ran", 14, "  ")).toEqual(["no blocks: 2", "  of 4 sealers", "  ran"]);
  expect(wrapped("没有出块，缺少 node2、node3", 10)).toEqual(["没有出块，", "缺少", "node2、", "node3"]);
  expect(wrapped("没有出块，缺少", 9)).toEqual(["没有出", "块，缺少"]);
  expect(wrapped(`0x${"ab".repeat(8)} is long`, 10)).toEqual([`0x${"ab".repeat(8)}`, "is long"]);
});

it("a table no wider than its room is broken within columns of words, never within a number or a word", () => {
  const rows = [
    ["17:09:12", "leader node3 isn't connected", "node0, node1", "12,000"],
    ["17:09:38", "others asked for it", "node1", "5"],
  ];
  expect(tableLines(rows, [3], 42)).toEqual([
    "17:09:12  leader       node0,       12,000",
    "          node3 isn't  node1",
    "          connected",
    "17:09:38  others       node1             5",
    "          asked for",
    "          it",
  ]);
  expect(tableLines(rows, [3], 10)).toEqual(tableLines(rows, [3]));
});
