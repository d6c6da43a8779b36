// A tree view without a screen: asks for the lines that are unfolded, as VS Code does, and again for those that are said to have changed.
import { CancellationTokenSource, EventEmitter, TreeItemCollapsibleState } from "../fakeVscode/values";
import type { Sight } from "./shown";

interface Label {
  readonly label: string;
}

interface Item {
  id?: string;
  label: string | Label;
  description?: string | boolean;
  tooltip?: unknown;
  contextValue?: string;
  collapsibleState?: TreeItemCollapsibleState;
  command?: { readonly command: string; readonly arguments?: readonly unknown[] };
  iconPath?: { readonly id: string };
  accessibilityInformation?: Label;
}

interface Provider {
  readonly onDidChangeTreeData?: (listener: (element: unknown) => void) => { dispose(): void };
  getChildren(element?: unknown): Promise<unknown[]> | unknown[];
  getTreeItem(element: unknown): Promise<Item> | Item;
  resolveTreeItem?(item: Item, element: unknown): Promise<Item> | Item;
}

interface Dragging {
  handleDrag?(source: readonly unknown[], transfer: unknown, token: unknown): Promise<void> | void;
  handleDrop?(target: unknown, transfer: unknown, token: unknown): Promise<void> | void;
}

/** A line as it is shown. */
export interface Line extends Sight {
  readonly view: TreeScreen;
  readonly element: unknown;
  readonly item: Item;
  readonly label: string;
  /** What a screen reader says. */
  readonly spoken: string;
  readonly depth: number;
}

interface Known {
  readonly element: unknown;
  item: Item;
  below: readonly string[] | undefined;
}

export class TreeScreen {
  #visible = false;
  readonly #known = new Map<string, Known>();
  #roots: readonly string[] | undefined;
  /** How often all of it was said to have changed. */
  #times = 0;
  readonly #unfolded = new Map<string, boolean>();
  #dirty = true;
  #drawing: Promise<void> | undefined;
  #lines: readonly Line[] = [];
  #selection: unknown[] = [];
  readonly #visibility = new EventEmitter<{ visible: boolean }>();
  readonly #expanded = new EventEmitter<{ element: unknown }>();
  readonly #collapsed = new EventEmitter<{ element: unknown }>();
  readonly #selected = new EventEmitter<{ selection: readonly unknown[] }>();
  private readonly provider: Provider;
  readonly #dragging: Dragging | undefined;
  /** What the extension holds. */
  readonly view: Record<string, unknown>;

