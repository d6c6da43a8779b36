import * as vscode from "vscode";
import type { NodeState } from "../../../processes/nodes/nodeState";
import { askNodeFolder } from "../../flows/nodes/askNodeFolder";
import { mayRunScripts } from "../../flows/nodes/runNodeScript";
import { free, registerTargetCommands } from "../../flows/target/chainCommands";
import { askChoices } from "../../kit/asking/ask";
import { showProgress } from "../../kit/asking/progress";
import type { On, Target } from "../../kit/commands/target";
import { showError, showInformation } from "../../kit/messages/notify";
import { dragCopyText } from "../../kit/tree/dragCopyText";
import { NodeTree } from "../../kit/tree/nodeTree";
import { createTreeView } from "../../kit/tree/treeView";
import type { Chainside } from "../../state/chainside";
import type { NodeFolder } from "../../state/nodeFolders/nodeFolder";
import type { NodeFolders } from "../../state/nodeFolders/nodeFolders";
import { logFiles } from "../../state/nodeFolders/nodeLog";
import { registerAccessMatrix } from "./accessMatrixPanel";
import { filterLog } from "./filterLog";
import { LogView, nodeLogScheme, nodesOf } from "./logView";
import { type NodeFolderNode, nodeFolderNodes } from "./nodeNodes";
import { rollingRestart } from "./rollingRestart";
import { runNode } from "./runNode";
import { askToRestart, askToStop } from "./stopQuestion";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.refreshNodes": () => void;
    "chainside.startNode": On<"nodeFolder">;
    "chainside.stopNode": On<"nodeFolder">;
    "chainside.restartNodes": On<"nodeFolder">;
    "chainside.openNodeConfig": On<"nodeFolder">;
    "chainside.openNodeLog": On<"nodeFolder">;
    "chainside.filterNodeLog": On<"file">;
    "chainside.remoteNode": () => void;
  }
}

/** How often a visible view looks whether the nodes still run: who has a local port each. */
const lookMs = 3000;

