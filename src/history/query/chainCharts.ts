import { dayMs, hourMs, minuteMs } from "../../time/units";
import type { SqliteQueries } from "./sqliteQuery";

/** A stretch of time, in milliseconds since 1970, both ends in it. */
export interface ChartRange {
  readonly from: number;
  readonly to: number;
}

/** What happened in one interval. */
interface ChartPoint {
  /** Its beginning. */
  readonly time: number;
  readonly blocks: number;
  readonly transactions: number;
  readonly failed: number;
  readonly gas: number;
  /** Between a block and the one before, in milliseconds; null where there is no pair. */
  readonly interval: number | null;
  readonly longest: number | null;
}

export interface ChainCharts {
  /** Of all blocks in the index above block 0; undefined where there are none. */
  readonly all?: ChartRange;
  readonly range?: ChartRange;
  /** Length of an interval in milliseconds. */
  readonly step: number;
  /** In the order of time; intervals without blocks aren't there. */
  readonly points: readonly ChartPoint[];
}

const secondMs = 1000;
/** Intervals that people read; a chart has at most so many points. */
const steps = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * secondMs),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 3, 6, 12].map((hours) => hours * hourMs),
  ...[1, 2, 7, 14, 30, 90, 365].map((days) => days * dayMs),
];
const mostPoints = 120;

/** The shortest interval by which a range has no more points than a chart shows. */
export function stepOf({ from, to }: ChartRange): number {
  const length = Math.max(0, to - from);
  return steps.find((step) => length / step <= mostPoints) ?? Math.ceil(length / mostPoints / dayMs) * dayMs;
}

/** Blocks, transactions, failures, gas, and block intervals over a range; without one, over all that the index has. */
export function chainCharts(queries: SqliteQueries, wanted?: ChartRange): ChainCharts {
  const [ends = []] = queries.ask("SELECT min(time), max(time) FROM blocks WHERE number > 0", 1).rows;
  const [first, last] = ends;
  if (typeof first !== "number" || typeof last !== "number") return { step: secondMs, points: [] };
  const all = { from: first, to: last };
  const range = wanted ?? all;
  const step = stepOf(range);
  const { rows } = queries.ask(
    `SELECT (time / :step) * :step, count(*), sum(transactions), sum(coalesce(failed, 0)), sum(coalesce(gas_used, 0)), avg(gap), max(gap)
      FROM (SELECT time, transactions, failed, gas_used, time - lag(time) OVER (ORDER BY number) AS gap FROM blocks
        WHERE number > 0 AND time BETWEEN :from AND :to) GROUP BY 1 ORDER BY 1`,
    2 * mostPoints,
    { parameters: { step, ...range } },
  );
  const points = rows.map(([time, blocks, transactions, failed, gas, interval, longest]): ChartPoint => {
    const gap = (value: unknown): number | null => (value === null ? null : Number(value));
    return {
      time: Number(time),
      blocks: Number(blocks),
      transactions: Number(transactions),
      failed: Number(failed),
      gas: Number(gas),
      interval: gap(interval),
      longest: gap(longest),
    };
  });
  return { all, range, step, points };
}
