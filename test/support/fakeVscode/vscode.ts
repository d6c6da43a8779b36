// The module `vscode` in unit tests: flows, state and features run without VS Code, and `fakeHost.ts` is the person before it.
import { readdir, readFile, stat } from "node:fs/promises";
import { FakePanel, FakeTreeView, host } from "./fakeHost";
import { FakeTestController } from "./testing";
import { CancellationTokenSource, EventEmitter, FileType, Uri } from "./values";

// biome-ignore lint/performance/noBarrelFile: this stands for a module that has all of it
// biome-ignore lint/performance/noReExportAll: as above
export * from "./language";

// biome-ignore lint/performance/noReExportAll: as above
export * from "./notebook";
// biome-ignore lint/performance/noReExportAll: as above
export * from "./testing";
// biome-ignore lint/performance/noReExportAll: as above
export * from "./values";

interface QuickPick {
  title: string;
  placeholder: string;
  items: { label: string; description?: string; detail?: string }[];
  activeItems: unknown[];
  selectedItems: unknown[];
}

/** A list that stays open: it takes the next answer that fits as soon as one of its lines does. */
function createQuickPick(): unknown {
  const accepted = new EventEmitter<void>();
  const hidden = new EventEmitter<void>();
  let shown = false;
  const look = (): void => {
    const [awaited] = host.awaited;
    if (!shown || (awaited && !picker.items.some((item) => awaited.test(lineText(item))))) return;
    const found = host.chosen(picker.items);
    // No one answers: the question is left.
    if (found === undefined) picker.hide();
    else {
      host.awaited.shift();
      picker.selectedItems = [found];
      accepted.fire();
    }
  };
  let items: QuickPick["items"] = [];
  const picker = {
    title: "",
    placeholder: "",
    activeItems: [] as unknown[],
    selectedItems: [] as unknown[],
    get items() {
      return items;
    },
    set items(next) {
      items = next;
      // As in VS Code: new lines begin with the first one chosen.
      picker.activeItems = next.filter((item) => (item as { kind?: number }).kind !== -1).slice(0, 1);
      queueMicrotask(look);
    },
    onDidAccept: accepted.event,
    onDidHide: hidden.event,
    show: () => {
      shown = true;
      host.ask([picker.title, picker.placeholder, ...picker.items.map(lineText)].filter(Boolean).join("\n"));
      queueMicrotask(look);
    },
    hide: () => {
      if (!shown) return;
      shown = false;
      hidden.fire();
    },
    dispose: () => undefined,
  };
  host.pickers.push(picker as never);
  return picker;
}

const lineText = ({ label, description, detail }: QuickPick["items"][number]): string =>
  [label, description, detail].filter(Boolean).join(" | ");

const message = (text: string, ...rest: unknown[]): Promise<unknown> => host.message(text, rest);

/** What a whole window does not have of the module: events that never come, and registrations that no one asks. */
const spare = (key: string): unknown =>
  key.startsWith("onDid") ? new EventEmitter<never>().event : key.startsWith("register") ? () => none : undefined;
const none = { dispose: () => undefined };

/** A part of the module: what a whole window has of it stands before what is here. */
function part<Part extends object>(name: string, own: Part): Part {
  return new Proxy(own, {
    get: (target, key) => {
      const desk = host.desk?.[name];
      if (desk && Reflect.has(desk, key)) return Reflect.get(desk, key);
      return Reflect.has(target, key) || !desk ? Reflect.get(target, key) : spare(String(key));
    },
  });
}

export const window = part("window", {
  get state() {
    return { focused: host.focused, active: host.focused };
  },
  onDidChangeWindowState: host.windowChanged.event,
  activeTextEditor: undefined,
  get visibleTextEditors() {
    return host.visibleDocuments.map((document) => ({ document }));
  },
  showInputBox: (options: object) => host.text(options),
  showQuickPick: async (items: never[], options: { title?: string; placeHolder?: string } = {}) => {
    host.ask([options.title, options.placeHolder].filter(Boolean).join(": "));
    return host.chosen(await items);
  },
  createQuickPick,
  showInformationMessage: message,
  showWarningMessage: message,
  showErrorMessage: message,
  setStatusBarMessage: (text: string) => {
    host.messages.push(text);
    return { dispose: () => undefined };
  },
  withProgress: ({ title }: { title?: string }, task: (progress: unknown, token: unknown) => unknown) => {
    host.progress.push(title ?? "");
    const source = new CancellationTokenSource();
    const work = task({ report: () => undefined }, source.token);
    if (host.cancelsProgress) source.cancel();
    return work;
  },
  showSaveDialog: async ({ title }: { title?: string }) => {
    host.ask(title ?? "");
    const path = host.saves.shift();
    return path === undefined ? undefined : Uri.file(path);
  },
  createStatusBarItem: () => {
    const item = {
      text: "",
      shown: false,
      show: () => {
        item.shown = true;
      },
      hide: () => {
        item.shown = false;
      },
      dispose: () => undefined,
    };
    host.statusItems.push(item);
    return item;
  },
  createTreeView: (id: string, { treeDataProvider }: { readonly treeDataProvider: unknown }) => {
    const view = new FakeTreeView(id, treeDataProvider);
    host.views.push(view);
    return view;
  },
  createWebviewPanel: (viewType: string, title: string) => {
    const panel = new FakePanel(viewType);
    panel.title = title;
    host.panels.push(panel);
    return panel;
  },
  registerUriHandler: (handler: { handleUri(uri: Uri): unknown }) => {
    host.uriHandler = handler;
    return { dispose: () => undefined };
  },
  registerWebviewPanelSerializer: (viewType: string, serializer: never) => {
    host.serializers.set(viewType, serializer);
    return { dispose: () => host.serializers.delete(viewType) };
  },
});

