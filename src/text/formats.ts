import { dayMs, hourMs, minuteMs } from "../time/units";
import { chosenLanguage, type Language } from "./catalogue";

/**
 * Dates, times, and numbers as the chosen language writes them, in the person's time zone. Nothing else formats them (`npm run lint`): the
 * system's own locale may be a third language.
 */
const locales: Readonly<Record<Language, string>> = { en: "en-US", zh: "zh-CN" };

/** A clock ends there (ECMA-262, 21.4.1.1); a chain may tell of any moment. */
const lastMoment = 8.64e15;

/** Formats are costly to make: one of each kind is kept. */
const kept = new Map<string, Intl.DateTimeFormat>();

let zoneOfPerson: string | undefined;

/** The time zone that the system says; on most of them, the variable `TZ` does. */
const systemTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** In which everything is written and read from now on. @param zone as `timeZoneNamed` gives it; undefined for the system's */
export function useTimeZone(zone: string | undefined): void {
  zoneOfPerson = zone;
}

/** The person's time zone: `Asia/Shanghai`, `UTC`. */
export const chosenTimeZone = (): string => zoneOfPerson ?? systemTimeZone();

/** Whether the person said a zone to us, and not only to the system. */
export const isTimeZoneChosen = (): boolean => zoneOfPerson !== undefined;

/** Whole hours from UTC as a time zone is called (with the sign turned, as POSIX has it). */
const etcZone = (hours: number): string => (hours === 0 ? "UTC" : `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`);

/** The time zone that a person names: `Asia/Shanghai`, `UTC`, `+08:00`, `UTC+8`. Undefined where there is none of that name. */
export function timeZoneNamed(word: string): string | undefined {
  const [, sign, digits = "", minutes = "00"] = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d\d))?$/i.exec(word.trim()) ?? [];
  if (sign !== undefined) {
    const hours = Number(digits) * (sign === "-" ? -1 : 1);
    return minutes === "00" && hours >= -12 && hours <= 14 ? etcZone(hours) : undefined;
  }
  return isTimeZone(word.trim()) ? word.trim() : undefined;
}

/** How far the clocks of a zone are before UTC at a moment, in milliseconds: 28,800,000 in Shanghai. */
export function zoneOffsetMs(timestampMs: number, zone: string = chosenTimeZone()): number {
  if (zone === "UTC" || !(Math.abs(timestampMs) <= lastMoment)) return 0;
  const options = { ...day, ...clock, hourCycle: "h23", era: "short", timeZone: zone } as const;
  const parts = keptFormat("en", options).formatToParts(timestampMs);
  const of = (wanted: string): number => Number(parts.find(({ type }) => type === wanted)?.value ?? 0);
  const year = parts.some(({ type, value }) => type === "era" && value.startsWith("B")) ? 1 - of("year") : of("year");
  const shown = new Date(0);
  shown.setUTCFullYear(year, of("month") - 1, of("day"));
  shown.setUTCHours(of("hour"), of("minute"), of("second"));
  return shown.getTime() - Math.floor(timestampMs / 1000) * 1000;
}

/**
 * When the clocks of a zone were put forward or back between two moments, with its offset from then on; the first is that of the beginning.
 */
export function zoneOffsets(
  fromMs: number,
  toMs: number,
  zone: string = chosenTimeZone(),
): readonly { readonly fromMs: number; readonly offsetMs: number }[] {
  const found = [{ fromMs, offsetMs: zoneOffsetMs(fromMs, zone) }];
  for (let at = fromMs; at < toMs; at += 7 * dayMs) {
    const offsetMs = zoneOffsetMs(Math.min(at + 7 * dayMs, toMs), zone);
    if (offsetMs === found.at(-1)?.offsetMs) continue;
    let [before, after] = [at, Math.min(at + 7 * dayMs, toMs)];
    while (after - before > minuteMs) {
      const middle = Math.floor((before + after) / 2 / minuteMs) * minuteMs;
      if (zoneOffsetMs(middle, zone) === offsetMs) after = middle;
      else before = middle;
    }
    found.push({ fromMs: after, offsetMs });
  }
  return found;
}

/** The moment at which the clocks of a zone show this. @param shownMs what they show, as if it were of UTC */
export function momentShown(shownMs: number, zone: string = chosenTimeZone()): number {
  const first = shownMs - zoneOffsetMs(shownMs, zone);
  // where clocks were put forward or back in between, the offset is that of the moment itself
  return shownMs - zoneOffsetMs(first, zone);
}

/** An offset as people write it: `UTC+8`, `UTC-3:30`, `UTC`. */
export function offsetText(offsetMs: number): string {
  const minutes = Math.round(Math.abs(offsetMs) / minuteMs);
  const rest = minutes % 60 === 0 ? "" : `:${String(minutes % 60).padStart(2, "0")}`;
  return minutes === 0 ? "UTC" : `UTC${offsetMs < 0 ? "-" : "+"}${Math.floor(minutes / 60)}${rest}`;
}

