import { expect, it } from "vitest";
import { tableLines, widthOf } from "../../../src/text/columns";

it("tables have columns of equal width, also in Chinese, with numbers on the right", () => {
  const rows = [
    ["账户", "已锁定", "12"],
    ["0x1", "sm", "3"],
  ];
  expect(tableLines(rows, [2])).toEqual(["账户  已锁定  12", "0x1   sm       3"]);
  expect(["链（a）", "\u303f", "￥"].map(widthOf)).toEqual([7, 1, 2]);
});
