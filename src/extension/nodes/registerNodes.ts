import * as vscode from "vscode";
import type { Chainside } from "../app/chainside";
import { registerArchive } from "../archive/registerArchive";
import { askChoice, type Choice } from "../asking/ask";
import { dragCopyText } from "../chains/dragNodes";
import { registerCommands } from "../commands/registerCommands";
import { NodeTree } from "../tree/nodeTree";
import type { TreeNode } from "../tree/treeNode";
import { registerAccessMatrix } from "./accessMatrixPanel";
import { newestLog } from "./newestLog";
import type { NodeFolder } from "./nodeFolder";
import { NodeFolders } from "./nodeFolders";
import { isNodeFolderNode, nodeFolderNodes } from "./nodeNodes";
import { mayRun, runNodeScript } from "./runNodeScript";

/** After a script ends, a node needs a moment to open or close its ports. */
const settleMs = 1500;

/** The clicked node folder, or one the user picks. @throws Cancelled */
async function targetFolder(folders: NodeFolders, target: unknown, title: string): Promise<NodeFolder | undefined> {
  if (isNodeFolderNode(target)) return target.folder;
  const found = await folders.list();
  if (found.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("The workspace holds no node folder: open the folder that build_chain.sh made."),
    );
    return undefined;
  }
  return askChoice(
    found.map(
      (folder): Choice<NodeFolder> => ({ label: `$(vm) ${folder.name}`, description: folder.place, value: folder }),
    ),
    { title },
  );
}

/** The Nodes view: node folders of the workspace, their state, their scripts, and who accepts whom. */
export function registerNodes(app: Chainside): vscode.Disposable {
  const folders = new NodeFolders();
  let shown: readonly TreeNode[] = [];
  const tree = new NodeTree(() => shown, app.errors);
  const view = vscode.window.createTreeView<TreeNode>("chainside.nodes", {
    treeDataProvider: tree,
    showCollapseAll: true,
    canSelectMany: true,
    dragAndDropController: dragCopyText,
  });
  let turn = 0;
  const refresh = async (): Promise<void> => {
    if (!view.visible) return;
    const mine = ++turn;
    const nodes = await nodeFolderNodes(app, folders);
    if (mine !== turn) return;
    shown = nodes;
    tree.refresh();
  };
  const again = (): void => void refresh().catch(app.errors.log);
  const run = async (target: unknown, script: "start.sh" | "stop.sh", title: string): Promise<void> => {
    if (!(await mayRun())) return;
    const folder = await targetFolder(folders, target, title);
    if (!folder) return;
    if (script === "start.sh" ? !folder.hasStart : !folder.hasStop) {
      void vscode.window.showErrorMessage(vscode.l10n.t("{0} has no {1}.", folder.place, script));
      return;
    }
    await runNodeScript(folder, script);
    setTimeout(again, settleMs);
  };
  again();
  return vscode.Disposable.from(
    folders,
    tree,
    view,
    view.onDidChangeVisibility(again),
    folders.onDidChange(again),
    app.connections.onDidChangeActiveGroup(again),
    app.connections.onDidChangeGroup(({ change }) => {
      if (change === "nodes") again();
    }),
    registerAccessMatrix(app, folders),
    registerArchive(app, folders),
    registerCommands(app, {
      "chainside.refreshNodes": () => folders.forget(),
      "chainside.startNode": (target) => run(target, "start.sh", vscode.l10n.t("Start Node")),
      "chainside.stopNode": (target) => run(target, "stop.sh", vscode.l10n.t("Stop Node")),
      "chainside.openNodeConfig": async (target) => {
        const folder = await targetFolder(folders, target, vscode.l10n.t("Open config.ini"));
        if (folder) await vscode.window.showTextDocument(vscode.Uri.joinPath(folder.uri, "config.ini"));
      },
      "chainside.openNodeLog": async (target) => {
        const folder = await targetFolder(folders, target, vscode.l10n.t("Open Log"));
        if (!folder) return;
        const log = await newestLog(folder);
        if (log) await vscode.window.showTextDocument(log);
        else void vscode.window.showInformationMessage(vscode.l10n.t("{0} has written no log yet.", folder.place));
      },
    }),
  );
}
