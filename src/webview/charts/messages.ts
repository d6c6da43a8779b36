import type { ShownStory } from "../shared/messages";

/** A stretch of time, in milliseconds since 1970. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

interface WaitingTotal {
  readonly time: number;
  /** Milliseconds, as is the longest. */
  readonly average: number;
  readonly max: number;
}

/** What an index has of a range. */
export interface ChartsData {
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
    readonly max: number | null;
  }[];
  /** From the node's pool to the block. */
  readonly waits?: readonly WaitingTotal[];
  /** From a block's time until it was seen here. */
  readonly seen?: readonly WaitingTotal[];
  readonly sealers?: readonly { readonly node: string; readonly name?: string; readonly blocks: number }[];
  readonly observed?: readonly {
    readonly time: number;
    readonly pending: number | null;
    readonly viewChanges: number | null;
  }[];
  readonly lags?: readonly {
    readonly node: string;
    readonly name?: string;
    readonly points: readonly { readonly time: number; readonly lag: number }[];
  }[];
}

export interface ChartsAnswer {
  readonly charts: ChartsData;
  /** What was wrong in this time; absent where nothing was indexed. */
  readonly story?: ShownStory;
  /** Of the range that it is compared with. */
  readonly before?: ChartsData;
}

/** How much earlier the range lies that is compared: as long as the range itself, a day, or a week. */
export type Comparison = "none" | "range" | "day" | "week";

export type ChartsTexts = Readonly<
  Record<
    | ("heading" | "noIndex" | "makeIndex" | "empty" | "range" | "all" | "hour" | "day" | "week" | "month" | "from")
    | ("to" | "show" | "every" | "values" | "spoken" | "time" | "transactionsAndFailures" | "transactions")
    | ("failed" | "interval" | "average" | "max" | "perBlock" | "gas" | "waits" | "seen" | "sealers" | "sealer")
    | ("blocks" | "percent" | "pool" | "pending" | "views" | "viewChanges" | "lag" | "observedNote" | "compare")
    | ("compareNone" | "compareRange" | "compareDay" | "compareWeek" | "before" | "sealedBy" | "everySealer")
    | ("zoomIn" | "zoomOut" | "earlier" | "later" | "zoomHint" | "logScale" | "wholeChart" | "logs" | "seconds")
    | ("minutes" | "hours" | "days"),
    string
  >
>;

/** What the document starts with. */
export interface ChartsStart {
  readonly chosen?: TimeRange;
  readonly groupId: string;
  readonly title: string;
  readonly texts: ChartsTexts;
}

/** How far back from the last block, or between two times. */
export type ChosenRange = "all" | "hour" | "day" | "week" | "month" | TimeRange;

/** What the page keeps while its window is loaded anew. */
export interface ChartsState {
  readonly groupId: string;
  readonly title: string;
  readonly chosen: ChosenRange;
  readonly compared?: Comparison;
  readonly sealer?: string;
}

export type ChartsProtocol = {
  readonly asks: {
    /** Null where the group has no index. */
    readonly charts: {
      readonly question: {
        readonly range: TimeRange | null;
        readonly compared: Comparison;
        /** Node ID of the one whose blocks are drawn; empty for all. */
        readonly sealer: string;
      };
      readonly answer: ChartsAnswer | null;
    };
  };
  readonly says: {
    /** Make an index. */
    readonly index: null;
    /** Logs of nodes of this time. */
    readonly logs: TimeRange;
  };
  readonly tells: {
    /** The index came, went or got on. */
    readonly changed: null;
    /** Another time. */
    readonly range: TimeRange;
  };
};
