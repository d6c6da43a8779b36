// The program that reads logs of nodes for the editor, over the channel of the process that started it: the extension host reads none.
import { errorMessage } from "../../errors/errorMessage";
import { serveStarter } from "../../processes/serveStarter";
import { useLocale } from "../../text/catalogueFile";
import { logExcerpt } from "../reading/logExcerpt";
import { analyzeLogs } from "../report/analyzeLogs";
import type { NodeLogsProtocol } from "./messages";
import { shownLogs } from "./shownLogs";

useLocale(process.env["CHAINSIDE_LOCALE"] ?? "en");

serveStarter<NodeLogsProtocol>(
  {
    analyze: async ({ paths, from, to }, { signal, tell }) => {
      let bytes = 0;
      const range = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
      const onProgress = (more: number): void => {
        bytes += more;
        tell(bytes);
      };
      return shownLogs(await analyzeLogs(paths, { ...range, signal, onProgress }));
    },
    excerpt: ({ path, offset }, { signal }) => logExcerpt(path, offset, signal),
  },
  { report: errorMessage },
);