/** The person's offset from UTC at a moment: `UTC+8`. */
export const timeZoneText = (timestampMs: number = Date.now()): string => offsetText(zoneOffsetMs(timestampMs));

function keptFormat(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  let found = kept.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat(locales[language], options);
    kept.set(key, found);
  }
  return found;
}

function format(language: Language, options: Intl.DateTimeFormatOptions, timestampMs: number): string {
  if (!(Math.abs(timestampMs) <= lastMoment)) return String(timestampMs);
  const zone = options.timeZone ?? zoneOfPerson;
  const found = keptFormat(language, zone === undefined ? options : { ...options, timeZone: zone });
  // English has a narrow no-break space before AM, which looks like damage in a terminal.
  return found.format(timestampMs).replaceAll("\u202f", " ");
}
const clock = { hour: "numeric", minute: "numeric", second: "numeric" } as const;
const day = { year: "numeric", month: "numeric", day: "numeric" } as const;

/** Day, time, and offset of milliseconds since 1970: `11/23/2026, 9:22:32 AM UTC+8`, `2026/11/23 09:22:32 UTC+8`. */
export function dateTimeText(timestampMs: number, language: Language = chosenLanguage()): string {
  const shown = format(language, { ...day, ...clock }, timestampMs);
  return Math.abs(timestampMs) <= lastMoment ? `${shown} ${timeZoneText(timestampMs)}` : shown;
}

/** For programs, in UTC: `2026-11-23T09:22:32.000Z`; a moment that no clock knows by its digits. */
export const isoTime = (timestampMs: number): string =>
  Math.abs(timestampMs) <= lastMoment ? new Date(timestampMs).toISOString() : String(timestampMs);

/** The same in the person's zone, with its offset: `2026-11-23T17:22:32.000+08:00`; in UTC as `isoTime`. */
export function zonedTime(timestampMs: number): string {
  const offset = zoneOffsetMs(timestampMs);
  if (offset === 0) return isoTime(timestampMs);
  const minutes = Math.abs(offset) / minuteMs;
  const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");
  return `${isoTime(timestampMs + offset).slice(0, -1)}${offset < 0 ? "-" : "+"}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/** The time of day of milliseconds since 1970: `9:22:32 AM`, `09:22:32`. */
export function timeOfDayText(timestampMs: number, language: Language = chosenLanguage()): string {
  return format(language, clock, timestampMs);
}

const sameDay = (one: number, other: number): boolean => {
  const dayOf = (timestampMs: number): number => Math.floor((timestampMs + zoneOffsetMs(timestampMs)) / dayMs);
  return dayOf(one) === dayOf(other);
};

/** The time of day for what is of today, day and time for anything else. */
export function recentTimeText(timestampMs: number, language: Language = chosenLanguage(), nowMs = Date.now()): string {
  return sameDay(timestampMs, nowMs) ? timeOfDayText(timestampMs, language) : dateTimeText(timestampMs, language);
}

/** From one moment to another: day and offset are named once where both ends share them, and not at all where both are of today. */
export function timeSpanText(
  fromMs: number,
  toMs: number,
  language: Language = chosenLanguage(),
  nowMs = Date.now(),
): string {
  const isRead = Math.abs(fromMs) <= lastMoment && Math.abs(toMs) <= lastMoment;
  if (!isRead || zoneOffsetMs(fromMs) !== zoneOffsetMs(toMs))
    return `${dateTimeText(fromMs, language)}–${dateTimeText(toMs, language)}`;
  const of = (timestampMs: number, knownMs: number): string =>
    format(language, sameDay(timestampMs, knownMs) ? clock : { ...day, ...clock }, timestampMs);
  const [from, to] = [of(fromMs, nowMs), of(toMs, fromMs)];
  const span = of(toMs, nowMs) === from ? from : `${from}–${to}`;
  return sameDay(fromMs, nowMs) && sameDay(toMs, nowMs) ? span : `${span} ${timeZoneText(fromMs)}`;
}

/**
 * As short as the times beside it allow: with its day when the oldest is not of today, with seconds where all are within an hour.
 * @param range the oldest and the newest of them
 */
export function axisTimeText(
  timestampMs: number,
  { oldestMs, newestMs }: { readonly oldestMs: number; readonly newestMs: number },
  nowMs: number,
  language: Language,
): string {
  const minutes = { hour: "2-digit", minute: "2-digit", hour12: false } as const;
  const time = newestMs - oldestMs < hourMs ? ({ ...minutes, second: "2-digit" } as const) : minutes;
  const date = sameDay(oldestMs, nowMs) ? {} : ({ month: "2-digit", day: "2-digit" } as const);
  return format(language, { ...date, ...time }, timestampMs);
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
