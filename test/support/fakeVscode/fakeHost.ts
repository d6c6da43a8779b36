// What stands behind the fake `vscode` module: a person who answers as a test says, settings, windows and pages that a test drives.
import { readFileSync } from "node:fs";
import type { FakeTestController } from "./testing";
import { EventEmitter, Uri } from "./values";

interface Item {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly kind?: number;
}

/** A page's panel as the extension holds it, and as the page sees it. */
export class FakePanel {
  title = "";
  visible = true;
  active = true;
  disposed = false;
  readonly sent: unknown[] = [];
  readonly #received = new EventEmitter<unknown>();
  readonly #viewState = new EventEmitter<unknown>();
  readonly #disposed = new EventEmitter<void>();
  readonly onDidChangeViewState = this.#viewState.event;
  readonly onDidDispose = this.#disposed.event;
  readonly webview;

  constructor(readonly viewType: string) {
    this.webview = {
      html: "",
      options: {},
      cspSource: "csp:",
      asWebviewUri: (uri: Uri): Uri => uri,
      onDidReceiveMessage: this.#received.event,
      postMessage: async (message: unknown): Promise<boolean> => {
        if (this.disposed) throw new Error("Webview is disposed");
        this.sent.push(message);
        return true;
      },
    };
  }
  /** The page says something. */
  say(message: unknown): void {
    this.#received.fire(message);
  }
  /** The tab is hidden or comes to the front. */
  show(visible: boolean): void {
    this.visible = visible;
    this.active = visible;
    this.#viewState.fire({ webviewPanel: this });
  }
  reveal(): void {
    this.show(true);
  }
  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    this.#disposed.fire();
  }
}

/** A tree view: what a test shows and hides of it, and which lines were revealed. */
export class FakeTreeView {
  readonly #visibility = new EventEmitter<{ visible: boolean }>();
  readonly onDidChangeVisibility = this.#visibility.event;
  readonly onDidExpandElement = new EventEmitter<never>().event;
  readonly onDidCollapseElement = new EventEmitter<never>().event;
  readonly onDidChangeSelection = new EventEmitter<never>().event;
  readonly onDidChangeCheckboxState = new EventEmitter<never>().event;
  visible = true;
  readonly selection: unknown[] = [];
  /** Ids of the lines that were revealed. */
  readonly revealed: string[] = [];
  badge: unknown;

  constructor(
    readonly id: string,
    /** What feeds it. */
    readonly tree: unknown,
  ) {}
  async reveal(node: { readonly id: string }): Promise<void> {
    this.show(true);
    this.revealed.push(node.id);
  }
  show(visible: boolean): void {
    this.visible = visible;
    this.#visibility.fire({ visible });
  }
  dispose(): void {
    this.#visibility.dispose();
  }
}

function manifestDefaults(): Map<string, unknown> {
  const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
    contributes: {
      configuration:
        | { properties: Record<string, { default?: unknown }> }
        | { properties: Record<string, { default?: unknown }> }[];
    };
  };
  const parts = [manifest.contributes.configuration].flat();
  return new Map(parts.flatMap(({ properties }) => Object.entries(properties).map(([key, of]) => [key, of.default])));
}

const defaults = manifestDefaults();

/** What a whole window (`test/support/window`) puts in the place of the simple answers below, by part of the module and name. */
type Desk = Readonly<Record<string, object>>;

/** The one behind the window: reset it before each test. */
class FakeHost {
  /** Answers to choices, each once: by label, description or detail. An unanswered question is cancelled. */
  picks: RegExp[] = [];
  /** Answers to questions for a text, each once. */
  texts: string[] = [];
  /** Where files are saved, answer by answer. */
  saves: string[] = [];
  /** Buttons of messages that are pressed, each once. */
  buttons: RegExp[] = [];
  /** What a list that stays open must show before it is answered, answer by answer. */
  awaited: RegExp[] = [];
  /** Hears each question when it is put. */
  onQuestion: ((question: string) => void) | undefined;
  settings = new Map<string, unknown>();
  /** Settings that folders of the workspace have of their own, by the folder's path. */
  folderSettings = new Map<string, ReadonlyMap<string, unknown>>();
  readonly questions: string[] = [];
  readonly messages: string[] = [];
  /** Titles of progress that was shown. */
  readonly progress: string[] = [];
  /** Cancel is pressed as soon as there is progress. */
  cancelsProgress = false;
  readonly executed: [string, ...unknown[]][] = [];
  readonly commands = new Map<string, (...args: unknown[]) => unknown>();
  readonly panels: FakePanel[] = [];
  readonly testControllers: FakeTestController[] = [];
  readonly views: FakeTreeView[] = [];
  /** Lists that stay open, with the line that Enter takes. */
  readonly pickers: {
    readonly items: readonly { readonly label: string; readonly description?: string }[];
    readonly activeItems: readonly { readonly label: string }[];
  }[] = [];
  /** Documents that were to have another language, each time. */
  readonly languagesGiven: string[] = [];
  /** Documents that editors show. */
  visibleDocuments: unknown[] = [];
  /** Entries of the status bar. */
  readonly statusItems: {
    text: string;
    tooltip?: { value: string };
    command?: string;
    backgroundColor?: { id: string };
    shown: boolean;
  }[] = [];
  /** What opens links into the extension. */
  uriHandler: { handleUri(uri: Uri): unknown } | undefined;
  readonly serializers = new Map<string, { deserializeWebviewPanel(panel: FakePanel, state: unknown): unknown }>();
  readonly configurationChanged = new EventEmitter<{ affectsConfiguration(section: string): boolean }>();
  readonly windowChanged = new EventEmitter<{ focused: boolean }>();
  focused = true;
  clipboard = "";
  trusted = true;
  language = "en";
  /** Translations into that language. */
  translations: Readonly<Record<string, string>> = {};
  /** A window that stands before a person, who answers when the test says so. */
  desk: Desk | undefined;

