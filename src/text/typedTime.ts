import { dayMs, hourMs, minuteMs } from "../time/units";
import { chosenTimeZone, momentShown, zoneOffsetMs } from "./formats";

const form = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(\.\d{1,6})?)?(?: ?(Z|UTC|[+-]\d\d(?::?\d\d)?))?)?$/i;

/** What stands behind a time, in milliseconds: `Z`, `+08:00`, `+0800`, `+08`. */
function offsetMs(word: string): number {
  const [, sign = "+", hours = "0", minutes = "0"] = /^([+-])(\d\d):?(\d\d)?$/.exec(word) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * hourMs + Number(minutes) * minuteMs);
}

/**
 * The time that a person types, in milliseconds since 1970: `2026-11-23`, `2026-11-23 09:12`, `2026-11-23T09:12:30.5`, each time also with
 * its offset, `2026-11-23 09:12+08:00`. Undefined for anything else, and for a day or a time that there is none of: `Date` would take
 * November 31 for December 1.
 * @param zone in which it is meant where it has no offset; the person's where this is left out
 */
export function typedTime(typed: string, zone: string = chosenTimeZone()): number | undefined {
  const found = form.exec(typed.trim());
  if (!found) return undefined;
  const [year = 0, month = 0, day = 0, ...clock] = found.slice(1, 7).map((part) => Number(part ?? 0));
  const [hour = 0, minute = 0, second = 0] = clock;
  const offset = found[8];
  // a day that there is stays the same day
  const date = new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
  if (!typed.trim().startsWith(date) || hour > 23 || minute > 59 || second > 59) return undefined;
  if (Math.abs(offset === undefined ? 0 : offsetMs(offset)) > 14 * hourMs) return undefined;
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  const moment = offset === undefined ? momentShown(shown, zone) : shown - offsetMs(offset);
  return moment + Number(found[7] ?? 0) * 1000;
}

/** A part of time: from the first moment on, up to the other one, which is no part of it. Milliseconds since 1970. */
interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

const units: Readonly<Record<string, number>> = {
  ...{ s: 1000, second: 1000, 秒: 1000 },
  ...{ m: minuteMs, min: minuteMs, minute: minuteMs, 分钟: minuteMs },
  ...{ h: hourMs, hour: hourMs, 小时: hourMs },
  ...{ d: dayMs, day: dayMs, 天: dayMs },
  ...{ w: 7 * dayMs, week: 7 * dayMs, 周: 7 * dayMs },
};
const lastForm =
  /^(?:last|past|最近|过去|近|上) ?(\d{1,6}|[半一二两三四五六七八九十])? ?个?([a-z]{1,7}|[秒分钟小时天周]{1,2})$/;
const agoForm = /^(\d{1,6}|[半一二两三四五六七八九十]) ?个?([a-z]{1,7}|[秒分钟小时天周]{1,2})(?: ago|前)$/;
const minusForm = /^-(\d{1,6}) ?([a-z]{1,7}|[秒分钟小时天周]{1,2})$/;

const chineseNumbers: Readonly<Record<string, number>> = {
  ...{ 半: 0.5, 一: 1, 二: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9, 十: 10 },
};

/** How long one of a unit is, in milliseconds: `h`, `hour`, `hours`. */
function unitMs(word: string): number | undefined {
  const name = Object.hasOwn(units, word) ? word : word.replace(/s$/, "");
  return Object.hasOwn(units, name) ? units[name] : undefined;
}

/** The day of a moment in a zone, and so many days later. */
function dayFrom(nowMs: number, zone: string, days: number): TimeSpan {
  const shown = Math.floor((nowMs + zoneOffsetMs(nowMs, zone)) / dayMs) * dayMs + days * dayMs;
  return { from: momentShown(shown, zone), to: momentShown(shown + dayMs, zone) };
}

const days: Readonly<Record<string, number>> = { today: 0, 今天: 0, yesterday: -1, 昨天: -1, 前天: -2 };

