import { expect, test } from "vitest";
import { lineWidth, wholeLine, wholeText } from "../../../../../src/extension/flows/signing/wholeLines";
import { widthOf } from "../../../../../src/text/columns";

const joined = (lines: readonly { description?: string }[]): string =>
  lines.map(({ description }) => description ?? "").join("");

test.each([1, lineWidth, lineWidth + 1, 1000, 262_144])("a value of %i characters is shown whole", (length) => {
  const value = "0123456789abcdef".repeat(Math.ceil(length / 16)).slice(0, length);
  const lines = wholeLine({ label: "Data", value });
  expect(joined(lines)).toBe(value);
  expect(lines[0]?.label).toBe("Data");
  expect(Math.max(...lines.map(({ description }) => description?.length ?? 0))).toBeLessThanOrEqual(lineWidth);
});

test.each([29, 30, 58, 1000])("a Chinese value of %i characters is shown whole", (length) => {
  const value = "链上数据😀".repeat(length).slice(0, length);
  const lines = wholeLine({ label: "Data", value });
  expect(joined(lines)).toBe(value);
  expect(Math.max(...lines.map(({ description = "" }) => widthOf(description)))).toBeLessThanOrEqual(lineWidth);
});

test("a value of several lines keeps what stands on each", () => {
  const value = `${"a".repeat(60)}\n${"b".repeat(60)}`;
  expect(joined(wholeLine({ label: "Value", value }))).toBe(value);
});

test("a warning has an icon once", () => {
  const lines = wholeText("one two three ".repeat(20).trim(), "warning");
  expect(lines.filter(({ label }) => label.startsWith("$(warning)"))).toHaveLength(1);
  expect(lines.length).toBeGreaterThan(3);
});
