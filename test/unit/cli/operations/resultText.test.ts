import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { pageOf, resultLines } from "../../../../src/cli/operations/resultText";
import { yamlText } from "../../../../src/yaml/yamlText";

const hostile = "a\u001b[2Jb\u202e\nc";

describe("results for people", () => {
  it("are tables of alike things, with columns of equal width also in Chinese", () => {
    expect(
      resultLines([
        { name: "链", weight: 1 },
        { name: "ab", more: true },
      ]),
    ).toEqual(["name  weight  more", "链    1       -", "ab    -       true"]);
  });

  it("are names and values, lists, and texts", () => {
    expect(resultLines({ code: 0, hash: "0x1", rows: [{ a: 1 }], inner: { b: 2 }, none: [] })).toEqual([
      "code:  0",
      "hash:  0x1",
      "rows:",
      "  a",
      "  1",
      "inner:",
      "  b: 2",
      "none:  -",
    ]);
    expect(resultLines([])).toEqual(["(none)"]);
    expect(resultLines("a\nb")).toEqual(["a", "b"]);
    expect(resultLines(null)).toEqual(["(none)"]);
  });

  it("steer no terminal, wherever a text of a chain stands", () => {
    const value = { [hostile]: hostile, list: [hostile], rows: [{ [hostile]: { deep: hostile } }] };
    const message = resultLines(value).join("\n");
    expect(message).not.toMatch(/[\u001b\u202e]/);
    expect(message).toContain("a\\u001b[2Jb\\u202e\\nc");
    const yaml = yamlText({ value: hostile, large: 2n ** 70n });
    expect(yaml).not.toMatch(/[\u001b\u202e]/);
    expect(parse(yaml)).toEqual({ value: hostile, large: String(2n ** 70n) });
  });

  it("are a part of a long list where one is asked for", () => {
    expect(pageOf([1, 2, 3, 4], { offset: 1, limit: 2, own: false })).toEqual({
      result: [2, 3],
      page: { offset: 1, count: 2, total: 4, more: true },
    });
    expect(pageOf({ rows: [1, 2], next: null }, { limit: 1, own: false })).toMatchObject({
      result: { rows: [1], next: null },
    });
    expect(pageOf("text", { limit: 1, own: false })).toEqual({ result: "text" });
    expect(pageOf([1], { own: false })).toEqual({ result: [1] });
    const rows = { rows: [3, 4], more: true };
    expect(pageOf(rows, { offset: 2, limit: 2, own: true })).toEqual({
      result: rows,
      page: { offset: 2, count: 2, more: true },
    });
    const events = { events: [1], next: { from: 7, offset: 0 } };
    expect(pageOf(events, { offset: 2, limit: 1, own: true }).page).toEqual({ offset: 2, count: 1, more: true });
    expect(pageOf({ events: [1] }, { offset: 2, own: true }).page).toEqual({ offset: 2, count: 1, more: false });
    expect(pageOf({ rows: [1], more: false }, { limit: 2, own: true })).toEqual({ result: { rows: [1], more: false } });
  });
});
