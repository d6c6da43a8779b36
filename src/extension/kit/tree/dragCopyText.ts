import * as vscode from "vscode";
import type { TreeNode } from "./treeNode";

export const plainText = "text/plain";

/** Lines that are dragged carry what Copy puts on the clipboard, one a line. */
export const dragCopyText: vscode.TreeDragAndDropController<TreeNode> = {
  dropMimeTypes: [],
  dragMimeTypes: [plainText],
  handleDrag(nodes, data) {
    const texts = nodes.flatMap(({ copyText }) => copyText ?? []);
    if (texts.length > 0) data.set(plainText, new vscode.DataTransferItem(texts.join("\n")));
  },
};
