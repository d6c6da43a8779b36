import { expect, it } from "vitest";
import { logSpan } from "../../../src/cli/logs/logSpan";

const utc = (text: string): number => Date.parse(`${text}Z`);

it.each([
  ["2026-11-23", "2026-11-24T00:00:00.000"],
  ["2026-11-23 09:12", "2026-11-23T09:13:00.000"],
  ["2026-11-23 09:12:30", "2026-11-23T09:12:31.000"],
])("to %s is all of it, to its last microsecond, in the time of nodes", (word, next) => {
  expect(logSpan(undefined, word)).toEqual({ to: utc(next) - 0.001 });
});

it("from a time is from its beginning, and a fraction is a moment", () => {
  expect(logSpan("2026-11-23 09:12", "2026-11-23 09:12:30.5")).toEqual({
    from: utc("2026-11-23T09:12:00"),
    to: utc("2026-11-23T09:12:30.500"),
  });
});

it("refuses what is no time, relative times too, and an end before the beginning", () => {
  for (const word of ["soon", "yesterday", "2026-11-31"])
    expect(() => logSpan(word, undefined), word).toThrow(/--from/);
  expect(() => logSpan("2026-11-24", "2026-11-23")).toThrow(/later than/);
});
