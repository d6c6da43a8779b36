// What stands at the axes of a chart: times, names, and amounts, each as many as there is room for.

import type { Language } from "../../text/catalogue";
import { compactNumberText, tickTimeText } from "../../text/formats";
import { shortened } from "../../text/shortText";
import { visibleText } from "../../text/visibleText";

/** Pixels of a letter, about, and between two names. */
const letter = 7;
const gap = 16;
const maxNameLength = 24;

const short = (label: string): string =>
  visibleText(label)
    .split("\n")
    .map((line) => shortened(line, maxNameLength))
    .join("\n");

const widthOf = (label: string): number => {
  const wide = (line: string): number => [...line].reduce((sum, sign) => sum + (sign > "\u2e80" ? 2 : 1), 0) * letter;
  return Math.max(...short(label).split("\n").map(wide));
};

/**
 * Places whose names stand below the chart: every one, every second … as there is room. The first is one whose name isn't cut off at the
 * left: half a date is another date.
 * @param before pixels beside the chart into which a name may reach
 */
export function namedPlaces(
  labels: readonly string[],
  first: number,
  last: number,
  width: number,
  before = width,
): number[] {
  const [from, to] = [Math.max(0, Math.ceil(first)), Math.min(labels.length - 1, Math.floor(last))];
  const widest = Math.max(letter, ...labels.slice(from, to + 1).map(widthOf)) + gap;
  const room = Math.max(1, Math.floor(width / widest));
  const step = Math.max(1, Math.ceil((to - from + 1) / room));
  const places: number[] = [];
  const fits = (place: number): boolean =>
    before + ((place - first) / Math.max(1, last - first)) * width >= widthOf(labels[place] ?? "") / 2;
  let begin = from;
  while (begin < to && !fits(begin)) begin += 1;
  for (let place = begin; place <= to; place += step) places.push(place);
  return places;
}

/** The names of places. */
export const placeNames = (labels: readonly string[], places: readonly number[]): string[] =>
  places.map((place) => short(labels[place] ?? ""));

/** Times below a chart: the day stands where it changes. @param step milliseconds between two */
export function timeNames(times: readonly number[], step: number, language: Language, zone?: "UTC"): string[] {
  let day = "";
  return times.map((time) => {
    const text = tickTimeText(time, step, language, zone);
    const isNew = text.day !== day;
    day = text.day;
    return isNew && text.clock !== "" ? `${text.clock}\n${text.day}` : text.clock || text.day;
  });
}

/** Amounts beside a chart, short where they are large. */
export const amountNames = (amounts: readonly (number | null)[], language: Language): string[] =>
  amounts.map((amount) => (amount === null ? "" : compactNumberText(amount, language)));
