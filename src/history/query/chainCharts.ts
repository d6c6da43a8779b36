import { dayMs, hourMs, minuteMs } from "../../time/units";
import { transactionNumber } from "../schema/baseTables";
import { type ChartRange, type ChartRangeChoice, orNull, sealedBy, type TakenPoint, takenPoints } from "./chartRange";
import { lastObserved, type ObservedCharts, observedCharts } from "./observedCharts";
import type { SqliteQueries } from "./sqliteQuery";

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
  readonly max: number | null;
}

/** Blocks of a sealer. */
interface SealerShare {
  readonly node: string;
  readonly blocks: number;
}

export interface ChainCharts extends Partial<ObservedCharts> {
  /** Of all blocks in the index above block 0; undefined where there are none. */
  readonly all?: ChartRange;
  readonly range?: ChartRange;
  /** Length of an interval in milliseconds. */
  readonly step: number;
  /** In the order of time; intervals without blocks aren't there. */
  readonly points: readonly ChartPoint[];
  /** How long transactions waited in the pool of the asked node until their block was made. */
  readonly waits?: readonly TakenPoint[];
  /** The most first. */
  readonly sealers?: readonly SealerShare[];
}

const secondMs = 1000;
/** Intervals that people read; a chart has at most so many points. */
const steps = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * secondMs),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 3, 6, 12].map((hours) => hours * hourMs),
  ...[1, 2, 7, 14, 30, 90, 365].map((days) => days * dayMs),
];
const maxPoints = 120;
/** Of more transactions only those of some blocks are looked at. */
const maxWaits = 100_000;
const maxSealers = 50;

/** The shortest interval by which a range has no more points than a chart shows. */
export function stepOf({ from, to }: ChartRange): number {
  const length = Math.max(0, to - from);
  return steps.find((step) => length / step <= maxPoints) ?? Math.ceil(length / maxPoints / dayMs) * dayMs;
}

function pointsOf(queries: SqliteQueries, choice: ChartRangeChoice): ChartPoint[] {
  const { rows } = queries.ask(
    `SELECT (time / :step) * :step, count(*), sum(transactions), sum(coalesce(failed, 0)), sum(coalesce(gas_used, 0)), avg(gap), max(gap)
      FROM (SELECT time, transactions, failed, gas_used, sealer, time - lag(time) OVER (ORDER BY number) AS gap FROM blocks
        WHERE number > 0 AND time BETWEEN :from AND :to) WHERE ${sealedBy("sealer")} GROUP BY 1 ORDER BY 1`,
    2 * maxPoints,
    { parameters: { ...choice } },
  );
  return rows.map(([time, blocks, transactions, failed, gas, interval, max]) => ({
    ...{ time: Number(time), blocks: Number(blocks), transactions: Number(transactions), failed: Number(failed) },
    ...{ gas: Number(gas), interval: orNull(interval), max: orNull(max) },
  }));
}

function waitsOf(queries: SqliteQueries, choice: ChartRangeChoice, transactions: number): TakenPoint[] {
  const every = Math.max(1, Math.ceil(transactions / maxWaits));
  const { rows } = queries.ask(
    `SELECT (b.time / :step) * :step, avg(b.time - t.import_time), max(b.time - t.import_time)
      FROM blocks b JOIN transactions t ON t.tx >= b.number * :places AND t.tx < (b.number + 1) * :places
      WHERE b.number > 0 AND b.number % :every = 0 AND b.transactions > 0 AND b.time BETWEEN :from AND :to
        AND t.import_time > 0 AND t.import_time <= b.time AND ${sealedBy("b.sealer")} GROUP BY 1 ORDER BY 1`,
    2 * maxPoints,
    { parameters: { every, places: transactionNumber(1, 0), ...choice } },
  );
  return takenPoints(rows);
}

function sealersOf(queries: SqliteQueries, range: ChartRange): SealerShare[] {
  const { rows } = queries.ask(
    `SELECT sealer, count(*) FROM blocks WHERE number > 0 AND sealer IS NOT NULL AND time BETWEEN :from AND :to
      GROUP BY 1 ORDER BY 2 DESC, 1`,
    maxSealers,
    { parameters: { ...range } },
  );
  return rows.map(([node, blocks]) => ({ node: String(node), blocks: Number(blocks) }));
}

export interface WantedCharts {
  /** Default: all that the index has. */
  readonly range?: ChartRange;
  /** The shortest interval that is wanted, such as that of a range which this one is compared with. */
  readonly step?: number;
  /** Node ID: blocks of this sealer alone, and the lag of this node. */
  readonly sealer?: string;
}

/** What a group did over a range. */
export function chainCharts(queries: SqliteQueries, wanted: WantedCharts = {}): ChainCharts {
  const [ends = []] = queries.ask("SELECT min(time), max(time) FROM blocks WHERE number > 0", 1).rows;
  const [first, last] = ends;
  if (typeof first !== "number" || typeof last !== "number") return { step: secondMs, points: [] };
  // a chain that stands still is still looked at
  const all = { from: first, to: Math.max(last, lastObserved(queries) ?? last) };
  const range = wanted.range ?? all;
  const step = Math.max(stepOf(range), wanted.step ?? 0);
  const choice = { ...range, step, sealer: wanted.sealer ?? "" };
  const points = pointsOf(queries, choice);
  const transactions = points.reduce((sum, point) => sum + point.transactions, 0);
  return {
    ...{ all, range, step, points },
    waits: waitsOf(queries, choice, transactions),
    sealers: sealersOf(queries, range),
    ...observedCharts(queries, choice),
  };
}