  constructor(
    readonly id: string,
    options: { readonly treeDataProvider: Provider; readonly dragAndDropController?: Dragging },
    private readonly run: (command: string, ...args: readonly unknown[]) => unknown,
  ) {
    this.provider = options.treeDataProvider;
    this.#dragging = options.dragAndDropController;
    this.provider.onDidChangeTreeData?.((element) => this.#changed(element));
    const visible = (): boolean => this.#visible;
    const selection = (): readonly unknown[] => this.#selection;
    this.view = {
      get visible() {
        return visible();
      },
      get selection() {
        return selection();
      },
      onDidChangeVisibility: this.#visibility.event,
      onDidExpandElement: this.#expanded.event,
      onDidCollapseElement: this.#collapsed.event,
      onDidChangeSelection: this.#selected.event,
      reveal: async (element: unknown, { expand = false }: { expand?: boolean | number } = {}) => {
        this.show(true);
        const id = this.#idOf(element);
        if (id !== undefined && expand) this.fold(id, true);
      },
      dispose: () => undefined,
    };
  }

  get visible(): boolean {
    return this.#visible;
  }

  show(visible: boolean): void {
    if (visible === this.#visible) return;
    this.#visible = visible;
    this.#visibility.fire({ visible });
  }

  select(elements: readonly unknown[]): void {
    this.#selection = [...elements];
    this.#selected.fire({ selection: elements });
  }

  isUnfolded(id: string): boolean {
    return this.#isUnfolded(id, this.#known.get(id)?.item);
  }

  fold(id: string, open: boolean): void {
    const known = this.#known.get(id);
    if (!known || this.#isUnfolded(id, known.item) === open) return;
    this.#unfolded.set(id, open);
    this.#dirty = true;
    (open ? this.#expanded : this.#collapsed).fire({ element: known.element });
  }

  async drag(from: unknown, to: unknown): Promise<void> {
    const transfer = new Map<string, unknown>();
    const { token } = new CancellationTokenSource();
    await this.#dragging?.handleDrag?.([from], transfer, token);
    await this.#dragging?.handleDrop?.(to, transfer, token);
  }

  /** What is said over a line. */
  async tooltip({ item, element }: Line): Promise<string> {
    const shown = item.tooltip === undefined ? await this.provider.resolveTreeItem?.(item, element) : item;
    const { tooltip } = shown ?? {};
    return typeof tooltip === "object" && tooltip !== null && "value" in tooltip
      ? String(tooltip.value)
      : String(tooltip ?? "");
  }

  /** The lines that were drawn last, for the text of an error. */
  get drawn(): string[] {
    return this.#lines.map(({ text }) => text);
  }

  /** The lines on screen, once those that are asked for have come. */
  async lines(): Promise<readonly Line[]> {
    if (!this.#visible) return [];
    if (this.#dirty && !this.#drawing)
      this.#drawing = this.#draw().finally(() => {
        this.#drawing = undefined;
      });
    await this.#drawing;
    return this.#lines;
  }

  #idOf(element: unknown): string | undefined {
    for (const [id, known] of this.#known) if (known.element === element) return id;
    return typeof element === "object" && element !== null && "id" in element ? String(element.id) : undefined;
  }

  #isUnfolded(id: string, item: Item | undefined): boolean {
    const state = item?.collapsibleState ?? TreeItemCollapsibleState.None;
    if (state === TreeItemCollapsibleState.None) return false;
    return this.#unfolded.get(id) ?? state === TreeItemCollapsibleState.Expanded;
  }

  #changed(element: unknown): void {
    const id = element === undefined || element === null ? undefined : this.#idOf(element);
    if (id === undefined) {
      this.#known.clear();
      this.#roots = undefined;
      this.#times += 1;
    } else this.#forget(id, element);
    this.#dirty = true;
  }

  /** The line itself and all below it are asked for again. */
  #forget(id: string, element?: unknown): void {
    const known = this.#known.get(id);
    if (!known) return;
    for (const below of known.below ?? []) this.#forget(below);
    if (element === undefined) this.#known.delete(id);
    else this.#known.set(id, { element, item: { label: "" }, below: undefined });
  }

  async #draw(): Promise<void> {
    while (this.#dirty) {
      this.#dirty = false;
      const lines: Line[] = [];
      if (!this.#roots) {
        const times = this.#times;
        const roots = await this.#childrenOf(undefined, "");
        // All of it was said to have changed meanwhile.
        if (times !== this.#times) continue;
        this.#roots = roots;
      }
      for (const id of this.#roots) await this.#drawFrom(id, 0, lines);
      if (!this.#dirty) this.#lines = lines;
    }
  }

  async #childrenOf(element: unknown, parent: string): Promise<string[]> {
    const children = await this.provider.getChildren(element);
    return Promise.all(
      children.map(async (child, index) => {
        const item = await this.provider.getTreeItem(child);
        const id = item.id ?? `${parent}/${index}`;
        const before = this.#known.get(id);
        this.#known.set(id, { element: child, item, below: before?.below });
        return id;
      }),
    );
  }

  async #drawFrom(id: string, depth: number, lines: Line[]): Promise<void> {
    const known = this.#known.get(id);
    if (!known) return;
    const { element } = known;
    if (known.item.label === "") known.item = await this.provider.getTreeItem(element);
    const { item } = known;
    const label = typeof item.label === "string" ? item.label : item.label.label;
    const description = typeof item.description === "string" ? item.description : "";
    const { command } = item;
    lines.push({
      view: this,
      element,
      item,
      label,
      spoken: item.accessibilityInformation?.label ?? label,
      depth,
      text: `${label}${description}`,
      click: () => {
        this.select([element]);
        return command && this.run(command.command, ...(command.arguments ?? []));
      },
    });
    if (!this.#isUnfolded(id, item)) return;
    known.below ??= await this.#childrenOf(element, id);
    for (const below of known.below) await this.#drawFrom(below, depth + 1, lines);
  }
}
