import * as vscode from "vscode";
import { rangeOf } from "../../../pages/nodeLogs/logTimes";
import type { LogsContent } from "../../../webview/nodeLogs/messages";
import { free, registerTargetCommands } from "../../flows/target/chainCommands";
import type { On } from "../../kit/commands/target";
import { MadeTexts } from "../../kit/files/madeTexts";
import { OpenPages } from "../../kit/pages/openPages";
import type { Chainside } from "../../state/chainside";
import type { LogsPanel } from "./logsPanel";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.analyzeLogs": On<"nodeFolder" | "group" | "range">;
  }
}

/** The state of a page comes from the window's memory: what is not as it should be is left alone. */
function restoredContent(state: unknown): LogsContent | undefined {
  const { paths, title, range: reported } = (state ?? {}) as Partial<LogsContent>;
  if (!Array.isArray(paths) || !paths.every((path) => typeof path === "string") || typeof title !== "string")
    return undefined;
  const range = rangeOf(reported);
  return { paths, title, ...(range ? { range } : {}) };
}

/** Pages of what logs of nodes tell: one for each folder of logs. */
export function registerNodeLogs(app: Chainside): vscode.Disposable {
  const excerpts = new MadeTexts("chainside-logpart");
  const pages = new OpenPages<LogsContent, LogsPanel>({
    viewType: "chainside.nodeLogs",
    key: ({ paths }) => paths.join("\n"),
    title: ({ title }) => title,
    make: async (panel, content, closed) => {
      const { LogsPanel } = await import("./logsPanel");
      return new LogsPanel(app, panel, content, excerpts, closed);
    },
    show: (page, { range }) => range && page.show(range),
    restore: restoredContent,
  });
  return vscode.Disposable.from(
    pages,
    excerpts,
    registerTargetCommands(app, {
      "chainside.analyzeLogs": free(async (target) => {
        const { askLogs } = await import("./askLogs");
        await pages.open(await askLogs(app, target));
      }),
    }),
  );
}
