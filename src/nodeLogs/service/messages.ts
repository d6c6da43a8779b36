import type { Story } from "../../chain/health/story";
import type { OrderOf } from "../../processes/protocol";
import type { LogExcerpt } from "../reading/logExcerpt";

// What the program that reads logs and its starter tell each other, over the channel of a child process. Types alone: the extension
// shares them.

export interface ShownLine {
  readonly cells: readonly string[];
  /** The line of a log that says so: a file by its number, and a byte of it, unpacked. */
  readonly at?: { readonly file: number; readonly offset: number };
}

/** A list, in words of the chosen language. */
export interface ShownTable {
  readonly id: string;
  readonly title: string;
  readonly heads: readonly string[];
  /** Places of columns with numbers. */
  readonly right: readonly number[];
  readonly lines: readonly ShownLine[];
}

/** What logs tell, as a page shows it. Times are the nodes' own, in milliseconds as if they were UTC. */
export interface ShownLogs {
  readonly files: readonly string[];
  /** The gravest of what went wrong in a sentence, and all of it in the order of time. */
  readonly story: Story & { readonly more: readonly string[] };
  readonly summary: readonly string[];
  readonly range?: { readonly from: number; readonly to: number };
  /** Length of an interval in milliseconds. */
  readonly step: number;
  /** Names of the stages. */
  readonly stages: readonly string[];
  readonly points: readonly {
    readonly time: number;
    readonly transactions: number;
    readonly failed: number;
    readonly maxMs: number;
    /** Milliseconds, in the order of `stages`. */
    readonly stages: readonly (number | null)[];
  }[];
  readonly tables: readonly ShownTable[];
}

/** What the program does. */
export interface NodeLogsProtocol {
  readonly orders: {
    /** Reads logs between two times, in milliseconds of `logTime`; tells how many bytes it has read. */
    readonly analyze: OrderOf<
      { readonly paths: readonly string[]; readonly from?: number; readonly to?: number },
      ShownLogs,
      number
    >;
    /** The lines around a byte of an (unpacked) log. */
    readonly excerpt: OrderOf<{ readonly path: string; readonly offset: number }, LogExcerpt>;
  };
  readonly asks: Record<never, never>;
}
