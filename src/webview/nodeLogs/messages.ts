import type { ShownStory } from "../shared/messages";

/** Where a line of a log is: a file of the analysis by its number, and a byte of it, unpacked. */
export interface LineAt {
  readonly file: number;
  readonly offset: number;
}

/** A line of a list, with what it is about, and the line of the log that says so. */
interface LogLine {
  readonly cells: readonly string[];
  readonly at?: LineAt;
}

export interface LogTable {
  readonly id: string;
  readonly title: string;
  readonly heads: readonly string[];
  /** Places of columns with numbers. */
  readonly right: readonly number[];
  readonly lines: readonly LogLine[];
}

/** What logs tell, in the reader's words. Times are the nodes' own. */
export interface LogsAnswer {
  /** The gravest of what went wrong in a sentence, and all of it in the order of time. */
  readonly story: ShownStory;
  /** What was read, and what it comes to. */
  readonly summary: readonly string[];
  /** In milliseconds, as if they were UTC. */
  readonly range?: { readonly from: number; readonly to: number };
  readonly step: number;
  readonly points: readonly {
    readonly time: number;
    readonly transactions: number;
    readonly failed: number;
    readonly maxMs: number;
    /** Milliseconds, in the order of `stages`. */
    readonly stages: readonly (number | null)[];
  }[];
  /** Names of the stages. */
  readonly stages: readonly string[];
  readonly tables: readonly LogTable[];
}

export type NodeLogsTexts = Readonly<
  Record<
    | ("heading" | "from" | "to" | "show" | "all" | "zoomHint" | "logScale" | "wholeChart" | "charts" | "reading")
    | ("cancel" | "canceled" | "none" | "time" | "perStage" | "maxMs" | "transactionsAndFailures" | "transactions")
    | ("failed" | "values" | "spoken" | "showLine"),
    string
  >
>;

/** Which logs, and of which time. */
export interface LogsContent {
  readonly paths: readonly string[];
  readonly title: string;
  readonly range?: { readonly from: number; readonly to: number };
}

/** What the document starts with. */
export interface NodeLogsStart {
  readonly content: LogsContent;
  readonly texts: NodeLogsTexts;
}

export type NodeLogsProtocol = {
  readonly asks: {
    readonly logs: { readonly question: LogsContent["range"] | null; readonly answer: LogsAnswer };
  };
  readonly says: {
    readonly open: LineAt;
    /** Charts of a group of this time. */
    readonly charts: { readonly from: number; readonly to: number };
  };
  readonly tells: {
    /** Megabytes that were read. */
    readonly read: number;
    /** Another time. */
    readonly range: { readonly from: number; readonly to: number };
  };
};
