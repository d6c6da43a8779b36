/** A stretch of time, in milliseconds since 1970. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

export interface ChartsAnswer {
  /** Of all blocks in the index. */
  readonly all?: TimeRange;
  readonly range?: TimeRange;
  /** Length of an interval in milliseconds. */
  readonly step: number;
  /** Intervals in which there were blocks. */
  readonly points: readonly {
    readonly time: number;
    readonly blocks: number;
    readonly transactions: number;
    readonly failed: number;
    readonly gas: number;
    readonly interval: number | null;
    readonly longest: number | null;
  }[];
}

export type ChartsTexts = Readonly<
  Record<
    | "heading"
    | "noIndex"
    | "makeIndex"
    | "empty"
    | "range"
    | "all"
    | "hour"
    | "day"
    | "week"
    | "month"
    | "from"
    | "to"
    | "show"
    | "every"
    | "values"
    | "spoken"
    | "time"
    | "transactionsAndFailures"
    | "transactions"
    | "failed"
    | "interval"
    | "average"
    | "longest"
    | "perBlock"
    | "gas"
    | "seconds"
    | "minutes"
    | "hours"
    | "days",
    string
  >
>;

/** What the document starts with. */
export interface ChartsStart {
  readonly groupId: string;
  readonly title: string;
  readonly locale: string;
  readonly texts: ChartsTexts;
}

/** How far back from the last block, or between two times. */
export type ChosenRange = "all" | "hour" | "day" | "week" | "month" | TimeRange;

/** What the page keeps while its window is loaded anew. */
export interface ChartsState {
  readonly groupId: string;
  readonly title: string;
  readonly chosen: ChosenRange;
}

export type ChartsProtocol = {
  readonly asks: {
    /** Null where the group has no index. */
    readonly charts: { readonly question: TimeRange | null; readonly answer: ChartsAnswer | null };
  };
  readonly says: {
    /** Make an index. */
    readonly index: null;
  };
  readonly tells: {
    /** The index came, went or got on. */
    readonly changed: null;
  };
};