/** Weeks, which begin on Monday, and months of the calendar, by how many before this one. `last week` is the last seven days. */
const weeks: Readonly<Record<string, number>> = { "this week": 0, 本周: 0, 这周: 0, 上周: -1 };
const months: Readonly<Record<string, number>> = {
  ...{ "this month": 0, 本月: 0, 这个月: 0 },
  ...{ "last month": -1, 上月: -1, 上个月: -1 },
};

/** The week or the month of the calendar that a word means, in a zone. */
function calendarSpan(word: string, nowMs: number, zone: string): TimeSpan | undefined {
  const shown = new Date(nowMs + zoneOffsetMs(nowMs, zone));
  const at = (year: number, month: number, day: number): number => momentShown(Date.UTC(year, month, day), zone);
  const [year, month] = [shown.getUTCFullYear(), shown.getUTCMonth()];
  const week = Object.hasOwn(weeks, word) ? weeks[word] : undefined;
  if (week !== undefined) {
    const monday = shown.getUTCDate() - ((shown.getUTCDay() + 6) % 7) + 7 * week;
    return { from: at(year, month, monday), to: at(year, month, monday + 7) };
  }
  const before = Object.hasOwn(months, word) ? months[word] : undefined;
  return before === undefined ? undefined : { from: at(year, month + before, 1), to: at(year, month + before + 1, 1) };
}

/** How long a time of a day that was typed goes on: a minute, a second, or no longer than itself. */
function lengthOf(typed: string): number {
  const [, , , , , , second, fraction] = form.exec(typed.trim()) ?? [];
  if (fraction !== undefined) return 0;
  return second === undefined ? minuteMs : 1000;
}

/**
 * A time as `typedTime` reads it, with all that it leaves open: a day as long as clocks make it, a minute, a second. Undefined for anything
 * else.
 */
export function typedTimeSpan(typed: string, zone: string = chosenTimeZone()): TimeSpan | undefined {
  const from = typedTime(typed, zone);
  if (from === undefined) return undefined;
  return /^\d{4}-\d\d-\d\d$/.test(typed.trim()) ? dayFrom(from, zone, 0) : { from, to: from + lengthOf(typed) };
}

/**
 * The part of time that a person means: a time as `typedTime` reads it with all that it leaves open (a day, a minute), `today`,
 * `yesterday`, `this week`, `last month`, `last hour`, `last 7 days`, `2 hours ago`, `-30m`, `now`, and the same in Chinese. Undefined for
 * anything else.
 * @param nowMs the moment that it is said
 */
export function typedSpan(typed: string, nowMs: number, zone: string = chosenTimeZone()): TimeSpan | undefined {
  const word = typed.trim();
  const time = typedTimeSpan(word, zone);
  if (time) return time;
  const lower = word.toLowerCase();
  if (lower === "now" || lower === "现在") return { from: nowMs, to: nowMs };
  const day = Object.hasOwn(days, lower) ? days[lower] : undefined;
  if (day !== undefined) return dayFrom(nowMs, zone, day);
  const calendar = calendarSpan(lower, nowMs, zone);
  if (calendar) return calendar;
  const last = lastForm.exec(lower);
  const [, count = "1", unit = ""] = last ?? agoForm.exec(lower) ?? minusForm.exec(lower) ?? [];
  const each = unitMs(unit);
  if (each === undefined) return undefined;
  const from = nowMs - (chineseNumbers[count] ?? Number(count)) * each;
  return { from, to: last ? nowMs : from };
}

/** Names of the bounds of a part of time, wherever a person gives one. */
export const isBoundName = (name: string): name is "since" | "until" => name === "since" || name === "until";

/**
 * A bound of a part of time in milliseconds since 1970, as `typedSpan` reads it: where it begins for `since`, where it ends for `until`.
 * `since=yesterday until=yesterday` is that day. Undefined for what is no time.
 */
export function typedBound(name: "since" | "until", typed: string, nowMs: number): number | undefined {
  const span = typedSpan(typed, nowMs);
  return name === "since" ? span?.from : span?.to;
}