  reset(): void {
    this.desk = undefined;
    this.language = "en";
    this.translations = {};
    this.picks = [];
    this.texts = [];
    this.saves = [];
    this.statusItems.length = 0;
    this.buttons = [];
    this.awaited = [];
    this.onQuestion = undefined;
    this.settings = new Map();
    this.folderSettings = new Map();
    this.cancelsProgress = false;
    this.visibleDocuments = [];
    for (const list of [
      this.progress,
      this.languagesGiven,
      this.questions,
      this.messages,
      this.executed,
      this.panels,
      this.testControllers,
      this.views,
      this.pickers,
    ])
      list.length = 0;
    this.commands.clear();
    this.serializers.clear();
    this.configurationChanged.dispose();
    this.windowChanged.dispose();
    this.focused = true;
    this.clipboard = "";
    this.trusted = true;
  }

  /** @param resource a file or folder; undefined is none that a resource's setting may be asked without */
  setting(key: string, resource: { readonly path: string } | null | undefined = null): unknown {
    for (const [folder, own] of this.folderSettings)
      if (resource && `${resource.path}/`.startsWith(`${folder}/`) && own.has(key)) return own.get(key);
    return this.settings.has(key) ? this.settings.get(key) : defaults.get(key);
  }

  /** What the manifest says where nothing is set. */
  usual(key: string): unknown {
    return defaults.get(key);
  }

  set(key: string, value: unknown): void {
    this.settings.set(key, value);
    this.configurationChanged.fire({
      affectsConfiguration: (section) => key === section || key.startsWith(`${section}.`),
    });
  }

  focus(focused: boolean): void {
    this.focused = focused;
    this.windowChanged.fire({ focused });
  }

  ask(question: string): void {
    this.questions.push(question);
    this.onQuestion?.(question);
  }

  /** The line that the next fitting answer takes. */
  chosen(items: readonly (Item | string)[]): Item | string | undefined {
    for (const wanted of this.picks) {
      const found = items.find((item) =>
        typeof item === "string"
          ? wanted.test(item)
          : item.kind !== -1 && [item.label, item.description, item.detail].some((text) => text && wanted.test(text)),
      );
      if (found === undefined) continue;
      this.picks.splice(this.picks.indexOf(wanted), 1);
      return found;
    }
    return undefined;
  }

  async text(options: {
    title?: string;
    prompt?: string;
    validateInput?: (text: string) => unknown;
  }): Promise<string | undefined> {
    this.ask([options.title, options.prompt].filter(Boolean).join(": "));
    const text = this.texts.shift();
    const complaint = text === undefined ? undefined : await options.validateInput?.(text);
    if (!complaint) return text;
    this.messages.push(String(complaint));
    return undefined;
  }

  async message(text: string, rest: readonly unknown[]): Promise<unknown> {
    this.messages.push(text);
    for (const button of this.buttons) {
      const found = rest.find((each) => button.test(typeof each === "string" ? each : String((each as Item)?.label)));
      if (found === undefined) continue;
      this.buttons.splice(this.buttons.indexOf(button), 1);
      return found;
    }
    return undefined;
  }
}

export const host = new FakeHost();

/** A memory of VS Code, in this process. */
export class FakeMemory {
  readonly values = new Map<string, unknown>();
  keys(): readonly string[] {
    return [...this.values.keys()];
  }
  get(key: string, otherwise?: unknown): never {
    return (this.values.has(key) ? this.values.get(key) : otherwise) as never;
  }
  async update(key: string, value: unknown): Promise<void> {
    if (value === undefined) this.values.delete(key);
    else this.values.set(key, value);
  }
  setKeysForSync(): void {
    // Nothing is synchronized here.
  }
}

/** The place for secrets, in this process. */
export class FakeSecrets {
  readonly #values = new Map<string, string>();
  readonly onDidChange = new EventEmitter<never>().event;
  async keys(): Promise<string[]> {
    return [...this.#values.keys()];
  }
  async get(key: string): Promise<string | undefined> {
    return this.#values.get(key);
  }
  async store(key: string, value: string): Promise<void> {
    this.#values.set(key, value);
  }
  async delete(key: string): Promise<void> {
    this.#values.delete(key);
  }
}

export const extensionUri = Uri.file(process.cwd());
