import { expect, test } from "vitest";
import { numberOnChart, pastedCell } from "../../../../src/webview/shared/resultCells";

test.each([
  ["=1+1", "'=1+1"],
  ["＝1+1", "'＝1+1"],
  ["＠SUM(A1)", "'＠SUM(A1)"],
  ["-1-1", "'-1-1"],
  ["－1－1", "'－1－1"],
  ["-115792089237316195423570985008687907853", "-115792089237316195423570985008687907853"],
  ["two\tcells\nand lines", "two cells and lines"],
])("%j is pasted as %j, which a spreadsheet calculates nothing of", (value, pasted) => {
  expect(pastedCell(value, { name: "text" }, "en")).toBe(pasted);
});

test("a negative number stays one", () => {
  expect(pastedCell(-1.5, { name: "change" }, "en")).toBe("-1.5");
});

test("a whole number keeps its digits on a chart, another is rounded", () => {
  expect(numberOnChart(123_456, "en")).toBe("123,456");
  expect(numberOnChart(12.34567, "en")).toBe("12.35");
});
