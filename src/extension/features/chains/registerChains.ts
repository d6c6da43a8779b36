import * as vscode from "vscode";
import { restoreWhenSeen } from "../../flows/connections/restoreWhenSeen";
import { askBlock } from "../../flows/target/askBlock";
import { selectGroup, targetGroup } from "../../flows/target/askGroup";
import { free, onLine, reads, registerTargetCommands } from "../../flows/target/chainCommands";
import { nothing } from "../../flows/target/target";
import { askChoice, askText, type Choice } from "../../kit/asking/ask";
import type { On } from "../../kit/commands/target";
import { copyAndSay, showInformation } from "../../kit/messages/notify";
import { copiedText } from "../../kit/tree/dragCopyText";
import { NodeTree } from "../../kit/tree/nodeTree";
import type { TreeNode } from "../../kit/tree/treeNode";
import { createTreeView } from "../../kit/tree/treeView";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup, GroupChange } from "../../state/connections/chainGroup";
import type { Connection } from "../../state/connections/connection";
import { connectionNodes } from "./connectionNodes";
import { dropNodes } from "./dragNodes";
import { LiveFolders } from "./liveFolders";

/** What is worth copying when nothing was clicked. */
async function askValue(app: Chainside): Promise<string> {
  const group = await targetGroup(app, nothing);
  const { session, connection } = group;
  const account = app.accounts.active(group);
  const values: [string, string][] = [
    [vscode.l10n.t("Group"), session.groupId],
    [vscode.l10n.t("Chain ID"), session.chainId],
    ...(connection.endpoint === undefined
      ? []
      : [[vscode.l10n.t("Endpoint"), connection.endpoint] as [string, string]]),
    ...(account ? [[vscode.l10n.t("Signing account"), account.address] as [string, string]] : []),
    ...app.knownContracts
      .list(group)
      .map((contract): [string, string] => [
        vscode.l10n.t("Contract {0}", app.knownContracts.titleOf(group, contract)),
        contract.address,
      ]),
  ];
  return askChoice(
    values.map(([label, value]): Choice<string> => ({ label, description: value, value })),
    { title: vscode.l10n.t("Copy") },
  );
}

/** Puts the values of the selected lines on the clipboard, one a line. */
async function copyValue(app: Chainside, nodes: readonly TreeNode[]): Promise<void> {
  await copyAndSay(copiedText(nodes) ?? (await askValue(app)));
}

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.selectGroup": On<"group">;
    "chainside.goToBlock": On<"group">;
    "chainside.refresh": (line?: TreeNode) => void;
    "chainside.copyValue": (line?: TreeNode) => void;
    "chainside.filterLines": (line?: TreeNode) => void;
  }
}

/** Which folders a change of a group makes old. */
const foldersOf: Readonly<Record<GroupChange, readonly string[]>> = {
  height: ["blocks"],
  nodes: ["sealers", "observers", "candidates", "groupPeers", "peers"],
  bfs: ["bfs"],
  config: ["systemConfig"],
  contracts: [],
  governance: ["systemConfig", "sealers", "observers", "candidates", "groupPeers"],
  health: [],
  session: [],
};

/** Connections with more groups than this are asked how a group fares only while it is unfolded. */
const fewGroups = 3;

/**
 * The selected lines of a tree, as they are now. VS Code itself doesn't know a line while it asks for it again, as at every refresh of its
 * folder: `TreeView.selection` lacks it then, and so does the event of a selection that is made meanwhile, which comes only once.
 */
export class SelectionMemory implements vscode.Disposable {
  #last: readonly TreeNode[] = [];
  readonly #subscription: vscode.Disposable;

  constructor(
    private readonly view: Pick<vscode.TreeView<TreeNode>, "onDidChangeSelection" | "selection">,
    private readonly tree: Pick<NodeTree, "find">,
  ) {
    this.#subscription = view.onDidChangeSelection(({ selection }) => {
      this.#last = selection;
    });
  }

  /** Without those that are gone. */
  get lines(): readonly TreeNode[] {
    const { selection } = this.view;
    // Either may lack lines, and neither has one that isn't selected.
    const fuller = selection.length > this.#last.length ? selection : this.#last;
    return fuller.flatMap(({ id }) => this.tree.find(id) ?? []);
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}

