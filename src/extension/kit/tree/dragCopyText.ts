import * as vscode from "vscode";
import type { TreeNode } from "./treeNode";

export const plainText = "text/plain";

/** What Copy puts on the clipboard for these lines, one a line; undefined where none has anything. */
export function copiedText(nodes: readonly TreeNode[]): string | undefined {
  const texts = nodes.flatMap(({ copyText }) => copyText ?? []);
  return texts.length === 0 ? undefined : texts.join("\n");
}

/** Lines that are dragged carry the same. */
export const dragCopyText: vscode.TreeDragAndDropController<TreeNode> = {
  dropMimeTypes: [],
  dragMimeTypes: [plainText],
  handleDrag(nodes, data) {
    const text = copiedText(nodes);
    if (text !== undefined) data.set(plainText, new vscode.DataTransferItem(text));
  },
};
