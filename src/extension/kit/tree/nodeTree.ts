import * as vscode from "vscode";
import { visibleLine, visibleText } from "../../../text/visibleText";
import type { ErrorReporter } from "../errors/errorReporter";
import { registerCommands } from "../registration/registerCommands";
import { messageNode } from "./line";
import { RefreshGate } from "./refreshGate";
import { initialListState, type ListChange, type ListState, type TreeNode } from "./treeNode";

/** The item with nothing in its words but text. Markdown is made by `md` alone, which lint sees to. */
function shownItem(item: vscode.TreeItem): vscode.TreeItem {
  const { label, description, tooltip } = item;
  if (typeof label === "string") item.label = visibleLine(label);
  else if (label) item.label = { ...label, label: visibleLine(label.label) };
  if (typeof description === "string") item.description = visibleLine(description);
  if (typeof tooltip === "string") item.tooltip = visibleText(tooltip);
  return item;
}

/** VS Code shows none of the lines where two have one id, and a node may tell of a thing twice: the last counts. */
const oneOfEach = (nodes: readonly TreeNode[]): TreeNode[] => [
  ...new Map(nodes.map((node) => [node.id, node])).values(),
];

/** Whether the editor is built on Theia. Its products have names of their own; this member is in the API of all of them alone. */
export const isTheia = (): boolean => "getClientOperatingSystem" in vscode.env;

/** What a line looks like, to be compared. */
const appearance = ({ label, description, collapsibleState, contextValue, iconPath }: vscode.TreeItem): string =>
  JSON.stringify([label, description, collapsibleState, contextValue, iconPath]);

/** Lines whose folding outlives them; the oldest are forgotten first. */
const maxRemembered = 500;

/**
 * Feeds a tree view from nodes: keeps the newest node of each id as long as it is shown, refreshes one, turns failures into lines, and
 * knows which lines are unfolded, filtered and paged.
 */
