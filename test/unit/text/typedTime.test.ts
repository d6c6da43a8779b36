import { afterEach, describe, expect, it } from "vitest";
import { chosenTimeZone, dateTimeText, timeZoneNamed, useTimeZone, zoneOffsetMs } from "../../../src/text/formats";
import { typedBound, typedSpan, typedTime } from "../../../src/text/typedTime";

afterEach(() => useTimeZone(undefined));

describe("a time that is typed", () => {
  it.each([
    ["2026-11-23", Date.UTC(2026, 10, 23)],
    [" 2026-11-23 09:12 ", Date.UTC(2026, 10, 23, 9, 12)],
    ["2026-11-23T09:12:30.25", Date.UTC(2026, 10, 23, 9, 12, 30, 250)],
    ["2028-02-29", Date.UTC(2028, 1, 29)],
  ])("is %s in the zone that is meant", (typed, time) => {
    expect(typedTime(typed, "UTC")).toBe(time);
    expect(typedTime(typed, "Asia/Shanghai")).toBe(time - 8 * 3_600_000);
    const local = new Date(typedTime(typed) ?? Number.NaN);
    expect(local.getTime() - local.getTimezoneOffset() * 60_000).toBe(time);
    useTimeZone("America/New_York");
    expect(typedTime(typed)).toBe(time + 5 * 3_600_000);
  });

  it.each([
    ["2026-11-23 09:12+08:00", Date.UTC(2026, 10, 23, 1, 12)],
    ["2026-11-23T09:12:30 -0330", Date.UTC(2026, 10, 23, 12, 42, 30)],
    ["2026-11-23 09:12Z", Date.UTC(2026, 10, 23, 9, 12)],
    ["2026-11-23 09:12 UTC", Date.UTC(2026, 10, 23, 9, 12)],
    ["2026-11-23 09:12 +08", Date.UTC(2026, 10, 23, 1, 12)],
  ])("has its own offset: %s", (typed, time) => {
    expect([typedTime(typed, "UTC"), typedTime(typed, "Asia/Tokyo")]).toEqual([time, time]);
  });

  it.each([
    ...["2026-11-31", "2026-02-29", "2026-13-01", "2026-00-01", "2026-11-23 24:00", "2026-11-23 09:60"],
    ...["", "2026-11", "2026-11-23 9:12", "09:12", "2026-11-23 09:12:30.", "0026-11-23", "2026-11-23Z", "yesterday"],
    ...["2026-11-23 09:12+15:00", "2026-11-23 09:12+8", "2026-11-23 09:12:60"],
  ])("isn't %s", (typed) => {
    expect([typedTime(typed, "UTC"), typedTime(typed)]).toEqual([undefined, undefined]);
  });

  it("is right where clocks are put forward and back", () => {
    // in Berlin, clocks went from 2 to 3 on 2026-03-29, and from 3 to 2 on 2026-10-25
    for (const [typed, utc] of [
      ["2026-03-29 01:59", "2026-03-29T00:59Z"],
      ["2026-03-29 03:00", "2026-03-29T01:00Z"],
      ["2026-10-25 03:00", "2026-10-25T02:00Z"],
      ["2026-10-24 12:00", "2026-10-24T10:00Z"],
    ] as const)
      expect([typed, typedTime(typed, "Europe/Berlin")]).toEqual([typed, Date.parse(utc)]);
  });
});