export const debug = part("debug", {});
export const tests = part("tests", {
  createTestController: (id: string) => {
    const controller = new FakeTestController(id);
    host.testControllers.push(controller);
    return controller;
  },
});
/** No other extension is there. */
export const extensions = part("extensions", {
  all: [],
  getExtension: () => undefined,
  onDidChange: () => ({ dispose: () => undefined }),
});
export const tasks = part("tasks", {});
export const notebooks = part("notebooks", {});

export const workspace = part("workspace", {
  get isTrusted() {
    return host.trusted;
  },
  workspaceFolders: undefined,
  getWorkspaceFolder: () => undefined,
  fs: {
    stat: async ({ fsPath }: Uri) => {
      const found = await stat(fsPath);
      const type = found.isFile() ? FileType.File : found.isDirectory() ? FileType.Directory : FileType.Unknown;
      return { size: found.size, type };
    },
    readFile: async ({ fsPath }: Uri) => Uint8Array.from(await readFile(fsPath)),
    readDirectory: async ({ fsPath }: Uri) =>
      (await readdir(fsPath, { withFileTypes: true })).map((entry) => [
        entry.name,
        entry.isFile() ? FileType.File : FileType.Directory,
      ]),
  },
  findFiles: () => Promise.resolve([]),
  textDocuments: [],
  notebookDocuments: [],
  asRelativePath: (uri: Uri | string) => (typeof uri === "string" ? uri : uri.path),
  getConfiguration: (section: string, resource?: Uri | null) => ({
    get: (key: string) => host.setting(`${section}.${key}`, resource),
    inspect: (key: string) => {
      const value = host.setting(`${section}.${key}`);
      return { workspaceValue: value, globalValue: value, defaultValue: host.usual(`${section}.${key}`) };
    },
    update: async (key: string, value: unknown) => host.set(`${section}.${key}`, value),
  }),
  onDidChangeConfiguration: host.configurationChanged.event,
  onDidGrantWorkspaceTrust: () => ({ dispose: () => undefined }),
});

export const commands = part("commands", {
  registerCommand: (id: string, run: (...args: unknown[]) => unknown) => {
    host.commands.set(id, run);
    return { dispose: () => host.commands.delete(id) };
  },
  executeCommand: async (id: string, ...args: unknown[]) => {
    host.executed.push([id, ...args]);
    return host.commands.get(id)?.(...args);
  },
  getCommands: async () => [...host.commands.keys()],
});

export const languages = part("languages", {
  /** The document has the language from now on, if it is there yet. */
  setTextDocumentLanguage: async (document: { languageId: string; isClosed: boolean; uri: Uri }, id: string) => {
    host.languagesGiven.push(document.uri.toString());
    await Promise.resolve();
    if (document.isClosed) throw new Error(`document '${document.uri}' NOT found`);
    document.languageId = id;
    return document;
  },
});

export let version = "1.100.0";

/** Has the editor be of another version. */
export const becomeVersion = (next: string): void => {
  version = next;
};

export const env = part("env", {
  get language() {
    return host.language;
  },
  appHost: "desktop",
  remoteName: undefined,
  clipboard: {
    readText: async () => host.clipboard,
    writeText: async (text: string) => {
      host.clipboard = text;
    },
  },
});

export const l10n = {
  t: (text: string, ...values: unknown[]) =>
    (host.translations[text] ?? text).replace(/\{(\d+)\}/g, (whole, index: string) =>
      values[Number(index)] === undefined ? whole : String(values[Number(index)]),
    ),
};