const sameState = (one: NodeState, other: NodeState | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Tells when a node runs, or runs no more, other than the view says, while the user looks. */
function watchRunning(
  folders: NodeFolders,
  seen: () => boolean,
  shown: () => readonly NodeFolderNode[],
  changed: () => void,
): vscode.Disposable {
  let looking = false;
  const look = async (): Promise<void> => {
    if (looking || !seen()) return;
    looking = true;
    try {
      const lines = shown();
      const states = await Promise.all(lines.map(({ folder }) => folders.state(folder)));
      // Only of what is still shown: a line that was made meanwhile is newer than this look.
      if (lines === shown() && lines.some(({ state }, index) => !sameState(state, states[index]))) changed();
    } finally {
      looking = false;
    }
  };
  const timer = setInterval(() => void look(), lookMs);
  return new vscode.Disposable(() => clearInterval(timer));
}

/** The Nodes view: node folders of the workspace, their state, their scripts, and who accepts whom. */
export function registerNodes(app: Chainside): vscode.Disposable {
  const folders = app.nodeFolders;
  let shown: readonly NodeFolderNode[] = [];
  const tree = new NodeTree(() => shown, app.errors);
  const view = createTreeView("chainside.nodes", tree, {
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
  const logView = new LogView(app);
  const openLogs = async (chosen: readonly NodeFolder[]): Promise<void> => {
    const files = await Promise.all(chosen.map(({ uri }) => logFiles(uri)));
    const written = chosen.filter((_, index) => (files[index]?.length ?? 0) > 0);
    if (written.length > 0) await logView.open({ nodes: nodesOf(written), modules: [] });
    else
      for (const { place } of chosen.slice(0, 1))
        void showInformation(vscode.l10n.t("{0} hasn't written a log yet.", place));
  };
  const openLog = (folder: NodeFolder): Promise<void> => openLogs([folder]);
  const runOne = async (folder: NodeFolder, script: "start.sh" | "stop.sh"): Promise<void> => {
    if (script === "start.sh" ? !folder.hasStart : !folder.hasStop) {
      void showError(vscode.l10n.t("{0} has no {1}.", folder.place, script));
      return;
    }
    await showProgress({ location: { viewId: "chainside.nodes" } }, () =>
      runNode(folders, folder, script, openLog, app.errors.show),
    );
    again();
  };
  /** Nothing is asked of those that certainly do not run. */
  const someRuns = async (chosen: readonly NodeFolder[]): Promise<boolean> =>
    (await Promise.all(chosen.map((folder) => folders.isRunning(folder)))).some((running) => running !== false);
  const run = async (
    target: Target,
    selection: readonly Target[],
    script: "start.sh" | "stop.sh",
    title: string,
  ): Promise<void> => {
    if (!(await mayRunScripts())) return;
    const selected = selection.flatMap((each) => (each.kind === "nodeFolder" ? [each.folder] : []));
    const chosen = selected.length > 1 ? selected : [await askNodeFolder(folders, target, title)];
    const choice = script === "stop.sh" && (await someRuns(chosen)) ? await askToStop(app, chosen) : "stop";
    if (choice === "restart") await rollingRestart(app, chosen);
    else if (choice === "stop") for (const one of chosen) await runOne(one, script);
    again();
  };
  /** Those that a person ticks of the nodes that can be stopped and started: before, those that run. Says so where there is none. */
  const askNodesToRestart = async (title: string): Promise<readonly NodeFolder[]> => {
    const able = (await folders.list()).filter(({ hasStart, hasStop }) => hasStart && hasStop);
    if (able.length === 0) {
      void showInformation(vscode.l10n.t("No node folder here has start.sh and stop.sh."));
      return [];
    }
    const running = await Promise.all(able.map((folder) => folders.isRunning(folder)));
    const choices = able.map((folder, index) => ({
      label: folder.name,
      description: folder.place,
      picked: running[index] === true,
      value: folder,
    }));
    return askChoices(choices, {
      title,
      placeHolder: vscode.l10n.t("Select the nodes to restart, one after the other"),
    });
  };
  const restart = async (target: Target, selection: readonly Target[]): Promise<void> => {
    if (!(await mayRunScripts())) return;
    const selected = selection.flatMap((each) => (each.kind === "nodeFolder" ? [each.folder] : []));
    const clicked = selected.length > 1 ? selected : target.kind === "nodeFolder" ? [target.folder] : [];
    const chosen = clicked.length > 0 ? clicked : await askNodesToRestart(vscode.l10n.t("Restart Nodes One by One"));
    const [unable] = chosen.filter(({ hasStart, hasStop }) => !hasStart || !hasStop);
    if (unable) {
      void showError(vscode.l10n.t("{0} has no {1}.", unable.place, unable.hasStop ? "start.sh" : "stop.sh"));
      return;
    }
    if (chosen.length > 0 && (await askToRestart(app, chosen))) await rollingRestart(app, chosen);
    again();
  };
  /** A node may end by itself: the view says so without being asked. */
  const seen = (): boolean => view.visible && vscode.window.state.focused;
  const stopLooking = watchRunning(folders, seen, () => shown, again);
  again();
  return vscode.Disposable.from(
    stopLooking,
    logView,
    tree,
    view,
    view.onDidChangeVisibility(again),
    folders.onDidChange(again),
    app.connections.onDidChangeActiveGroup(again),
    app.connections.onDidChangeGroup(({ change }) => {
      if (change === "nodes") again();
    }),
    registerAccessMatrix(app, folders),
    registerTargetCommands(app, {
      "chainside.refreshNodes": free(() => folders.forget()),
      "chainside.startNode": free((target, selection) =>
        run(target, selection, "start.sh", vscode.l10n.t("Start Node")),
      ),
      "chainside.stopNode": free((target, selection) => run(target, selection, "stop.sh", vscode.l10n.t("Stop Node"))),
      "chainside.restartNodes": free(restart),
      "chainside.openNodeConfig": free(async (target) => {
        const folder = await askNodeFolder(folders, target, vscode.l10n.t("Open config.ini"));
        await vscode.window.showTextDocument(vscode.Uri.joinPath(folder.uri, "config.ini"));
      }),
      "chainside.openNodeLog": free(async (target, selection) => {
        const selected = selection.flatMap((each) => (each.kind === "nodeFolder" ? [each.folder] : []));
        if (selected.length > 1) return openLogs(selected);
        return openLog(await askNodeFolder(folders, target, vscode.l10n.t("Open Log")));
      }),
      "chainside.remoteNode": free(async () => (await import("./remoteNode")).remoteNode()),
      "chainside.filterNodeLog": free(async (target) => {
        const uri = target.kind === "file" ? target.uri : vscode.window.activeTextEditor?.document.uri;
        if (uri?.scheme === nodeLogScheme) await filterLog(logView, await folders.list(), uri);
        else void showInformation(vscode.l10n.t("Open a node's log first."));
      }),
    }),
  );
}
