import uPlot from "uplot";
import type { Language } from "../../text/catalogue";
import type { ChartTexts } from "./queryRows";

/** Values over places in a row, such as intervals of time. */
export interface SeriesChart {
  /** `stacked`: bars of all series, one on the other; none is below 0. */
  readonly kind: "bars" | "line" | "stacked";
  /** What each place is called. */
  readonly labels: readonly string[];
  /** When each place is, in milliseconds since 1970 and in order; without it, places stand side by side. */
  readonly times?: readonly number[];
  /** Times are those of UTC. */
  readonly zone?: "UTC";
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
  readonly language: Language;
  /** A value as people read it. */
  readonly format: (value: number) => string;
  /** The chart in a sentence. */
  readonly spoken: string;
  readonly texts: ChartTexts;
  /** Is called with two places, in their order, that were chosen; without it the chart itself shows what lies between. */
  readonly select?: (from: number, to: number) => void;
}

type Values = (number | null)[];

/** Places along the chart: times, or numbers from 0 on. */
export const placesAcross = ({ times, labels }: SeriesChart): number[] =>
  times ? [...times] : labels.map((_, place) => place);

export function stepOf(chart: SeriesChart): number {
  const [first = 0, second = first + 1] = placesAcross(chart);
  return Math.max(1, second - first);
}

/** From where to where the whole chart goes. */
export function spanOf(chart: SeriesChart): [number, number] {
  const across = placesAcross(chart);
  const [first = 0, last = 1] = [across[0], across.at(-1)];
  const room = chart.kind === "line" && first < last ? 0 : stepOf(chart) / 2;
  return [first - room, last + room];
}

/** The series as they are drawn: those that are stacked stand on the ones before. @param hidden names of series that are left out */
export function seriesHeights({ kind, series }: SeriesChart, hidden: ReadonlySet<string>): Values[] {
  const below: number[] = [];
  return series.map(({ name, values }) => {
    if (kind !== "stacked") return values.map((value) => (Number.isFinite(value) ? value : null));
    if (hidden.has(name)) return values.map(() => null);
    return values.map((value, place) => {
      below[place] = (below[place] ?? 0) + Math.max(0, value ?? 0);
      return value === null ? null : (below[place] ?? 0);
    });
  });
}

/** Where the parts of a stack begin. */
export function belowOf(chart: SeriesChart, place: number, hidden: ReadonlySet<string>): Values {
  const values = chart.series[place]?.values ?? [];
  const heights = seriesHeights(chart, hidden)[place] ?? [];
  return heights.map((top, at) => (top === null ? 0 : top - Math.max(0, values[at] ?? 0)));
}

export const isWholeNumbers = ({ series }: SeriesChart): boolean =>
  series.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)));

/** From which amount to which the scale beside the chart goes. */
export function amountRange(isLog: boolean, min: number | null, max: number | null): [number, number] {
  if (min === null || max === null || !Number.isFinite(min) || !Number.isFinite(max))
    return [isLog ? 1 : 0, isLog ? 10 : 1];
  if (isLog && min > 0) {
    const [low, high] = uPlot.rangeLog(min, max, 10, true);
    // what is least has a height, too
    return [low === null || low >= min ? min / 10 : low, high ?? max];
  }
  if (isLog && min === 0 && max === 0) return [1, 10];
  if (isLog) {
    const [low, high] = uPlot.rangeAsinh(min, max, 10, true);
    return [low ?? min, high ?? max];
  }
  if (min === 0 && max === 0) return [0, 1];
  const [low, high] = uPlot.rangeNum(Math.min(0, min), Math.max(0, max), 0.1, true);
  return [min < 0 ? (low ?? min) : 0, max > 0 ? (high ?? max) : 0];
}

/** Places whose neighbors have no value: no line leads to them. */
export const lonePlaces = (values: ArrayLike<number | null | undefined>): number[] =>
  Array.from(values).flatMap((value, at) =>
    value != null && values[at - 1] == null && values[at + 1] == null ? [at] : [],
  );

/** Distances between lines of the grid where amounts are whole numbers. */
export const wholeSteps = Array.from({ length: 16 }, (_, power) =>
  [1, 2, 5].map((leading) => leading * 10 ** power),
).flat();

/** As much room beside a chart as its longest amount needs. */
export function sizeBeside(plot: uPlot, values: readonly string[] | null, place: number, round: number): number {
  const axis = plot.axes[place] as (uPlot.Axis & { _size?: number; font?: string[] }) | undefined;
  if (round > 1 && axis?._size !== undefined) return axis._size;
  const [maxLength] = [...(values ?? [])].sort((one, other) => other.length - one.length);
  const font = axis?.font?.[0];
  if (font) plot.ctx.font = font;
  return Math.ceil(plot.ctx.measureText(maxLength ?? "").width / devicePixelRatio) + 16;
}
