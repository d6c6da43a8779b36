import { dayMs, hourMs, minuteMs } from "../../time/units";
import { transactionNumber } from "../schema/baseTables";
import type { StoredValue } from "../store/historyStore";
import type { SqliteQueries } from "./sqliteQuery";

/** A range of time, in milliseconds since 1970, both ends in it. */
interface ChartRange {
  readonly from: number;
  readonly to: number;
}

/** What charts are drawn of. */
interface ChartRangeChoice extends ChartRange {
  /** Length of an interval, in milliseconds. */
  readonly step: number;
  /** Node ID of the sealer whose blocks alone are counted; empty for all. */
  readonly sealer: string;
}

/** The condition of a query on blocks with the parameters of a range. */
const sealedBy = (column: string): string => `(:sealer = '' OR ${column} = :sealer)`;

/** How long something took in an interval, in milliseconds. */
interface TakenPoint {
  readonly time: number;
  readonly average: number;
  readonly max: number;
}

/** Rows of time, average, and longest. */
const takenPoints = (rows: readonly (readonly StoredValue[])[]): TakenPoint[] =>
  rows.map(([time, average, max]) => ({
    time: Number(time),
    average: Number(average),
    max: Number(max),
  }));

const orNull = (value: StoredValue | undefined): number | null =>
  value === null || value === undefined ? null : Number(value);

/** What was observed in an interval; null where nothing was. */
interface ObservedPoint {
  readonly time: number;
  /** Most transactions in the pool of a node that was asked. */
  readonly pending: number | null;
  /** By how much the view rose, by the node that saw most of it. */
  readonly viewChanges: number | null;
}

/** Most blocks that a node lacked in each interval. */
interface NodeLag {
  readonly node: string;
  readonly points: readonly { readonly time: number; readonly lag: number }[];
}

/** What was seen while the group was followed. */
interface ObservedCharts {
  readonly observed: readonly ObservedPoint[];
  /** How long after their time blocks were first seen here. */
  readonly seen: readonly TakenPoint[];
  /** The nodes that lacked most, the worst first. */
  readonly lags: readonly NodeLag[];
}

const maxObservedPoints = 400;
/** Lines beside each other. */
const maxNodes = 4;

function lagsOf(queries: SqliteQueries, range: ChartRangeChoice): NodeLag[] {
  const worst = queries.ask(
    `SELECT node, max(lag) FROM observations WHERE time BETWEEN :from AND :to AND ${sealedBy("node")}
      GROUP BY 1 ORDER BY 2 DESC, 1`,
    maxNodes,
    { parameters: { ...range } },
  ).rows;
  return worst.map(([node]): NodeLag => {
    const { rows } = queries.ask(
      `SELECT (time / :step) * :step, max(lag) FROM observations WHERE node = :node AND time BETWEEN :from AND :to
        GROUP BY 1 ORDER BY 1`,
      maxObservedPoints,
      { parameters: { ...range, node: String(node) } },
    );
    return { node: String(node), points: rows.map(([time, lag]) => ({ time: Number(time), lag: Number(lag) })) };
  });
}

/** Whether the index has what was observed: one that was paused since an older version hasn't. */
function isObserved(queries: SqliteQueries): boolean {
  const tables = "SELECT count(*) FROM sqlite_master WHERE name IN ('observations', 'block_sightings')";
  return queries.ask(tables, 1).rows[0]?.[0] === 2;
}

/** The condition of a look at an asked node: at the chosen one, where that was asked; no other node tells its pool or view. */
const askedOf = `(${sealedBy("node")} OR NOT EXISTS
  (SELECT 1 FROM observations own WHERE own.node = :sealer AND own.view IS NOT NULL AND own.time BETWEEN :from AND :to))`;

/** When the group was looked at last. */
function lastObserved(queries: SqliteQueries): number | undefined {
  if (!isObserved(queries)) return undefined;
  const last = queries.ask("SELECT max(time) FROM observations", 1).rows[0]?.[0];
  return typeof last === "number" ? last : undefined;
}

/** Pool, view changes, lag and first sight over a range; nothing where there was no observer. */
function observedCharts(queries: SqliteQueries, range: ChartRangeChoice): Partial<ObservedCharts> {
  if (!isObserved(queries)) return {};
  // indexers of one group may ask different nodes, all of which see the same change of view
  const observed = queries.ask(
    `SELECT begin, max(pending), max(rose) FROM (SELECT node, (time / :step) * :step AS begin, max(pending) AS pending, sum(rose) AS rose FROM
      (SELECT node, time, pending, max(0, view - lag(view) OVER (PARTITION BY node ORDER BY time)) AS rose FROM observations
        WHERE view IS NOT NULL AND time BETWEEN :from AND :to AND ${askedOf}) GROUP BY 1, 2) GROUP BY 1 ORDER BY 1`,
    maxObservedPoints,
    { parameters: { ...range } },
  ).rows;
  const seen = queries.ask(
    `SELECT (b.time / :step) * :step, avg(s.seen - b.time), max(s.seen - b.time) FROM blocks b
      JOIN block_sightings s ON s.number = b.number WHERE b.time BETWEEN :from AND :to AND ${sealedBy("b.sealer")}
      GROUP BY 1 ORDER BY 1`,
    maxObservedPoints,
    { parameters: { ...range } },
  ).rows;
  return {
    observed: observed.map(([time, pending, rose]) => ({
      ...{ time: Number(time), pending: orNull(pending), viewChanges: orNull(rose) },
    })),
    seen: takenPoints(seen),
    lags: lagsOf(queries, range),
  };
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
