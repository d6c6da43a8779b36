import { dayMs, hourMs, minuteMs } from "../time/units";
import { chosenLanguage, type Language } from "./catalogue";

/**
 * Dates, times, and numbers as the chosen language writes them, in the local time zone. Nothing else formats them (`npm run lint`): the
 * system's own locale may be a third language.
 */
const locales: Readonly<Record<Language, string>> = { en: "en-US", zh: "zh-CN" };

/** A clock ends there (ECMA-262, 21.4.1.1); a chain may tell of any moment. */
const lastMoment = 8.64e15;

/** Formats are costly to make: one of each kind is kept. */
const kept = new Map<string, Intl.DateTimeFormat>();

function format(language: Language, options: Intl.DateTimeFormatOptions, timestampMs: number): string {
  if (!(Math.abs(timestampMs) <= lastMoment)) return String(timestampMs);
  const key = `${language} ${JSON.stringify(options)}`;
  let found = kept.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat(locales[language], options);
    kept.set(key, found);
  }
  // English has a narrow no-break space before AM, which looks like damage in a terminal.
  return found.format(timestampMs).replaceAll("\u202f", " ");
}

const clock = { hour: "numeric", minute: "numeric", second: "numeric" } as const;
const day = { year: "numeric", month: "numeric", day: "numeric" } as const;

/** Day and time of milliseconds since 1970: `11/23/2026, 9:22:32 AM`, `2026/11/23 09:22:32`. */
export function dateTimeText(timestampMs: number, language: Language = chosenLanguage()): string {
  return format(language, { ...day, ...clock }, timestampMs);
}

/** For programs, in UTC: `2026-11-23T09:22:32.000Z`; a moment that no clock knows by its digits. */
export const isoTime = (timestampMs: number): string =>
  Math.abs(timestampMs) <= lastMoment ? new Date(timestampMs).toISOString() : String(timestampMs);

/** The time of day of milliseconds since 1970: `9:22:32 AM`, `09:22:32`. */
export function timeOfDayText(timestampMs: number, language: Language = chosenLanguage()): string {
  return format(language, clock, timestampMs);
}

const sameDay = (one: number, other: number): boolean =>
  new Date(one).toDateString() === new Date(other).toDateString();

/** The time of day for what is of today, day and time for anything else. */
export function recentTimeText(timestampMs: number, language: Language = chosenLanguage(), nowMs = Date.now()): string {
  return sameDay(timestampMs, nowMs) ? timeOfDayText(timestampMs, language) : dateTimeText(timestampMs, language);
}

/** As short as the times beside it allow: with its day when the oldest is not of today, with seconds within an hour. */
export function axisTimeText(timestampMs: number, oldestMs: number, nowMs: number, language: Language): string {
  const time = { hour: "2-digit", minute: "2-digit", hour12: false } as const;
  if (!sameDay(oldestMs, nowMs)) return format(language, { month: "2-digit", day: "2-digit", ...time }, timestampMs);
  return format(language, nowMs - oldestMs < hourMs ? { ...time, second: "2-digit" } : time, timestampMs);
}

/**
 * A time below a chart: clock and day apart, for the day is said where it changes. Without a clock where the times are days apart.
 * @param stepMs between two times
 * @param zone the local one where it is left out
 */
export function tickTimeText(
  timestampMs: number,
  stepMs: number,
  language: Language,
  zone?: "UTC",
): { readonly clock: string; readonly day: string } {
  const place = zone ? { timeZone: zone } : {};
  const of = (options: Intl.DateTimeFormatOptions): string => format(language, { ...options, ...place }, timestampMs);
  const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  const clockOf = (): string => {
    if (stepMs >= minuteMs) return of(time);
    const digits: 1 | 2 | 3 = stepMs < 10 ? 3 : stepMs < 100 ? 2 : 1;
    return of({ ...time, second: "2-digit", ...(stepMs < 1000 ? { fractionalSecondDigits: digits } : {}) });
  };
  return {
    clock: stepMs < dayMs ? clockOf() : "",
    day: of(stepMs < 28 * dayMs ? { month: "short", day: "numeric" } : { year: "numeric", month: "short" }),
  };
}

/** What the language calls the local time zone: `GMT+8`. */
export function timeZoneText(language: Language = chosenLanguage()): string {
  const parts = new Intl.DateTimeFormat(locales[language], { timeZoneName: "short" }).formatToParts();
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

/** A number in few characters: `250`, `1.5K`, `12.5M`; `1.5万`. */
export function compactNumberText(value: number, language: Language = chosenLanguage()): string {
  const options = { notation: "compact", maximumFractionDigits: 2 } as const;
  return new Intl.NumberFormat(
    locales[language],
    Math.abs(value) < 1 ? { maximumSignificantDigits: 2 } : options,
  ).format(value);
}

/** A number with the language's separators of thousands: `1,234,567`. */
export function numberText(value: number, language: Language = chosenLanguage()): string {
  return new Intl.NumberFormat(locales[language]).format(value);
}

const zoneOptions = { weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

/** For programs: the day of the week (`Mon`) and `HH:MM` at a place. @param timeZone such as `Asia/Shanghai` */
export function weekClock(timestampMs: number, timeZone: string): { readonly day: string; readonly time: string } {
  const parts = new Intl.DateTimeFormat(locales.en, { ...zoneOptions, timeZone }).formatToParts(timestampMs);
  const of = (wanted: string): string => parts.find(({ type }) => type === wanted)?.value ?? "";
  return { day: of("weekday"), time: `${of("hour")}:${of("minute")}` };
}

/** For programs: the day at a place, `2026-11-29`. @param timeZone such as `Asia/Shanghai` */
export function dayAt(timestampMs: number, timeZone: string): string {
  const options = { year: "numeric", month: "2-digit", day: "2-digit", timeZone } as const;
  const parts = new Intl.DateTimeFormat(locales.en, options).formatToParts(timestampMs);
  const of = (wanted: string): string => parts.find(({ type }) => type === wanted)?.value ?? "";
  return `${of("year")}-${of("month")}-${of("day")}`;
}

/** Whether there is such a time zone. */
export function isTimeZone(timeZone: string): boolean {
  try {
    weekClock(0, timeZone);
    return true;
  } catch {
    return false;
  }
}
