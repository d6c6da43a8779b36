import type { OrderOf } from "../../processes/protocol";
import type { LogsAnswer } from "../../webview/nodeLogs/messages";
import type { LogExcerpt } from "../reading/logExcerpt";

// What the program that reads logs and its starter tell each other, over the channel of a child process. Types alone: the extension
// shares them.

/** What logs tell, as their page shows it, and the files by whose numbers lines are found. */
export type ShownLogs = LogsAnswer & { readonly files: readonly string[] };

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
