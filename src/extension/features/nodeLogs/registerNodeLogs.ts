import * as vscode from "vscode";
import type { LogsContent } from "../../../webview/nodeLogs/messages";
import { free, registerTargetCommands } from "../../flows/target/chainCommands";
import type { On } from "../../kit/commands/target";
import { OpenPages } from "../../kit/pages/openPages";
import type { Chainside } from "../../state/chainside";
import { LogExcerpts } from "./logExcerpts";
import type { LogsPanel } from "./logsPanel";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.analyzeLogs": On<"nodeFolder" | "group" | "stretch">;
  }
}

const isRange = (range: unknown): range is { from: number; to: number } => {
  const { from, to } = (range ?? {}) as { from?: unknown; to?: unknown };
  return Number.isFinite(from) && Number.isFinite(to);
};

/** The state of a page comes from the window's memory: what is not as it should be is left alone. */
function restoredContent(state: unknown): LogsContent | undefined {
  const { paths, title, range } = (state ?? {}) as Partial<LogsContent>;
  if (!Array.isArray(paths) || !paths.every((path) => typeof path === "string") || typeof title !== "string")
    return undefined;
  return { paths, title, ...(isRange(range) ? { range } : {}) };
}

/** Pages of what logs of nodes tell: one for each folder of logs. */
export function registerNodeLogs(app: Chainside): vscode.Disposable {
  const excerpts = new LogExcerpts();
  const pages = new OpenPages<LogsContent, LogsPanel>({
    viewType: "chainside.nodeLogs",
    key: ({ paths }) => paths.join("\n"),
    title: ({ title }) => title,
    make: async (panel, content, closed) => {
      const { LogsPanel } = await import("./logsPanel");
      return new LogsPanel(app, panel, content, excerpts, closed);
    },
    restore: restoredContent,
  });
  return vscode.Disposable.from(
    pages,
    excerpts,
    registerTargetCommands(app, {
      "chainside.analyzeLogs": free(async (target) => {
        const { askLogs } = await import("./askLogs");
        const content = await askLogs(app, target);
        const open = pages.find(content);
        await pages.open(content);
        if (open && content.range) open.show(content.range);
      }),
    }),
  );
}
