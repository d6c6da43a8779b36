import { describe, expect, it } from "vitest";
import { useCatalogue } from "../../../src/text/catalogue";
import {
  axisTimeText,
  dateTimeText,
  isoTime,
  numberText,
  recentTimeText,
  timeOfDayText,
  timeSpanText,
  timeZoneText,
  useTimeZone,
} from "../../../src/text/formats";

const at = new Date(2026, 10, 23, 9, 22, 32).getTime();
const offset = timeZoneText(at);

describe("dates and numbers", () => {
  it("are those of the chosen language, whatever the system's is", () => {
    useCatalogue("zh");
    expect(dateTimeText(at)).toBe(`2026/11/23 09:22:32 ${offset}`);
    expect(timeOfDayText(at)).toBe("09:22:32");
    useCatalogue("en");
    expect(dateTimeText(at)).toBe(`11/23/2026, 9:22:32 AM ${offset}`);
    expect(timeOfDayText(at)).toBe("9:22:32 AM");
  });

  it("take a language of their own on a page, which has no catalogue", () => {
    expect(dateTimeText(at, "zh")).toBe(`2026/11/23 09:22:32 ${offset}`);
    expect(numberText(1234567, "zh")).toBe("1,234,567");
    expect(timeZoneText()).toMatch(/^UTC/);
  });

  it("say a moment that no clock knows by its digits", () => {
    expect(dateTimeText(Number.MAX_SAFE_INTEGER, "en")).toBe("9007199254740991");
    expect(recentTimeText(-Number.MAX_SAFE_INTEGER, "zh")).toBe("-9007199254740991");
    expect([isoTime(0), isoTime(Number.MAX_SAFE_INTEGER)]).toEqual(["1970-01-01T00:00:00.000Z", "9007199254740991"]);
  });

  it("leave the day out for what is of today", () => {
    expect(recentTimeText(at, "zh", at + 3600_000)).toBe("09:22:32");
    expect(recentTimeText(at, "zh", at + 48 * 3600_000)).toBe(`2026/11/23 09:22:32 ${offset}`);
  });
});

describe("a time from one moment to another", () => {
  const until = at + 45_000;
  const tomorrow = at + 26 * 3600_000;
  it("names the day once, and where it is another one, and the offset once, behind", () => {
    expect(timeSpanText(at, until, "en", tomorrow)).toBe(`11/23/2026, 9:22:32 AM–9:23:17 AM ${offset}`);
    expect(timeSpanText(at, until, "zh", tomorrow)).toBe(`2026/11/23 09:22:32–09:23:17 ${offset}`);
    expect(timeSpanText(at, tomorrow, "zh", 0)).toBe(`2026/11/23 09:22:32–2026/11/24 11:22:32 ${offset}`);
    expect(timeSpanText(at, at + 100, "zh", tomorrow)).toBe(`2026/11/23 09:22:32 ${offset}`);
  });

  it("names neither for what is of today, and both ends whole where clocks were put forward between them", () => {
    expect(timeSpanText(at, until, "zh", at)).toBe("09:22:32–09:23:17");
    useTimeZone("Europe/Berlin");
    const [before, after] = [Date.parse("2026-03-29T00:30:00Z"), Date.parse("2026-03-29T01:30:00Z")];
    const span = timeSpanText(before, after, "zh", at);
    useTimeZone(undefined);
    expect(span).toBe("2026/3/29 01:30:00 UTC+1–2026/3/29 03:30:00 UTC+2");
  });
});

describe("times along an axis", () => {
  const now = new Date(2026, 10, 21, 15, 0, 0).getTime();
  it.each([
    [now - 60_000, now - 120_000, "14:59:00"],
    [now - 60_000, now - 2 * 3_600_000, "14:59"],
    [now - 60_000, now - 48 * 3_600_000, "11/21, 14:59"],
  ])("%d with the oldest %d reads %s", (time, oldest, text) => {
    expect(axisTimeText(time, { oldestMs: oldest, newestMs: now }, now, "en")).toBe(text);
  });

  it("tells blocks of one minute of another day apart", () => {
    const range = { oldestMs: now - 60_000, newestMs: now };
    expect(axisTimeText(now - 1000, range, now + 48 * 3_600_000, "en")).toBe("11/21, 14:59:59");
  });
});
