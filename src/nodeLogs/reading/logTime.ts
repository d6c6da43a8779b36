import { detachedText } from "../../text/shortText";

/**
 * Times of a node's log: `YYYY-MM-DD HH:MM:SS.ffffff`, the node's own local time, which says no zone
 * (docs/protocol/node-folders.md, "Logs"). Here they are milliseconds, as if they were UTC: what is shown is what the node wrote.
 */

const digit = (text: string, at: number): number => text.charCodeAt(at) - 48;
const two = (text: string, at: number): number => digit(text, at) * 10 + digit(text, at + 1);

const isDigit = (text: string, at: number): boolean => {
  const value = digit(text, at);
  return value >= 0 && value <= 9;
};

const digitPlaces = [0, 1, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15, 17, 18];

/** The day that was asked for last, and its milliseconds: lines stand close together. */
let lastDay = "";
let lastDayMs = 0;

function dayMs(text: string, at: number): number {
  if (lastDay !== "" && text.startsWith(lastDay, at)) return lastDayMs;
  const day = text.slice(at, at + 10);
  const ms = Date.UTC(two(text, at) * 100 + two(text, at + 2), two(text, at + 5) - 1, two(text, at + 8));
  lastDay = detachedText(day);
  lastDayMs = ms;
  return ms;
}

/** Milliseconds, with a fraction, of the time that stands at a place of a text; NaN where none does. */
export function timeAt(text: string, at: number): number {
  for (const place of digitPlaces) if (!isDigit(text, at + place)) return Number.NaN;
  if (text[at + 4] !== "-" || text[at + 10] !== " " || text[at + 13] !== ":") return Number.NaN;
  let fraction = 0;
  if (text[at + 19] === ".") {
    let scale = 100;
    for (let place = at + 20; place < at + 26 && isDigit(text, place); place++) {
      fraction += digit(text, place) * scale;
      scale /= 10;
    }
  }
  const clock = (two(text, at + 11) * 60 + two(text, at + 14)) * 60 + two(text, at + 17);
  return dayMs(text, at) + clock * 1000 + fraction;
}

/** Such a time as the node writes it, to the millisecond. */
export const logTimeText = (ms: number): string =>
  Number.isFinite(ms) && Math.abs(ms) < 8.64e15 ? new Date(ms).toISOString().slice(0, 23).replace("T", " ") : "";
