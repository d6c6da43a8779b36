import { expect, it } from "vitest";
import { typedTime } from "../../../src/time/typedTime";

it.each([
  ["2026-11-23", Date.UTC(2026, 10, 23)],
  [" 2026-11-23 09:12 ", Date.UTC(2026, 10, 23, 9, 12)],
  ["2026-11-23T09:12:30.25", Date.UTC(2026, 10, 23, 9, 12, 30, 250)],
  ["2028-02-29", Date.UTC(2028, 1, 29)],
])("reads %s", (typed, time) => {
  expect(typedTime(typed, "utc")).toBe(time);
  const local = new Date(typedTime(typed, "local") ?? Number.NaN);
  expect(local.getTime() - local.getTimezoneOffset() * 60_000).toBe(time);
});

it.each([
  ...[
    "2026-11-31",
    "2026-02-29",
    "2026-13-01",
    "2026-00-01",
    "2026-11-23 24:00",
    "2026-11-23 09:60",
    "2026-11-23 09:12:60",
  ],
  ...["", "2026-11", "2026-11-23 9:12", "09:12", "2026-11-23 09:12:30.", "0026-11-23", "2026-11-23Z", "yesterday"],
])("takes %s for no time", (typed) => {
  expect([typedTime(typed, "utc"), typedTime(typed, "local")]).toEqual([undefined, undefined]);
});
