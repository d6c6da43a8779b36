import type * as vscode from "vscode";
import type { NodeTree } from "./nodeTree";
import type { TreeNode } from "./treeNode";

/**
 * The selected lines of a tree, as they are now. VS Code itself doesn't know a line while it asks for it again, as at every refresh of its
 * folder: `TreeView.selection` lacks it then.
 */
export class KeptSelection implements vscode.Disposable {
  #last: readonly TreeNode[] = [];
  readonly #subscription: vscode.Disposable;

  constructor(
    view: Pick<vscode.TreeView<TreeNode>, "onDidChangeSelection">,
    private readonly tree: Pick<NodeTree, "find">,
  ) {
    this.#subscription = view.onDidChangeSelection(({ selection }) => {
      this.#last = selection;
    });
  }

  /** Without those that are gone. */
  get lines(): readonly TreeNode[] {
    return this.#last.flatMap(({ id }) => this.tree.find(id) ?? []);
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}
