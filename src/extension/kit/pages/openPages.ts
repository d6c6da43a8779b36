import * as vscode from "vscode";
import { visibleLine } from "../../../text/visibleText";
import { Cancelled } from "../errors/cancelled";

/** A page that is open. */
interface OpenPage extends vscode.Disposable {
  reveal(): void;
}

/** Which pages there are of a kind, and how one is made. */
interface PageKind<Content, Panel extends OpenPage> {
  readonly viewType: `chainside.${string}`;
  /** What tells two pages of the kind apart. */
  key(content: Content): string;
  /** What its tab says before the page is there. */
  title(content: Content): string;
  make(panel: vscode.WebviewPanel, content: Content, closed: () => void): Promise<Panel> | Panel;
  /** Shows what is wanted now on a page that is there. */
  show?(page: Panel, content: Content): unknown;
  /** What a page showed, from the state that it kept; undefined where that is nothing to go by. */
  restore(state: unknown): Content | undefined;
  /** A page came back with its window. */
  restored?(): void;
}

/** The pages of a kind that are open, one for each thing that they show; also those that come back with their window. */
export class OpenPages<Content, Panel extends OpenPage> implements vscode.Disposable {
  readonly #panels = new Map<string, Panel>();
  /** Pages on their way: asked for twice at once, a page opens once. */
  readonly #making = new Map<string, Promise<Panel>>();
  readonly #serializer: vscode.Disposable;

  constructor(private readonly kind: PageKind<Content, Panel>) {
    this.#serializer = vscode.window.registerWebviewPanelSerializer(kind.viewType, {
      deserializeWebviewPanel: async (panel: vscode.WebviewPanel, state: unknown) => {
        const content = kind.restore(state);
        if (content === undefined || this.#isThere(content)) panel.dispose();
        else {
          await this.#take(panel, content);
          kind.restored?.();
        }
      },
    });
  }

  /** The page that shows this; undefined when none is open. */
  find(content: Content): Panel | undefined {
    return this.#panels.get(this.kind.key(content));
  }

  #isThere(content: Content): boolean {
    const key = this.kind.key(content);
    return this.#panels.has(key) || this.#making.has(key);
  }

  /** Brings the page of this content to the front, with what it shall show now, or opens one. */
  async open(content: Content): Promise<Panel> {
    const making = this.#making.get(this.kind.key(content));
    const known = this.find(content) ?? (making && (await making));
    if (known) {
      known.reveal();
      await this.kind.show?.(known, content);
      return known;
    }
    const { viewType, title } = this.kind;
    return this.#take(
      vscode.window.createWebviewPanel(viewType, visibleLine(title(content)), vscode.ViewColumn.Active),
      content,
    );
  }

  #take(panel: vscode.WebviewPanel, content: Content): Promise<Panel> {
    const key = this.kind.key(content);
    const making = this.#make(panel, content, key).finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    return making;
  }

  async #make(panel: vscode.WebviewPanel, content: Content, key: string): Promise<Panel> {
    let made: Panel | undefined;
    // A tab may be closed before its page is made.
    let isClosed = false;
    const closing = panel.onDidDispose(() => {
      isClosed = true;
    });
    try {
      const page = await this.kind.make(panel, content, () => {
        if (made && this.#panels.get(key) === made) this.#panels.delete(key);
      });
      made = page;
      if (isClosed) {
        page.dispose();
        throw new Cancelled();
      }
      this.#panels.set(key, page);
      return page;
    } catch (error) {
      const thrown = isClosed ? new Cancelled() : error;
      // No tab stays that nothing fills.
      panel.dispose();
      throw thrown;
    } finally {
      closing.dispose();
    }
  }

  dispose(): void {
    this.#serializer.dispose();
    for (const page of this.#panels.values()) page.dispose();
  }
}
