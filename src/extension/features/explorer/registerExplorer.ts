import * as vscode from "vscode";
import type { ExplorerQuestion } from "../../../webview/explorer/messages";
import { targetGroup } from "../../flows/target/askGroup";
import { registerCommands } from "../../kit/commands/registerCommands";
import type { Chainside } from "../../state/chainside";
import { ExplorerPanel } from "./explorerPanel";

/** The explorer page: one a group, opened on the overview or on what it is asked to show. */
export function registerExplorer(app: Chainside): vscode.Disposable {
  const panels = new Map<string, ExplorerPanel>();
  const open = async (target: unknown, question: ExplorerQuestion = { kind: "overview" }): Promise<void> => {
    const group = await targetGroup(app, target);
    const known = panels.get(group.id);
    if (known?.group === group) known.show(question);
    else {
      known?.dispose();
      const panel = new ExplorerPanel(app, group, question, () => {
        if (panels.get(group.id) === panel) panels.delete(group.id);
      });
      panels.set(group.id, panel);
    }
  };
  return vscode.Disposable.from(
    registerCommands(app, { "chainside.openExplorer": (target) => open(target) }),
    new vscode.Disposable(() => {
      for (const panel of panels.values()) panel.dispose();
    }),
  );
}
