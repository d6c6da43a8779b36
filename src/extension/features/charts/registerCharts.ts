import * as vscode from "vscode";
import type { ChartsState } from "../../../webview/charts/messages";
import { reads, registerTargetCommands } from "../../flows/target/chainCommands";
import type { On } from "../../kit/commands/target";
import { OpenPages } from "../../kit/pages/openPages";
import type { Chainside } from "../../state/chainside";
import { groupTitle } from "../../state/connections/groupTitle";
import type { ChartsContent, ChartsPanel } from "./chartsPanel";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.openCharts": On<"group" | "range">;
  }
}

/** The state of a page comes from the window's memory: what is not as it should be is left alone. */
function restoredContent(state: unknown): ChartsContent | undefined {
  const { groupId, title } = (state ?? {}) as Partial<ChartsState>;
  return typeof groupId === "string" && typeof title === "string" ? { groupId, title } : undefined;
}

/** The page of charts: one a group, also after the window was loaded anew. */
export function registerCharts(app: Chainside): vscode.Disposable {
  const pages = new OpenPages<ChartsContent, ChartsPanel>({
    viewType: "chainside.charts",
    key: ({ groupId }) => groupId,
    title: ({ title }) => title,
    make: async (panel, content, closed) => {
      const { ChartsPanel } = await import("./chartsPanel");
      return new ChartsPanel(app, panel, content, closed);
    },
    show: (page, { chosen }) => chosen && page.show(chosen),
    restore: restoredContent,
    // A page that is seen is a view of its chain.
    restored: () => app.connections.restore(),
  });
  return vscode.Disposable.from(
    pages,
    registerTargetCommands(app, {
      "chainside.openCharts": reads(async (group, target) => {
        const range = target.kind === "range" ? { from: target.from, to: target.to } : undefined;
        const title = groupTitle(group);
        await pages.open({ groupId: group.id, title, ...(range ? { chosen: range } : {}) });
      }),
    }),
  );
}
