import type * as vscode from "vscode";
import type { NodeTree } from "./nodeTree";
import type { TreeNode } from "./treeNode";

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