describe("a part of time that is typed", () => {
  const now = Date.UTC(2026, 10, 29, 20, 30);
  const hour = 3_600_000;
  const of = (typed: string, zone = "Asia/Shanghai") => typedSpan(typed, now, zone);

  it("is a day of the person's, with as many hours as it has", () => {
    // in Shanghai it is the 30th already
    const today = Date.UTC(2026, 10, 29, 16);
    expect(of("today")).toEqual({ from: today, to: today + 24 * hour });
    for (const word of ["yesterday", "昨天", "2026-11-29"])
      expect(of(word)).toEqual({ from: today - 24 * hour, to: today });
    const longest = typedSpan("2026-10-25", now, "Europe/Berlin");
    expect((longest?.to ?? 0) - (longest?.from ?? 0)).toBe(25 * hour);
  });

  it("goes back from now", () => {
    for (const word of [
      "last hour",
      "last 1 hour",
      "最近一小时",
      "过去1小时",
      "past 60 minutes",
      "上一小时",
      "上个小时",
    ])
      expect([word, of(word)]).toEqual([word, { from: now - hour, to: now }]);
    expect(of("last 7 days")).toEqual({ from: now - 168 * hour, to: now });
    for (const word of ["2 hours ago", "2小时前", "-2h", "-120m"])
      expect([word, of(word)]).toEqual([word, { from: now - 2 * hour, to: now - 2 * hour }]);
    expect(of("now")).toEqual({ from: now, to: now });
  });

  it("is counted in Chinese, too", () => {
    for (const word of ["最近两小时", "过去 2 个小时", "上两小时", "last 2 hours"])
      expect([word, of(word)]).toEqual([word, { from: now - 2 * hour, to: now }]);
    expect(of("最近半小时")).toEqual({ from: now - hour / 2, to: now });
    expect(of("三天前")).toEqual({ from: now - 72 * hour, to: now - 72 * hour });
    expect(of("最近零小时")).toBeUndefined();
  });

  it("is a week from Monday, or a month, of the calendar", () => {
    // Monday, the 30th
    const today = Date.UTC(2026, 10, 29, 16);
    const day = 24 * hour;
    expect(of("前天")).toEqual({ from: today - 2 * day, to: today - day });
    for (const word of ["this week", "本周"])
      expect([word, of(word)]).toEqual([word, { from: today, to: today + 7 * day }]);
    expect(of("上周")).toEqual({ from: today - 7 * day, to: today });
    expect(of("本月")).toEqual({ from: today - 29 * day, to: today + day });
    for (const word of ["last month", "上个月"])
      expect([word, of(word)]).toEqual([word, { from: today - 60 * day, to: today - 29 * day }]);
    // the clocks of Berlin are set back in this month
    const october = typedSpan("this month", Date.UTC(2026, 9, 7), "Europe/Berlin");
    expect((october?.to ?? 0) - (october?.from ?? 0)).toBe(31 * day + hour);
    expect(of("toString")).toBeUndefined();
  });

  it("is a time with what it leaves open", () => {
    const at = Date.UTC(2026, 10, 23, 1, 12);
    expect(of("2026-11-23 09:12")).toEqual({ from: at, to: at + 60_000 });
    expect(of("2026-11-23 09:12:00")).toEqual({ from: at, to: at + 1000 });
    expect(of("2026-11-23 01:12Z")).toEqual({ from: at, to: at + 60_000 });
  });

  it.each(["", "soon", "last", "last fortnight", "constructor", "-5", "5 hours"])("isn't %s", (word) => {
    expect(of(word)).toBeUndefined();
  });
});

describe("the person's time zone", () => {
  it("is named by its place or offset", () => {
    for (const word of ["Asia/Shanghai", "UTC", "Europe/Berlin"]) expect(timeZoneNamed(word)).toBe(word);
    for (const word of ["+08:00", "UTC+8", "gmt+8", "+8"]) expect(timeZoneNamed(word)).toBe("Etc/GMT-8");
    for (const word of ["", "Mars/Olympus", "+25:00", "+05:45:00"]) expect(timeZoneNamed(word)).toBeUndefined();
    expect(zoneOffsetMs(0, timeZoneNamed("-03:00"))).toBe(-3 * 3_600_000);
  });

  it("is that of times, which say their offset; the system's where none is chosen", () => {
    const time = Date.UTC(2026, 10, 23, 16, 22, 32);
    useTimeZone("Asia/Shanghai");
    expect(dateTimeText(time, "zh")).toBe("2026/11/24 00:22:32 UTC+8");
    useTimeZone("Asia/Kathmandu");
    expect(dateTimeText(time, "en")).toBe("11/23/2026, 10:07:32 PM UTC+5:45");
    useTimeZone("UTC");
    expect(dateTimeText(time, "en")).toBe("11/23/2026, 4:22:32 PM UTC");
    useTimeZone(undefined);
    expect(zoneOffsetMs(time)).toBe(0 - new Date(time).getTimezoneOffset() * 60_000);
    expect(chosenTimeZone()).toMatch(/^\w/);
  });
});

describe("bounds of a part of time", () => {
  it("begin and end where the words do: from yesterday to yesterday is that day", () => {
    useTimeZone("Asia/Shanghai");
    const now = Date.parse("2026-11-23T09:12:00Z");
    const [since, until] = (["since", "until"] as const).map((name) => typedBound(name, "yesterday", now));
    expect([since, until]).toEqual([Date.parse("2026-11-21T16:00:00Z"), Date.parse("2026-11-22T16:00:00Z")]);
    expect(typedBound("until", "last hour", now)).toBe(now);
    expect(typedBound("since", "whenever", now)).toBeUndefined();
  });
});
