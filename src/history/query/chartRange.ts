import type { StoredValue } from "../store/historyStore";

/** A stretch of time, in milliseconds since 1970, both ends in it. */
export interface ChartRange {
  readonly from: number;
  readonly to: number;
}

/** What charts are drawn of. */
export interface ChartRangeChoice extends ChartRange {
  /** Length of an interval, in milliseconds. */
  readonly step: number;
  /** Node ID of the sealer whose blocks alone are counted; empty for all. */
  readonly sealer: string;
}

/** The condition of a query on blocks with the parameters of a stretch. */
export const sealedBy = (column: string): string => `(:sealer = '' OR ${column} = :sealer)`;

/** How long something took in an interval, in milliseconds. */
export interface TakenPoint {
  readonly time: number;
  readonly average: number;
  readonly max: number;
}

/** Rows of time, average, and longest. */
export const takenPoints = (rows: readonly (readonly StoredValue[])[]): TakenPoint[] =>
  rows.map(([time, average, max]) => ({
    time: Number(time),
    average: Number(average),
    max: Number(max),
  }));

export const orNull = (value: StoredValue | undefined): number | null =>
  value === null || value === undefined ? null : Number(value);
