import * as vscode from "vscode";
import { runCommand } from "../../kit/commands/commands";
import { showInformation, showWarning } from "../../kit/messages/notify";
import { dragCopyText, plainText } from "../../kit/tree/dragCopyText";
import type { TreeNode } from "../../kit/tree/treeNode";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** Node IDs of a text, each once. */
export function nodeIdsOf(text: string): string[] {
  return [...new Set(text.match(/(?<![0-9a-fA-F])[0-9a-fA-F]{128}(?![0-9a-fA-F])/g)?.map((id) => id.toLowerCase()))];
}

/** What a node becomes that is dropped on a folder of a group or a line of it: a directory of the chain may have the name of one. */
function commandOf(
  target: TreeNode | undefined,
  group: ChainGroup | undefined,
): "chainside.addSealer" | "chainside.addObserver" | undefined {
  for (let node = target; node && group; node = node.parent) {
    if (node.id === `${group.id}/sealers`) return "chainside.addSealer";
    if (node.id === `${group.id}/observers`) return "chainside.addObserver";
  }
  return undefined;
}

/**
 * Node IDs (of node folders, of group peers, of a text) dropped on Sealers or Observers: each goes the way of the command, with its
 * checks and its question before anything is signed.
 */
export const dropNodes: vscode.TreeDragAndDropController<TreeNode> = {
  ...dragCopyText,
  dropMimeTypes: [plainText],
  async handleDrop(target, data) {
    const group = target?.target?.group;
    const command = commandOf(target, group);
    const text = (await data.get(plainText)?.asString()) ?? "";
    const ids = nodeIdsOf(text);
    if (!command || !group) {
      void showInformation(
        vscode.l10n.t(
          "Drag a node ID to Sealers or Observers to make the node a sealer or an observer. You're asked first.",
        ),
      );
      return;
    }
    if (ids.length === 0) {
      void showWarning(
        vscode.l10n.t("No node ID was dropped. A node ID has 128 hex digits, as in the node's conf/node.nodeid."),
      );
      return;
    }
    // who cancels one doesn't want to be asked for the rest
    for (const nodeId of ids) if (!(await runCommand(command, { kind: "node", nodeId, group }))) return;
  },
};
