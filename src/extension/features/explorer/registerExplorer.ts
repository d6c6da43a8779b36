import * as vscode from "vscode";
import type { ExplorerState } from "../../../webview/explorer/messages";
import { reads, registerTargetCommands } from "../../flows/target/chainCommands";
import type { On } from "../../kit/commands/target";
import { OpenPages } from "../../kit/pages/openPages";
import type { Chainside } from "../../state/chainside";
import { type ExplorerContent, ExplorerPanel } from "./explorerPanel";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.openExplorer": On<"group">;
  }
}

/** The state of a page comes from the window's memory: what is not as it should be is left alone. */
function restoredContent(state: unknown): ExplorerContent | undefined {
  const { groupId, title } = (state ?? {}) as Partial<ExplorerState>;
  if (typeof groupId !== "string" || typeof title !== "string") return undefined;
  return { groupId, title, first: { kind: "overview" } };
}

/** The explorer page: one a group, also after the window was loaded anew. */
export function registerExplorer(app: Chainside): vscode.Disposable {
  const pages = new OpenPages<ExplorerContent, ExplorerPanel>({
    viewType: "chainside.explorer",
    key: ({ groupId }) => groupId,
    title: ({ title }) => title,
    make: (panel, content, closed) => new ExplorerPanel(app, panel, content, closed),
    restore: restoredContent,
    // A page that is seen is a view of its chain.
    restored: () => app.connections.restore(),
  });
  return vscode.Disposable.from(
    pages,
    registerTargetCommands(app, {
      "chainside.openExplorer": reads(async (group) => {
        const title = `${group.connection.name} · ${group.groupId}`;
        const content: ExplorerContent = { groupId: group.id, title, first: { kind: "overview" } };
        const known = pages.find(content);
        if (known) known.show(content.first);
        else await pages.open(content);
      }),
    }),
  );
}
