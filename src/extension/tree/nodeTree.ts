import * as vscode from "vscode";
import type { ErrorReporter } from "../errors/errorReporter";
import { messageNode } from "./messageNode";
import type { TreeNode } from "./treeNode";

/** Feeds a tree view from nodes: keeps the newest node of each id, refreshes one, turns failures into lines. */
export class NodeTree implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<TreeNode | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #nodes = new Map<string, TreeNode>();

  constructor(
    private readonly roots: () => readonly TreeNode[],
    private readonly errors: ErrorReporter,
  ) {}

  /** Refreshes the line of this id and what is below it, if it was ever shown; without an id, everything. */
  refresh(id?: string): void {
    if (id === undefined) this.#changed.fire(undefined);
    else {
      const node = this.#nodes.get(id);
      if (node) this.#changed.fire(node);
    }
  }

  find(id: string): TreeNode | undefined {
    return this.#nodes.get(id);
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    const item = node.item();
    item.id = node.id;
    return item;
  }

  async resolveTreeItem(item: vscode.TreeItem, node: TreeNode): Promise<vscode.TreeItem> {
    try {
      const tooltip = await node.tooltip?.();
      if (tooltip) item.tooltip = tooltip;
    } catch (error) {
      this.errors.log(error);
      item.tooltip = (await this.errors.words(error)).message;
    }
    return item;
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return node.parent;
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    return this.#keep(node ? await this.#childrenOf(node) : this.roots());
  }

  async #childrenOf(node: TreeNode): Promise<readonly TreeNode[]> {
    try {
      return (await node.children?.()) ?? [];
    } catch (error) {
      this.errors.log(error);
      const { message, advice } = await this.errors.words(error);
      return [messageNode(node, message, { icon: "warning", tooltip: `${message}\n\n${advice}` })];
    }
  }

  #keep(nodes: readonly TreeNode[]): TreeNode[] {
    for (const node of nodes) this.#nodes.set(node.id, node);
    return [...nodes];
  }

  dispose(): void {
    this.#changed.dispose();
    this.#nodes.clear();
  }
}
