import { describe, expect, it } from "vitest";
import { useCatalogue } from "../../../src/text/catalogue";
import {
  axisTimeText,
  dateTimeText,
  isoTime,
  numberText,
  recentTimeText,
  timeOfDayText,
  timeZoneText,
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

describe("times along an axis", () => {
  const now = new Date(2026, 10, 21, 15, 0, 0).getTime();
  it.each([
    [now - 60_000, now - 120_000, "14:59:00"],
    [now - 60_000, now - 2 * 3_600_000, "14:59"],
    [now - 60_000, now - 48 * 3_600_000, "11/21, 14:59"],
  ])("%d with the oldest %d reads %s", (time, oldest, text) => {
    expect(axisTimeText(time, oldest, now, "en")).toBe(text);
  });
});
