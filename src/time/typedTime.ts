const form = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(\.\d{1,6})?)?)?$/;

/**
 * The time that a person types, in milliseconds since 1970: `2026-11-23`, `2026-11-23 09:12`, `2026-11-23T09:12:30.5`. Undefined for
 * anything else, and for a day or a time that there is none of: `Date` would take November 31 for December 1.
 * @param zone in which it is meant
 */
export function typedTime(typed: string, zone: "utc" | "local"): number | undefined {
  const found = form.exec(typed.trim());
  if (!found) return undefined;
  const [year = 0, month = 0, day = 0, ...clock] = found.slice(1, 7).map((part) => Number(part ?? 0));
  const [hour = 0, minute = 0, second = 0] = clock;
  // a day that there is stays the same day
  const date = new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
  if (!typed.trim().startsWith(date) || hour > 23 || minute > 59 || second > 59) return undefined;
  const parts = [year, month - 1, day, hour, minute, second] as const;
  return (zone === "utc" ? Date.UTC(...parts) : new Date(...parts).getTime()) + Number(found[7] ?? 0) * 1000;
}
