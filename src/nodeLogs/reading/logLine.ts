import { detachedText } from "../../text/shortText";

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

/**
 * Milliseconds, with a fraction, of the time that stands at a place of a log; NaN where none does. `YYYY-MM-DD HH:MM:SS.ffffff` is the
 * node's own local time, which says no zone (docs/protocol/node-folders.md, "Logs"). It is taken as if it were UTC, so that what is
 * shown is what the node wrote.
 */
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

/**
 * Where the parts of a line lie: `level|time|thread|[MODULE][…]message,key=value…` (docs/protocol/node-folders.md, "Logs"; the thread since
 * 3.6). Each search ends after a few characters, so that a line costs what it is long, whatever stands in it.
 */
export interface LineParts {
  /** Where the time begins. */
  time: number;
  /** Where the badges begin. */
  badges: number;
  /** Where the message begins, behind the badges. */
  message: number;
  /** Where the message's name ends: before its first comma, colon, or line end. */
  nameEnd: number;
  /** Behind the line. */
  end: number;
  /** Whether the node calls it a warning or worse. */
  grave: boolean;
}

const bar = 124;
const open = 91;
const close = 93;
const comma = 44;
const colon = 58;

const maxTimeLength = 32;
const maxThreadLength = 96;
const maxBadgeLength = 48;
const maxBadges = 8;
const maxNameLength = 100;

/** Length of the level that a line begins with, by its first character and the bar behind it; 0 without one. */
function levelLength(text: string, start: number): number {
  switch (text.charCodeAt(start)) {
    case 105: // info
      return text.charCodeAt(start + 4) === bar ? 4 : 0;
    case 119: // warning
      return text.charCodeAt(start + 7) === bar ? 7 : 0;
    case 100: // debug, and the rest
    case 101:
    case 102:
    case 116:
      return text.charCodeAt(start + 5) === bar ? 5 : 0;
    default:
      return 0;
  }
}

function find(text: string, code: number, from: number, to: number): number {
  for (let at = from; at < to; at++) if (text.charCodeAt(at) === code) return at;
  return -1;
}

/** Reads where the parts of a line are into `parts`; false for a line that begins no entry. */
export function readLineParts(text: string, start: number, end: number, parts: LineParts): boolean {
  const level = levelLength(text, start);
  if (level === 0) return false;
  const time = start + level + 1;
  // nodes write 26 characters; others are looked for
  const behindTime =
    text.charCodeAt(time + 26) === bar ? time + 26 : find(text, bar, time, Math.min(end, time + maxTimeLength));
  if (behindTime < 0 || behindTime >= end) return false;
  let at = behindTime + 1;
  if (text.charCodeAt(at) !== open) {
    const behindThread = find(text, bar, at, Math.min(end, at + maxThreadLength));
    if (behindThread >= 0) at = behindThread + 1;
  }
  parts.badges = at;
  for (let badges = 0; badges < maxBadges && at < end && text.charCodeAt(at) === open; badges++) {
    const behind = find(text, close, at, Math.min(end, at + maxBadgeLength));
    if (behind < 0) break;
    at = behind + 1;
  }
  let nameEnd = at;
  for (const max = Math.min(end, at + maxNameLength); nameEnd < max; nameEnd++) {
    const code = text.charCodeAt(nameEnd);
    if (code === comma || code === colon) break;
  }
  parts.time = time;
  parts.message = at;
  parts.nameEnd = nameEnd;
  parts.end = end;
  parts.grave = level === 7 || text.charCodeAt(start) === 101 || text.charCodeAt(start) === 102;
  return true;
}

/** Parts of no line yet. */
export const noParts = (): LineParts => ({ time: 0, badges: 0, message: 0, nameEnd: 0, end: 0, grave: false });

/** The time of the line that begins at a place, in milliseconds; NaN where none begins there. */
export function lineTime(text: string, start: number): number {
  const level = levelLength(text, start);
  return level === 0 ? Number.NaN : timeAt(text, start + level + 1);
}

const maxFieldsLength = 4096;

/** The fields of a message: `…,key=value,key=value`. Values are cut where the next comma is. */
export class Fields {
  readonly #text: string;

  constructor(text: string, from: number, end: number) {
    this.#text = text.slice(from, Math.min(end, from + maxFieldsLength));
  }

  /** What stands behind the message's name. */
  get text(): string {
    return this.#text;
  }

  /** The first value of that name; undefined where there is none. */
  word(name: string): string | undefined {
    const sought = `,${name}=`;
    const at = this.#text.indexOf(sought);
    if (at < 0) return undefined;
    const from = at + sought.length;
    const comma = this.#text.indexOf(",", from);
    return this.#text.slice(from, comma < 0 ? this.#text.length : comma).trimEnd();
  }

  /** The first digits of an ID, as people tell nodes apart by them; detached from the log. */
  beginning(name: string): string | undefined {
    const digits = /^[0-9a-f]{8}/.exec(this.word(name) ?? "")?.[0];
    return digits === undefined ? undefined : detachedText(digits);
  }

  /** A whole number; undefined for anything else, also for what no height or time reaches. */
  number(name: string): number | undefined {
    const word = this.word(name);
    return word !== undefined && /^\d{1,15}$/.test(word) ? Number(word) : undefined;
  }
}
