/** A stretch of time, in milliseconds since 1970, both ends in it. */
export interface ChartRange {
  readonly from: number;
  readonly to: number;
}

/** What charts are drawn of. */
export interface ChartStretch extends ChartRange {
  /** Length of an interval, in milliseconds. */
  readonly step: number;
  /** Node ID of the sealer whose blocks alone are counted; empty for all. */
  readonly sealer: string;
}

/** The condition of a query on blocks with the parameters of a stretch. */
export const sealedBy = (column: string): string => `(:sealer = '' OR ${column} = :sealer)`;
