import * as vscode from "vscode";
import type { ExplorerQuestion } from "../../../webview/explorer/messages";
import { reads, registerTargetCommands } from "../../flows/target/chainCommands";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { ExplorerPanel } from "./explorerPanel";

/** The explorer page: one a group, opened on the overview or on what it is asked to show. */
export function registerExplorer(app: Chainside): vscode.Disposable {
  const panels = new Map<string, ExplorerPanel>();
  const open = (group: ChainGroup, question: ExplorerQuestion = { kind: "overview" }): void => {
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
    registerTargetCommands(app, { "chainside.openExplorer": reads((group) => open(group)) }),
    new vscode.Disposable(() => {
      for (const panel of panels.values()) panel.dispose();
    }),
  );
}
