import * as vscode from "vscode";
import { isTheia, type NodeTree } from "./nodeTree";
import type { TreeNode } from "./treeNode";

type Options = Omit<vscode.TreeViewOptions<TreeNode>, "treeDataProvider">;

/** The view of the manifest with this id, fed by a tree. */
export function createTreeView(id: string, tree: NodeTree, options: Options = {}): vscode.TreeView<TreeNode> {
  const create = (): vscode.TreeView<TreeNode> =>
    vscode.window.createTreeView(id, { ...options, treeDataProvider: tree });
  return isTheia() ? new RecreatedTreeView(create, tree) : create();
}

/**
 * Theia shows the welcome text of a view for ever if the view wasn't on screen when its tree was registered. So a view that never asked for
 * its lines is registered anew with each change of any tree, until it asks: it may have come into sight meanwhile.
 */
class RecreatedTreeView implements vscode.TreeView<TreeNode> {
  readonly #expanded = new vscode.EventEmitter<vscode.TreeViewExpansionEvent<TreeNode>>();
  readonly #collapsed = new vscode.EventEmitter<vscode.TreeViewExpansionEvent<TreeNode>>();
  readonly #selected = new vscode.EventEmitter<vscode.TreeViewSelectionChangeEvent<TreeNode>>();
  readonly #visibility = new vscode.EventEmitter<vscode.TreeViewVisibilityChangeEvent>();
  readonly #checked = new vscode.EventEmitter<vscode.TreeCheckboxChangeEvent<TreeNode>>();
  readonly onDidExpandElement = this.#expanded.event;
  readonly onDidCollapseElement = this.#collapsed.event;
  readonly onDidChangeSelection = this.#selected.event;
  readonly onDidChangeVisibility = this.#visibility.event;
  readonly onDidChangeCheckboxState = this.#checked.event;
  /** The views that never asked for their lines. */
  static readonly #waiting = new Set<RecreatedTreeView>();
  readonly #changes: vscode.Disposable;
  #view: vscode.TreeView<TreeNode>;
  #forwarding: vscode.Disposable;
  #badge: vscode.ViewBadge | undefined;

  constructor(
    private readonly create: () => vscode.TreeView<TreeNode>,
    private readonly tree: NodeTree,
  ) {
    this.#view = create();
    this.#forwarding = this.#forward();
    RecreatedTreeView.#waiting.add(this);
    this.#changes = tree.onDidChangeTreeData(() => {
      for (const view of RecreatedTreeView.#waiting) view.#recreate();
    });
  }

  #recreate(): void {
    if (this.tree.isAskedFor) {
      RecreatedTreeView.#waiting.delete(this);
      return;
    }
    this.#forwarding.dispose();
    this.#view.dispose();
    this.#view = this.create();
    this.#view.badge = this.#badge;
    this.#forwarding = this.#forward();
  }

  #forward(): vscode.Disposable {
    const view = this.#view;
    return vscode.Disposable.from(
      view.onDidExpandElement((event) => this.#expanded.fire(event)),
      view.onDidCollapseElement((event) => this.#collapsed.fire(event)),
      view.onDidChangeSelection((event) => this.#selected.fire(event)),
      view.onDidChangeVisibility((event) => this.#visibility.fire(event)),
      view.onDidChangeCheckboxState((event) => this.#checked.fire(event)),
    );
  }

  get selection(): readonly TreeNode[] {
    return this.#view.selection;
  }
  get visible(): boolean {
    return this.#view.visible;
  }
  get badge(): vscode.ViewBadge | undefined {
    return this.#badge;
  }
  set badge(badge: vscode.ViewBadge | undefined) {
    this.#badge = badge;
    this.#view.badge = badge;
  }

  reveal(node: TreeNode, options?: Parameters<vscode.TreeView<TreeNode>["reveal"]>[1]): Thenable<void> {
    return this.#view.reveal(node, options);
  }

  dispose(): void {
    RecreatedTreeView.#waiting.delete(this);
    vscode.Disposable.from(this.#changes, this.#forwarding, this.#view, this.#expanded, this.#collapsed).dispose();
    vscode.Disposable.from(this.#selected, this.#visibility, this.#checked).dispose();
  }
}
