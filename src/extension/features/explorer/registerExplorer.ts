import * as vscode from "vscode";
import type { ExplorerQuestion, ExplorerState } from "../../../webview/explorer/messages";
import { reads, registerTargetCommands } from "../../flows/target/chainCommands";
import type { On } from "../../kit/commands/target";
import { showInformation } from "../../kit/messages/notify";
import { OpenPages } from "../../kit/pages/openPages";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { groupTitle } from "../../state/connections/groupTitle";
import type { ExplorerContent, ExplorerPanel } from "./explorerPanel";

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
    make: async (panel, content, closed) =>
      new (await import("./explorerPanel")).ExplorerPanel(app, panel, content, closed),
    show: (page, { first }) => page.show(first),
    restore: restoredContent,
    // A page that is seen is a view of its chain.
    restored: () => app.connections.restore(),
  });
  const open = async (group: ChainGroup, first: ExplorerQuestion): Promise<void> => {
    await pages.open({ groupId: group.id, title: groupTitle(group), first });
  };
  const follow = async (uri: vscode.Uri): Promise<void> => {
    const { linkedPage } = await import("./permalink");
    const linked = linkedPage(uri);
    const group = app.connections.groups.find(({ chainKey }) => chainKey === linked?.chainKey);
    if (linked && group) await open(group, linked.question);
    else if (linked) void showInformation(vscode.l10n.t("First connect to the chain of this link."));
  };
  return vscode.Disposable.from(
    pages,
    vscode.window.registerUriHandler({ handleUri: (uri) => void follow(uri).catch(app.errors.show) }),
    registerTargetCommands(app, {
      "chainside.openExplorer": reads((group) => open(group, { kind: "overview" })),
    }),
  );
}
