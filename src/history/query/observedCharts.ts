import { type ChartRangeChoice, orNull, sealedBy, type TakenPoint, takenPoints } from "./chartRange";
import type { SqliteQueries } from "./sqliteQuery";

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
export interface ObservedCharts {
  readonly observed: readonly ObservedPoint[];
  /** How long after their time blocks were first seen here. */
  readonly seen: readonly TakenPoint[];
  /** The nodes that lacked most, the worst first. */
  readonly lags: readonly NodeLag[];
}

const maxPoints = 400;
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
      maxPoints,
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
export function lastObserved(queries: SqliteQueries): number | undefined {
  if (!isObserved(queries)) return undefined;
  const last = queries.ask("SELECT max(time) FROM observations", 1).rows[0]?.[0];
  return typeof last === "number" ? last : undefined;
}

/** Pool, view changes, lag and first sight over a range; nothing where no one observed. */
export function observedCharts(queries: SqliteQueries, range: ChartRangeChoice): Partial<ObservedCharts> {
  if (!isObserved(queries)) return {};
  // indexers of one group may ask different nodes, all of which see the same change of view
  const observed = queries.ask(
    `SELECT begin, max(pending), max(rose) FROM (SELECT node, (time / :step) * :step AS begin, max(pending) AS pending, sum(rose) AS rose FROM
      (SELECT node, time, pending, max(0, view - lag(view) OVER (PARTITION BY node ORDER BY time)) AS rose FROM observations
        WHERE view IS NOT NULL AND time BETWEEN :from AND :to AND ${askedOf}) GROUP BY 1, 2) GROUP BY 1 ORDER BY 1`,
    maxPoints,
    { parameters: { ...range } },
  ).rows;
  const seen = queries.ask(
    `SELECT (b.time / :step) * :step, avg(s.seen - b.time), max(s.seen - b.time) FROM blocks b
      JOIN block_sightings s ON s.number = b.number WHERE b.time BETWEEN :from AND :to AND ${sealedBy("b.sealer")}
      GROUP BY 1 ORDER BY 1`,
    maxPoints,
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
