import { weekClock } from "../../text/formats";
import { type Hours, weekDays } from "./policyFile";

/** Whether it is within the hours. Those that end before they begin go past midnight, and belong to the day on which they begin. */
export function isWithin({ days, from, to, zone }: Hours, at: Date): boolean {
  const { day, time } = weekClock(at.getTime(), zone);
  const today = (weekDays as readonly string[]).indexOf(day);
  const on = (index: number): boolean => {
    const name = weekDays[index];
    return name !== undefined && days.includes(name);
  };
  if (from < to) return on(today) && from <= time && time < to;
  return (on(today) && from <= time) || (on((today + 6) % 7) && time < to);
}