export class NodeTree implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<TreeNode | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #nodes = new Map<string, TreeNode>();
  /** Ids of the lines below a line, as they were given last. */
  readonly #below = new Map<string | undefined, readonly string[]>();
  readonly #unfolded = new Set<string>();
  /** Lines that went away unfolded: a chain that comes back shows what it showed. */
  readonly #remembered = new Set<string>();
  /** How the lines below a line are shown, where that is not as at first. */
  readonly #shown = new Map<string, Omit<ListState, "change">>();
  readonly #gate = new RefreshGate((id) => {
    const node = this.#nodes.get(id);
    if (node) this.#changed.fire(this.#isOutdated(node) ? node.parent : node);
  });
  /** Theia refreshes what is below a line, never the line itself: one that looks otherwise needs a refresh of the one above it. */
  readonly #refreshesBelowOnly = isTheia();
  /** How each line looked when the view asked for it, where only what is below one can be refreshed. */
  readonly #appearances = new Map<string, string>();

  constructor(
    private readonly roots: () => readonly TreeNode[],
    private readonly errors: ErrorReporter,
  ) {}

  /** Refreshes the line of this id and what is below it, if it was ever shown; without an id, everything. */
  refresh(id?: string): void {
    if (id === undefined) this.#changed.fire(undefined);
    else this.#gate.refresh(id);
  }

  /** Whether the view has asked for its lines. */
  get isAskedFor(): boolean {
    return this.#below.has(undefined);
  }

  find(id: string): TreeNode | undefined {
    return this.#nodes.get(id);
  }

  /** The line of the last of these ids, each below the one before: a view that was never seen hasn't asked for them. */
  async #reach(ids: readonly string[]): Promise<TreeNode | undefined> {
    let node: TreeNode | undefined;
    for (const id of ids) {
      if (!this.#nodes.has(id)) await this.getChildren(node);
      node = this.#nodes.get(id);
      if (!node) return undefined;
    }
    return node;
  }

  /**
   * Unfolds the line of the last of these ids, each below the one before, in a view that is brought to sight for it: what a command
   * of the palette does to a view is seen. The editor keeps the focus.
   */
  async reveal(view: vscode.TreeView<TreeNode>, ids: readonly string[]): Promise<void> {
    const node = await this.#reach(ids);
    if (node) await view.reveal(node, { select: false, focus: false, expand: true });
  }

  /** How the lines below a line are shown. */
  shown(id: string): ListState {
    return { ...initialListState, ...this.#shown.get(id), change: (to) => this.change(id, to) };
  }

  /** Shows the lines below a line otherwise from now on. */
  change(id: string, to: ListChange): void {
    const { filter, pages, start } = { ...this.shown(id), ...to };
    this.#shown.set(id, { filter: filter?.trim().toLowerCase() || undefined, pages, start });
    this.refresh(id);
  }

  /** Keeps track of what is unfolded in the view. A view asks for the lines below a line only when that line is unfolded. */
  watch(view: vscode.TreeView<TreeNode>): vscode.Disposable {
    return vscode.Disposable.from(
      view.onDidExpandElement(({ element }) => this.#unfolded.add(element.id)),
      view.onDidCollapseElement(({ element }) => {
        this.#unfolded.delete(element.id);
        this.#remembered.delete(element.id);
      }),
    );
  }

  /** Whether what is below the line of this id is on screen as far as there is room: it and all lines above it are unfolded. */
  isUnfolded(id: string): boolean {
    let node = this.#nodes.get(id);
    if (!node) return false;
    for (; node; node = node.parent) if (!this.#unfolded.has(node.id)) return false;
    return true;
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    const item = this.#itemOf(node);
    if (this.#refreshesBelowOnly) this.#appearances.set(node.id, appearance(item));
    return item;
  }

  /** Whether the view shows a line as it was, and a refresh of that line would leave it so. */
  #isOutdated(node: TreeNode): boolean {
    return this.#refreshesBelowOnly && this.#appearances.get(node.id) !== appearance(this.#itemOf(node));
  }

  #itemOf(node: TreeNode): vscode.TreeItem {
    const item = shownItem(node.item());
    item.id = node.id;
    const { filter } = this.shown(node.id);
    if (filter !== undefined)
      item.description = [item.description, vscode.l10n.t('only "{0}"', visibleLine(filter))]
        .filter(Boolean)
        .join(" · ");
    // Counts for a line that is new to the view only: of one that is there VS Code knows better.
    if (item.collapsibleState === vscode.TreeItemCollapsibleState.Collapsed && this.#remembered.has(node.id))
      item.collapsibleState = vscode.TreeItemCollapsibleState.Expanded;
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
    if (!node) return this.#keep(undefined, this.roots());
    // It went away while the view was about to ask: unfolded it comes back.
    const isGone = node.parent !== undefined && !this.#nodes.has(node.id);
    if (isGone) {
      this.#remember(node.id);
      return oneOfEach(await this.#childrenOf(node));
    }
    this.#unfolded.add(node.id);
    this.#remembered.delete(node.id);
    return this.#keep(node.id, await this.#gate.during(node, this.#childrenOf(node)));
  }

  async #childrenOf(node: TreeNode): Promise<readonly TreeNode[]> {
    try {
      return (await node.children?.(this.shown(node.id))) ?? [];
    } catch (error) {
      this.errors.log(error);
      const { message, advice } = await this.errors.words(error);
      return [messageNode(node, message, { icon: "warning", tooltip: `${message}\n\n${advice}` })];
    }
  }

  #keep(parent: string | undefined, reported: readonly TreeNode[]): TreeNode[] {
    const nodes = oneOfEach(reported);
    const ids = nodes.map(({ id }) => id);
    const kept = new Set(ids);
    for (const id of this.#below.get(parent) ?? []) if (!kept.has(id)) this.#forget(id);
    this.#below.set(parent, ids);
    for (const node of nodes) this.#nodes.set(node.id, node);
    return nodes;
  }

  /** A line that went away takes those below it along: a tree that is open for days stays small. */
  #forget(id: string): void {
    for (const below of this.#below.get(id) ?? []) this.#forget(below);
    this.#below.delete(id);
    this.#nodes.delete(id);
    this.#appearances.delete(id);
    if (this.#unfolded.delete(id)) this.#remember(id);
  }

  #remember(id: string): void {
    this.#remembered.add(id);
    if (this.#remembered.size <= maxRemembered) return;
    for (const oldest of this.#remembered) {
      this.#remembered.delete(oldest);
      return;
    }
  }

  dispose(): void {
    this.#gate.dispose();
    this.#changed.dispose();
    this.#nodes.clear();
    this.#below.clear();
    this.#appearances.clear();
    this.#unfolded.clear();
    this.#shown.clear();
  }
}

declare module "../commands/commands" {
  interface Commands {
    /** The line that shows more of a list, which says how. */
    "chainside.loadMore": (act: () => void) => void;
  }
}

/** What the lines of every tree do. */
export function registerTrees(app: { readonly errors: ErrorReporter }): vscode.Disposable {
  return registerCommands(app, {
    "chainside.loadMore": (act) => {
      if (typeof act === "function") act();
    },
  });
}