/** The Chains view: the tree, its refreshing, and the commands that need nothing else. */
export function registerChains(app: Chainside): vscode.Disposable {
  const tree = new NodeTree(() => connectionNodes(app), app.errors);
  const view = createTreeView("chainside.chains", tree, {
    canSelectMany: true,
    showCollapseAll: true,
    dragAndDropController: dropNodes,
  });
  const selected = new SelectionMemory(view, tree);
  const live = new LiveFolders(app, tree, view);
  // The line of a group tells how it fares: of each group where there are few, else of the unfolded ones.
  const isLookedAt = ({ id, connection }: ChainGroup): boolean =>
    tree.isUnfolded(id) || (connection.groups.length <= fewGroups && tree.isUnfolded(connection.id));
  // Of a connection none of whose groups is unfolded, the first tells whether it lives.
  const onScreen = ({ groups }: Connection): readonly ChainGroup[] => {
    const unfolded = groups.filter(({ id }) => tree.isUnfolded(id));
    return unfolded.length > 0 ? unfolded : groups.slice(0, 1);
  };
  // A line that had nothing below it stays folded when children come, unless the user unfolds it.
  const unfold = (id: string): void => {
    const node = tree.find(id);
    if (!node || !view.visible) return;
    view.reveal(node, { select: false, focus: false, expand: true }).then(undefined, app.errors.log);
  };
  return vscode.Disposable.from(
    tree,
    view,
    selected,
    restoreWhenSeen(app, view),
    live,
    tree.watch(view),
    app.watch.add({
      heights: () => (view.visible ? app.connections.all.flatMap(onScreen) : []),
      health: () => (view.visible ? app.connections.groups.filter(isLookedAt) : []),
      nodes: () => (view.visible ? app.connections.all.flatMap(onScreen) : []),
    }),
    view.onDidChangeVisibility(() => app.watch.lookNow()),
    app.connections.onDidChange((connection) => {
      tree.refresh(connection?.id);
      if (connection?.state.kind === "connected" || connection?.state.kind === "failed") unfold(connection.id);
    }),
    app.connections.onDidChangeGroup(({ group, change }) => {
      for (const folder of foldersOf[change]) tree.refresh(`${group.id}/${folder}`);
      if (change === "height") live.noteBlock(group);
      // The line of the group tells it, and so do the lines of its members.
      if (change === "health" || change === "session") tree.refresh(group.id);
      if (change === "health" && group.connection.endpoints.length > 1) tree.refresh(group.connection.id);
    }),
    app.sent.onDidChange((chainKey) => {
      for (const group of app.connections.groups) if (group.chainKey === chainKey) tree.refresh(`${group.id}/pending`);
    }),
    app.indexes.onDidChange((chainKey) => {
      for (const group of app.connections.groups) {
        if (group.chainKey !== chainKey) continue;
        // the folder comes and goes with its index
        const isThere = app.indexes.has(group);
        tree.refresh(isThere === (tree.find(`${group.id}/index`) !== undefined) ? `${group.id}/index` : group.id);
      }
    }),
    app.nodeNames.onDidChange(() => {
      for (const group of app.connections.groups)
        for (const folder of foldersOf.nodes) tree.refresh(`${group.id}/${folder}`);
    }),
    registerTargetCommands(app, {
      "chainside.selectGroup": free((target) => selectGroup(app, target)),
      "chainside.goToBlock": reads(async (group) => {
        const block = await askBlock(group, {
          title: vscode.l10n.t("Go to Block"),
          prompt: (height) =>
            vscode.l10n.t("Number (0 to {0}) or hash of the block. Leave empty for the newest.", height),
          optional: true,
        });
        const folder = `${group.id}/blocks`;
        const isOlder = block !== undefined && block < (group.height ?? 0);
        tree.change(folder, { pages: 1, start: isOlder ? block : undefined });
        await tree.reveal(view, [group.connection.id, group.id, folder]);
      }),
      "chainside.refresh": onLine((line) => tree.refresh(line?.id)),
      "chainside.copyValue": onLine((line, selection) => {
        const lines = selection.length > 0 ? selection : line ? [line] : [];
        return copyValue(app, lines.length === 0 && view.visible ? selected.lines : lines);
      }),
      "chainside.filterLines": onLine(async (line) => {
        const node = line ?? selected.lines.find(({ id }) => tree.isUnfolded(id));
        if (!node) {
          void showInformation(
            vscode.l10n.t(
              "First select an expanded folder in the Chains view, such as Peers, Observers, or a directory.",
            ),
          );
          return;
        }
        const filter = await askText({
          title: vscode.l10n.t("Filter"),
          prompt: vscode.l10n.t(
            "Show only lines that contain this text, such as part of a name, an ID, or an address. Leave empty to show all.",
          ),
          value: tree.shown(node.id).filter ?? "",
        });
        tree.change(node.id, { filter });
        await tree.reveal(view, [node.id]);
      }),
    }),
  );
}
