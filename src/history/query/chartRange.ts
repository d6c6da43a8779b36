/** A stretch of time, in milliseconds since 1970, both ends in it. */
export interface ChartRange {
  readonly from: number;
  readonly to: number;
}
