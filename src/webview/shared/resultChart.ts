import type { Language } from "../../text/catalogue";
import { listed } from "../../text/joining";
import { fill } from "./fill";
import type { ChartChoice, ChartTexts, QueryRows } from "./queryRows";
import { cellText, numberOf, numberOnChart } from "./resultCells";
import { seriesChart } from "./seriesChart";

type Rows = QueryRows["rows"];
type Result = Pick<QueryRows, "columns" | "rows">;

/** Places of a chart. */
export const maxPlaces = 20_000;

/** Whether a column has numbers alone. */
export const isNumeric = (rows: Rows, place: number): boolean => {
  const some = rows.slice(0, 100).map((row) => row[place] ?? null);
  return some.some((value) => value !== null) && some.every((value) => value === null || numberOf(value) !== null);
};

/** Columns with numbers that say how many; times and numbers of blocks say where. */
const isAmount = ({ columns, rows }: Result, place: number): boolean =>
  columns[place]?.type !== "time" &&
  !/^(?:tx|block|number|log|place)$/i.test(columns[place]?.name ?? "") &&
  isNumeric(rows, place);

/** A choice that fits a result: a time or the first column across, amounts as values. */
export function usualChoice(result: Result, kind: ChartChoice["kind"]): ChartChoice {
  const time = result.columns.findIndex(({ type }) => type === "time");
  const across = Math.max(0, time);
  const values = result.columns.flatMap((_, place) => (place !== across && isAmount(result, place) ? [place] : []));
  return { kind, across, values: values.slice(0, 2) };
}

/** Whether the places run backwards in time. */
function runsBackwards(rows: Rows, across: number): boolean {
  const [first, last] = [rows[0]?.[across] ?? null, rows.at(-1)?.[across] ?? null];
  if (typeof first === "number" && typeof last === "number") return first > last;
  return typeof first === "string" && typeof last === "string" && /^\d{4}-\d{2}-\d{2}/.test(first) && first > last;
}

/** Times of a column, where each comes after the one before. */
function timesOf(rows: Rows, across: number): number[] | undefined {
  let last = Number.NEGATIVE_INFINITY;
  const times = rows.flatMap((row) => {
    const time = row[across] ?? null;
    if (typeof time !== "number" || time <= last) return [];
    last = time;
    return [time];
  });
  return times.length === rows.length && times.length > 1 ? times : undefined;
}

/**
 * A chart of a result's rows, in their order, as long as there is room.
 * @param spoken the chart in words: {0} its series, {1} what runs across, {2} how many rows
 */
export function resultChart(
  { columns }: Pick<QueryRows, "columns">,
  all: Rows,
  { kind, across, values }: ChartChoice,
  language: Language,
  spoken: string,
  texts: ChartTexts,
): HTMLElement {
  const some = all.slice(0, maxPlaces);
  const rows = runsBackwards(some, across) ? [...some].reverse() : some;
  const column = columns[across] ?? { name: "" };
  const names = values.map((place) => columns[place]?.name ?? "");
  const times = timesOf(rows, across);
  return seriesChart({
    ...(column.type === "time" && times ? { times } : {}),
    language,
    texts,
    kind: kind === "line" ? "line" : "bars",
    labels: rows.map((row) => cellText(row[across] ?? null, column, language)),
    series: values.map((place, at) => ({
      name: names[at] ?? "",
      values: rows.map((row) => numberOf(row[place] ?? null)),
    })),
    format: (value) => numberOnChart(value, language),
    spoken: fill(spoken, listed(names, language), column.name, rows.length),
  });
}
