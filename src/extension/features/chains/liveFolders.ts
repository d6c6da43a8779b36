import * as vscode from "vscode";
import { setting } from "../../kit/settings/settings";
import type { NodeTree } from "../../kit/tree/nodeTree";
import type { TreeNode } from "../../kit/tree/treeNode";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { groupFolders } from "./groupFolders";

const restMs = 10_000;

/**
 * Keeps the folders of nodes and of the pool true while they are unfolded on screen: with new blocks, no more often than heights are
 * asked for elsewhere, and gently while no block comes. Folded or hidden folders ask for nothing.
 */
export class LiveFolders implements vscode.Disposable {
  /** Groups whose folders were refreshed a moment ago, and whether another block has come since. */
  readonly #recent = new Map<string, { again: boolean; timer: NodeJS.Timeout }>();
  readonly #rest: NodeJS.Timeout;
  /** Folders whose lines tell heights, views, links and pool sizes. */
  readonly #live: readonly string[];

  constructor(
    private readonly app: Chainside,
    private readonly tree: NodeTree,
    private readonly view: vscode.TreeView<TreeNode>,
  ) {
    const live = groupFolders(app).filter((folder) => folder.live);
    this.#live = live.map(({ id }) => id);
    // Of these nothing else tells while no block comes: the watch of the group's health does not look at them.
    const restless = live.filter((folder) => folder.live === "restless").map(({ id }) => id);
    this.#rest = setInterval(() => {
      if (!vscode.window.state.focused) return;
      for (const group of this.app.connections.groups) if (!this.#recent.has(group.id)) this.#refresh(group, restless);
    }, restMs);
  }

  /** A block of the group has come. */
  noteBlock(group: ChainGroup): void {
    const recent = this.#recent.get(group.id);
    if (recent) {
      recent.again = true;
      return;
    }
    if (!this.#refresh(group, this.#live)) return;
    const timer = setTimeout(() => {
      const { again } = this.#recent.get(group.id) ?? { again: false };
      this.#recent.delete(group.id);
      if (again) this.noteBlock(group);
    }, setting("refreshIntervalMs"));
    this.#recent.set(group.id, { again: false, timer });
  }

  /** Whether any of these folders of the group is on screen. */
  #refresh(group: ChainGroup, names: readonly string[]): boolean {
    if (!this.view.visible || !this.tree.isUnfolded(group.id)) return false;
    const shown = names.map((name) => `${group.id}/${name}`).filter((id) => this.tree.isUnfolded(id));
    for (const id of shown) this.tree.refresh(id);
    return shown.length > 0;
  }

  dispose(): void {
    clearInterval(this.#rest);
    for (const { timer } of this.#recent.values()) clearTimeout(timer);
    this.#recent.clear();
  }
}
