// A VS Code window without VS Code: the whole extension runs in this process, and a test does and sees what a person would, by the same
// words as in the workbench (`test/ui/workbench.ts`). What VS Code itself draws, keys and focus are proven there.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import nodePath, { join, resolve } from "node:path";
import type { InspectionOrder } from "../../../src/debugger/inspect/messages";
import type { AskEditor } from "../../../src/debugger/inspect/starterChain";
import { activate } from "../../../src/extension/extension";
import type { AdapterAnswers } from "../../../src/extension/features/debugger/adapterProcess";
import { Cancelled } from "../../../src/extension/kit/errors/cancelled";
import type { InspectForked } from "../../../src/extension/state/inspection/inspector";
import { type Clock, systemClock } from "../../../src/time/clock";
import { extensionUri, FakeMemory, FakeSecrets, host } from "../fakeVscode/fakeHost";
import { Disposable, EventEmitter, type Task, Uri } from "../fakeVscode/values";
import { until } from "../until";
import { chainsEnded, runInstead } from "./chainProcess";
import { Documents, diagnosticCollection } from "./documents";
import { Messages } from "./messages";
import { PageScreen } from "./pageScreen";
import { Questions } from "./questions";
import { fits, Shown, type Sight, withoutIcons } from "./shown";
import { runTask } from "./tasks";
import { type FakeTerminal, openTerminal, TerminalVariables } from "./terminals";
import { translationsOf, words } from "./translations";
import { type Line, TreeScreen } from "./treeScreen";
import { WorkspaceFiles } from "./workspaceFiles";

export interface OpenOptions {
  readonly locale?: "en" | "zh-cn";
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Puts more into the workspace before the window opens. */
  readonly prepare?: (folder: string) => void;
  readonly trust?: boolean;
  /**
   * How many times faster than the real ones the extension's own clock and timers run; what is asked now and then need not be waited for.
   */
  readonly pace?: number;
}

/** The inspector of this process, in the place of one of its own. */
const inspectInstead = {
  inspect: async <Order extends InspectionOrder>(order: Order, signal?: AbortSignal) =>
    (await import("../../../src/debugger/inspect/inspect")).inspect(order, signal),
  dispose: () => undefined,
};

/** The same of what executes transactions of real chains again. */
const inspectForkedInstead: InspectForked = async (order, questions, signal) => {
  const [{ inspect }, { starterTransport }, { createClient }] = await Promise.all([
    import("../../../src/debugger/inspect/inspect"),
    import("../../../src/debugger/inspect/starterChain"),
    import("../../../src/chain/client/client"),
  ]);
  let refused = false;
  const begin = async (lines: readonly string[]): Promise<boolean> => {
    refused = !(await questions.begin(lines));
    return !refused;
  };
  const ask = ((name: string, question: never) =>
    name === "chain" ? questions.chain(question) : begin(question)) as AskEditor;
  const door = {
    client: createClient(starterTransport(ask, ""), (order.kind === "storage" ? order.from : order.chain).group),
    begin,
    report: questions.report,
    signal,
  };
  return inspect(order, signal, door).catch((error: unknown) => {
    throw refused || signal?.aborted ? new Cancelled() : error;
  });
};

interface MenuItem {
  /** Of a submenu's entry it is absent. */
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
  readonly group?: string;
}

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { command: string; title: string; category?: string; shortTitle?: string }[];
    readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
    readonly views: Readonly<Record<string, readonly { id: string; name: string; visibility?: string }[]>>;
  };
}

const { contributes } = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;

const lineMenu = contributes.menus["view/item/context"] ?? [];

/** What stands in the menus of lines, those behind a submenu's entry with it. */
const lineEntries = lineMenu
  .flatMap((item) => (item.submenu === undefined ? [item] : (contributes.menus[item.submenu] ?? [])))
  .flatMap(({ command, when = "" }) => (command === undefined ? [] : [{ command, when }]));

/** A title as a person names it. */
const bare = (title: string): string => title.replace(/…$/, "");

const nothing = { dispose: () => undefined };
/** What the extension listens to, and no test brings about. */
const neverFires = new EventEmitter<never>().event;

const opened = Date.now();
const clockOf = (pace: number): Clock => ({
  now: () => opened + (Date.now() - opened) * pace,
  after: (ms, run) => systemClock.after(ms / pace, run),
});

interface StatusItem extends Sight {
  shown: boolean;
}

/** A window on a copy of the sample workspace. */
export function openWindow(options: OpenOptions = {}): FakeWindow {
  const temporary = mkdtempSync(join(tmpdir(), "chainside-window-"));
  const folder = join(temporary, "workspace");
  cpSync("test/fixtures/workspace", folder, { recursive: true });
  options.prepare?.(folder);
  return new FakeWindow(temporary, folder, options);
}

export class FakeWindow {
  readonly questions: Questions;
  readonly messages: Messages;
  readonly documents = new Documents();
  readonly pages: PageScreen[] = [];
  readonly #trees = new Map<string, TreeScreen>();
  readonly #files: WorkspaceFiles;
  readonly #locale: "en" | "zh-cn";
  readonly #words: Readonly<Record<string, string>>;
  readonly #memory = { global: new FakeMemory(), workspace: new FakeMemory(), secrets: new FakeSecrets() };
  readonly #workspaceSettings = new Map<string, unknown>();
  readonly #taskEnded = new EventEmitter<unknown>();
  readonly #context = new Map<string, unknown>();
  #subscriptions: { dispose(): unknown }[] = [];
  /** What the extension adds to the variables of integrated terminals. */
  readonly terminalVariables = new TerminalVariables();
  readonly terminals: FakeTerminal[] = [];
  readonly #terminalOpened = new EventEmitter<unknown>();
  /** What a dialog for a file or folder is answered with, one after the other. */
  readonly paths: string[] = [];

  constructor(
    readonly temporary: string,
    readonly folder: string,
    private readonly options: OpenOptions,
  ) {
    this.#locale = options.locale ?? "en";
    this.#words = words(this.#locale);
    this.questions = new Questions(() => this.onScreen());
    this.messages = new Messages(() => this.onScreen());
    this.#files = new WorkspaceFiles(folder);
    this.#files.onDidChange((uri) => this.documents.reread(uri));
    this.#activate();
  }

  #activate(): void {
    host.reset();
    host.language = this.#locale;
    host.translations = translationsOf(this.#locale);
    host.trusted = this.options.trust ?? true;
    for (const [key, value] of Object.entries(this.options.settings ?? {})) host.settings.set(key, value);
    for (const [key, value] of this.#workspaceSettings) host.settings.set(key, value);
    host.desk = this.#desk();
    const subscriptions: { dispose(): unknown }[] = [];
    this.#subscriptions = subscriptions;
    const { global, workspace, secrets } = this.#memory;
    const storage = (name: string): Uri => Uri.file(join(this.temporary, name));
    const context = {
      subscriptions,
      globalState: global,
      workspaceState: workspace,
      secrets,
      extensionUri,
      extensionPath: extensionUri.fsPath,
      extension: { packageJSON: JSON.parse(readFileSync("package.json", "utf8")) },
      storageUri: storage("storage"),
      globalStorageUri: storage("globalStorage"),
      environmentVariableCollection: this.terminalVariables,
      asAbsolutePath: (path: string) => join(extensionUri.fsPath, path),
    };
    activate(context as never, {
      clock: clockOf(this.options.pace ?? 20),
      runChain: runInstead,
      inspector: inspectInstead,
      inspectForked: inspectForkedInstead,
      logsProgram: { file: resolve("src/nodeLogs/service/main.ts"), execArgv: ["--import", "tsx"] },
      web3Program: { file: resolve("src/web3/service/main.ts"), execArgv: ["--import", "tsx"] },
      historyProgram: { file: resolve("src/history/service/main.ts"), execArgv: ["--import", "tsx"] },
      openAdapter: async (_, answers) => {
        this.#answers = answers;
        return {
          onDidSendMessage: () => new Disposable(() => undefined),
          handleMessage: () => undefined,
          dispose: () => undefined,
        } as never;
      },
    });
  }

  /** A person opens a terminal. */
  openTerminal(): void {
    this.#terminalOpened.fire({});
  }

  /** Launch configurations that were started, as the debug adapter gets them. */
  readonly debugged: object[] = [];
  #adapters: { createDebugAdapterDescriptor(session: object): Promise<unknown> } | undefined;
  #answers: AdapterAnswers | undefined;

  readonly #debugEnds = new Set<(session: object) => void>();

  /** A session that was started ends. */
  endDebugging(configuration: object): void {
    for (const each of [...this.#debugEnds]) each({ configuration });
  }

  /** What the debug adapter of a session gets answered by the editor. */
  async asAdapter(configuration: object): Promise<AdapterAnswers> {
    await this.#adapters?.createDebugAdapterDescriptor({ type: "fisco-bcos", configuration });
    if (!this.#answers) throw new Error("no adapter was started");
    return this.#answers;
  }

  #configurations: { resolveDebugConfiguration(folder: unknown, given: object): Promise<object> } | undefined;

  /** What of VS Code stands before the person. */
  #desk(): Record<string, object> {
    return {
      window: this.#windowPart(),
      workspace: this.#workspacePart(),
      languages: this.#languagesPart(),
      notebooks: {
        createNotebookController: () => ({ dispose: () => undefined, onDidChangeSelectedNotebooks: neverFires }),
        createRendererMessaging: () => ({ onDidReceiveMessage: neverFires, postMessage: async () => true }),
        registerNotebookCellStatusBarItemProvider: () => nothing,
      },
      tasks: {
        onDidEndTaskProcess: this.#taskEnded.event,
        onDidEndTask: neverFires,
        executeTask: async (task: Task) => {
          const ending = new AbortController();
          const { signal } = ending;
          void runTask(task, signal).then((exitCode) => this.#taskEnded.fire({ execution: { task }, exitCode }));
          return { task, terminate: () => ending.abort() };
        },
      },
      commands: {
        executeCommand: async (id: string, ...args: unknown[]) => {
          host.executed.push([id, ...args]);
          if (id === "markdown.showPreview") await this.documents.show(args[0] as Uri);
          if (id === "setContext") this.#context.set(String(args[0]), args[1]);
          if (id.endsWith(".focus")) this.#trees.get(id.slice(0, -".focus".length))?.show(true);
          return host.commands.get(id)?.(...args);
        },
      },
      debug: this.#debugPart(),
      env: { shell: "/bin/bash" },
    };
  }

  /** Questions, messages, trees, pages, and editors. */
  #windowPart(): object {
    const { questions, messages, documents } = this;
    const asked = async (): Promise<Uri | undefined> => {
      const path = await until(
        () => this.paths.shift(),
        () => "nobody names a file or folder",
      );
      return path === "" ? undefined : Uri.file(path);
    };
    return {
      showInputBox: (options: object) => questions.showInputBox(options),
      showQuickPick: (items: never, options: object) => questions.showQuickPick(items, options),
      createQuickPick: () => questions.createQuickPick(),
      showInformationMessage: (text: string, ...rest: unknown[]) => messages.show(text, rest),
      showWarningMessage: (text: string, ...rest: unknown[]) => messages.show(text, rest),
      showErrorMessage: (text: string, ...rest: unknown[]) => messages.show(text, rest),
      setStatusBarMessage: (text: string) => messages.pass(text),
      showOpenDialog: async () => {
        const path = await asked();
        return path && [path];
      },
      showSaveDialog: asked,
      createOutputChannel: () =>
        Object.fromEntries(
          ["error", "warn", "info", "debug", "trace", "show", "append", "appendLine", "clear", "dispose"].map(
            (name) => [name, () => undefined],
          ),
        ),
      createTreeView: (id: string, options: { treeDataProvider: never; dragAndDropController?: never }) => {
        const tree = new TreeScreen(id, options, (command, ...args) => this.run(command, ...args));
        this.#trees.set(id, tree);
        return tree.view;
      },
      createTerminal: (of: { name: string }) => openTerminal(this.terminals, of),
      terminals: [],
      onDidOpenTerminal: this.#terminalOpened.event,
      createWebviewPanel: (viewType: string, title: string) => this.#page(viewType, title),
      // One document stands in front, without tabs.
      tabGroups: { all: [], activeTabGroup: { tabs: [] }, close: async () => true, onDidChangeTabs: neverFires },
      showTextDocument: (document: never, options?: object) => documents.show(document, options),
      get activeTextEditor() {
        return documents.active;
      },
      get visibleTextEditors() {
        return documents.active ? [documents.active] : [];
      },
      createTextEditorDecorationType: () => nothing,
      onDidChangeVisibleTextEditors: () => nothing,
      showNotebookDocument: async () => undefined,
      activeNotebookEditor: undefined,
      visibleNotebookEditors: [],
      onDidChangeActiveTextEditor: neverFires,
    };
  }

  /** The folder with its files, documents, and settings. */
  #workspacePart(): object {
    const { documents, folder } = this;
    const files = this.#files;
    return {
      workspaceFolders: [{ uri: Uri.file(folder), name: "workspace", index: 0 }],
      getWorkspaceFolder: (uri: Uri) =>
        Uri.file(uri.fsPath).path.startsWith(Uri.file(folder).path) ? { uri: Uri.file(folder) } : undefined,
      asRelativePath: (given: Uri | string) => {
        const path = typeof given === "string" ? given : given.fsPath;
        const below = nodePath.relative(folder, path);
        const isOutside = below === "" || below.startsWith("..") || nodePath.isAbsolute(below);
        return isOutside ? path : below.replaceAll(nodePath.sep, "/");
      },
      fs: files.fs,
      findFiles: (pattern: unknown, excluded?: unknown, max?: number) => files.find(pattern, excluded, max),
      createFileSystemWatcher: (pattern: unknown) => files.watch(pattern),
      openTextDocument: (what: never) => documents.open(what),
      saveAll: async () => {
        await this.saveAll();
        return true;
      },
      get textDocuments() {
        return documents.all;
      },
      applyEdit: (edit: never) => documents.apply(edit),
      onDidOpenTextDocument: documents.opened.event,
      onDidCloseTextDocument: documents.closed.event,
      onDidSaveTextDocument: documents.saved.event,
      onDidChangeTextDocument: documents.changed.event,
      registerTextDocumentContentProvider: (scheme: string, provider: never) => {
        documents.provide(scheme, provider);
        return nothing;
      },
      registerNotebookSerializer: () => nothing,
      onDidChangeNotebookDocument: neverFires,
      notebookDocuments: [],
      onDidGrantWorkspaceTrust: neverFires,
      getConfiguration: (section: string, resource?: Uri | null) => ({
        get: (key: string) => host.setting(`${section}.${key}`, resource),
        inspect: (key: string) => ({
          globalValue: this.#workspaceSettings.has(`${section}.${key}`)
            ? undefined
            : host.settings.get(`${section}.${key}`),
          workspaceValue: this.#workspaceSettings.get(`${section}.${key}`),
        }),
        update: async (key: string, value: unknown, target?: unknown) => {
          if (target === 2) this.#keepInWorkspace(`${section}.${key}`, value);
          host.set(`${section}.${key}`, value);
        },
      }),
    };
  }

  /** What the extension adds to documents. */
  #languagesPart(): object {
    const { documents } = this;
    return {
      registerHoverProvider: (_: unknown, provider: never) => {
        documents.hovers.push(provider);
        return nothing;
      },
      registerDocumentLinkProvider: (_: unknown, provider: never) => {
        documents.links.push(provider);
        return nothing;
      },
      registerFoldingRangeProvider: () => nothing,
      registerCompletionItemProvider: (_: unknown, provider: never) => {
        documents.completions.push(provider);
        return nothing;
      },
      registerDocumentSymbolProvider: (_: unknown, provider: never) => {
        documents.symbols.push(provider);
        return nothing;
      },
      registerCodeLensProvider: (selector: { language: string } | { language: string }[], provider: never) => {
        documents.lenses.push({ languages: [selector].flat().map(({ language }) => language), provider });
        return nothing;
      },
      registerCodeActionsProvider: (_: unknown, provider: never) => {
        documents.actions.push(provider);
        return nothing;
      },
      createDiagnosticCollection: () => diagnosticCollection(documents.diagnostics),
      setTextDocumentLanguage: async (document: unknown) => document,
    };
  }

  /** Debug sessions, which only begin. */
  #debugPart(): object {
    return {
      registerDebugConfigurationProvider: (_: string, provider: never) => {
        this.#configurations = provider;
        return nothing;
      },
      registerDebugAdapterDescriptorFactory: (_: string, factory: never) => {
        this.#adapters = factory;
        return nothing;
      },
      onDidTerminateDebugSession: (listener: (session: object) => void) => {
        this.#debugEnds.add(listener);
        return { dispose: () => this.#debugEnds.delete(listener) };
      },
      startDebugging: async (of: unknown, configuration: object) => {
        this.debugged.push((await this.#configurations?.resolveDebugConfiguration(of, configuration)) ?? configuration);
        return true;
      },
    };
  }

  #keepInWorkspace(key: string, value: unknown): void {
    if (value === undefined) this.#workspaceSettings.delete(key);
    else this.#workspaceSettings.set(key, value);
    mkdirSync(join(this.folder, ".vscode"), { recursive: true });
    writeFileSync(
      join(this.folder, ".vscode/settings.json"),
      JSON.stringify(Object.fromEntries(this.#workspaceSettings), undefined, 2),
    );
  }

  #page(viewType: string, title: string, state?: unknown): PageScreen {
    const front = (page: PageScreen): void => {
      for (const other of this.pages) if (other !== page && other.visible) void other.show(false);
    };
    const page = new PageScreen(viewType, state, front);
    page.title = title;
    const behind = this.pages.filter(({ visible }) => visible);
    // A tab that is closed leaves the one that was before it.
    page.onDidDispose(() => {
      if (!this.pages.some(({ visible }) => visible)) for (const other of behind) void other.show(true);
    });
    front(page);
    this.pages.push(page);
    return page;
  }

  /** Commands that are not done. */
  readonly #running = new Set<Promise<void>>();

  /** Runs a command by its id, as a menu or another command does. */
  async run(id: string, ...args: unknown[]): Promise<unknown> {
    const run = host.commands.get(id);
    if (!run) throw new Error(`there is no command ${id}`);
    return run(...args);
  }

  #title({ title, category }: { title: string; category?: string }): string {
    const text = (key: string): string => this.#words[key.slice(1, -1)] ?? key;
    return category === undefined ? text(title) : `${text(category)}: ${text(title)}`;
  }

  /** Runs a command by its palette title, and answers what it asks with entries of its lists, one after the other. */
  async command(title: string, ...choices: (string | RegExp)[]): Promise<void> {
    const hidden = new Set(
      contributes.menus["commandPalette"]?.filter(({ when }) => when === "false").map(({ command }) => command),
    );
    const offered = contributes.commands
      .filter(({ command }) => !hidden.has(command))
      .map((command) => ({ id: command.command, title: this.#title(command) }));
    const wanted = bare(title);
    const found =
      offered.find((each) => bare(each.title) === wanted) ??
      offered.find((each) => bare(each.title).replace(/^[^:]*: /, "") === wanted) ??
      offered.find((each) => each.title.includes(title));
    if (!found) throw new Error(`the palette does not offer "${title}"`);
    const running = this.run(found.id).then(
      () => undefined,
      (error: unknown) => void this.messages.show(`THROWN: ${String(error)}`, []),
    );
    this.#running.add(running);
    void running.then(() => this.#running.delete(running));
    for (const choice of choices) await this.questions.pick(choice);
  }

  /** Waits until the commands that were run have done all that they do, also what no one sees. */
  async ended(): Promise<void> {
    await Promise.all(this.#running);
  }

  /** Opens the side bar's container. */
  async view(_label: string): Promise<void> {
    for (const { id, visibility } of contributes.views["chainside"] ?? [])
      if (visibility !== "collapsed") this.#trees.get(id)?.show(true);
  }

  hideView(): void {
    for (const tree of this.#trees.values()) tree.show(false);
  }

  /** Unfolds one view and folds the others. */
  async pane(title: string): Promise<void> {
    const wanted = contributes.views["chainside"]?.find(({ name }) => this.#words[name.slice(1, -1)] === title);
    if (!wanted) throw new Error(`there is no view ${title}`);
    for (const [id, tree] of this.#trees) tree.show(id === wanted.id);
  }

  async #lines(): Promise<readonly Line[]> {
    return (await Promise.all([...this.#trees.values()].map((tree) => tree.lines()))).flat();
  }

  /** Lines of the trees with exactly this label. */
  row(label: string | RegExp): Shown<Line> {
    const has = (line: Line): boolean => (typeof label === "string" ? line.label === label : fits(line.label, label));
    return new Shown(
      async () => (await this.#lines()).filter(has),
      `line ${label}`,
      () => this.onScreen(),
    );
  }

  /** Lines below a line: one level deeper. */
  async childrenOf(label: string | RegExp): Promise<string[]> {
    const parent = await this.row(label).get();
    const lines = await parent.view.lines();
    const rest = lines.slice(lines.findIndex(({ element }) => element === parent.element) + 1);
    const end = rest.findIndex(({ depth }) => depth <= parent.depth);
    return (end < 0 ? rest : rest.slice(0, end))
      .filter(({ depth }) => depth === parent.depth + 1)
      .map(({ text }) => text);
  }

  expand(label: string | RegExp): Promise<void> {
    return this.#fold(label, true);
  }
  collapse(label: string | RegExp): Promise<void> {
    return this.#fold(label, false);
  }
  async #fold(label: string | RegExp, open: boolean): Promise<void> {
    await until(
      async () => {
        const [line] = await this.row(label).all();
        if (!line?.item.id) return undefined;
        if (line.view.isUnfolded(line.item.id) === open) return true;
        line.view.fold(line.item.id, open);
        return line.view.isUnfolded(line.item.id) === open ? true : undefined;
      },
      () => `the line ${label} does not ${open ? "open" : "close"}. ${this.onScreen()}`,
    );
  }

  /** Chooses from the menu of a line, or presses the button on it. */
  async fromMenu(row: Shown<Line>, label: string): Promise<void> {
    const line = await row.get();
    const entry = await until(
      () =>
        lineEntries.find(({ command, when }) => {
          const of = contributes.commands.find((each) => each.command === command);
          return of && bare(this.#title(of)).endsWith(bare(label)) && this.#holds(when, line);
        }),
      () => `the menu of ${line.text} does not have ${label}`,
    );
    const selection = line.view.view["selection"] as readonly unknown[];
    const selected = selection.includes(line.element) ? selection : undefined;
    const running = this.run(entry.command, line.element, selected).then(() => undefined);
    this.#running.add(running);
    void running.finally(() => this.#running.delete(running));
  }

  /** The entries of a line's menu, and the buttons on it. */
  async menuOf(row: Shown<Line>): Promise<string[]> {
    const line = await row.get();
    return lineEntries
      .filter(({ when }) => this.#holds(when, line))
      .flatMap(({ command }) => contributes.commands.find((each) => each.command === command) ?? [])
      .map((command) => this.#title(command));
  }

  /** How many entries a line's menu has when it opens, those of submenus as one. */
  async menuLengthOf(row: Shown<Line>): Promise<number> {
    const line = await row.get();
    const isThere = ({ when = "" }: MenuItem): boolean => this.#holds(when, line);
    return lineMenu.filter(
      (item) =>
        item.group?.startsWith("inline") !== true &&
        isThere(item) &&
        (item.submenu === undefined || (contributes.menus[item.submenu] ?? []).some(isThere)),
    ).length;
  }

  /** The conditions of menus, as far as ours use them. */
  #holds(when: string, line: Line): boolean {
    return when.split("&&").every((part) => {
      const inner = /^\s*!\((.*)\)\s*$/.exec(part)?.[1];
      if (inner !== undefined) return !this.#holds(inner, line);
      const [, left = "", operator, right = ""] = /^\s*(\S+)\s*(==|=~|!=)\s*(.+?)\s*$/.exec(part) ?? [];
      const value = left === "view" ? line.view.id : left === "viewItem" ? (line.item.contextValue ?? "") : undefined;
      if (value === undefined) return true;
      if (operator === "=~") return new RegExp(right.replace(/^\/|\/[a-z]*$/g, "")).test(value);
      return operator === "==" ? value === right : value !== right;
    });
  }

  async select(...rows: Shown<Line>[]): Promise<void> {
    const lines = await Promise.all(rows.map((row) => row.get()));
    lines[0]?.view.select(lines.map(({ element }) => element));
  }

  /** What is said over a line. */
  async tooltip(row: Shown<Line>): Promise<string> {
    const line = await row.get();
    return line.view.tooltip(line);
  }

  /** The entries of the status bar, in one line, where they hold the text. */
  status(text: string | RegExp): Shown {
    const items = (): StatusItem[] => {
      const shown = (host.statusItems as { text: string; shown: boolean }[]).filter((item) => item.shown);
      return shown.length === 0
        ? []
        : [{ text: shown.map((item) => withoutIcons(item.text)).join(" · "), shown: true }];
    };
    return new Shown(items, "entry of the status bar", () => this.onScreen()).filter({ hasText: text });
  }

  notification(text: string | RegExp) {
    return this.messages.notification(text);
  }
  async answered(text: string | RegExp): Promise<void> {
    await this.notification(text).waitFor();
    this.messages.clear();
  }
  async dismissNotifications(): Promise<void> {
    this.messages.clear();
  }
  /** The dialog that stands before everything else. */
  dialog(text: string | RegExp = "") {
    return this.messages.dialog(text);
  }
  escape(): void {
    if (!this.messages.leaveDialog()) this.questions.leave();
  }

  pick(label: string | RegExp): Promise<void> {
    return this.questions.pick(label);
  }
  answer(question: string | RegExp, text: string, options: { accept?: boolean } = {}): Promise<void> {
    return this.questions.answer(question, text, options);
  }
  says(text: string | RegExp): Promise<void> {
    return this.questions.says(text);
  }
  async sign(consequence: string | RegExp): Promise<void> {
    await this.says(consequence);
    await this.pick(this.#locale === "en" ? "Sign and Send" : "签名并发送");
  }
  /** The same for what can't be undone: the name of the thing is typed. */
  async signNamed(consequence: string | RegExp): Promise<void> {
    await this.sign(consequence);
    const asks = this.#locale === "en" ? /Type (.+?) to sign/ : /输入 (.+?) 以签名/;
    const name = await until(
      () => asks.exec(this.onScreen())?.[1],
      () => `no name is asked for. ${this.onScreen()}`,
    );
    await this.answer(asks, name);
  }
  /** Starts the embedded chain, from the view of chains, and waits for its group. */
  async startChain(): Promise<void> {
    await this.view("FISCO BCOS");
    await this.command(this.#locale === "en" ? "FISCO BCOS: Start Embedded Chain" : "启动内置链");
    await this.row("group0").first().waitFor();
    await this.status(/group0 #\d+ · \S/).waitFor();
  }
  async signWith(account: string): Promise<void> {
    await this.command(
      this.#locale === "en" ? "FISCO BCOS: Select Signing Account…" : "FISCO BCOS: 选择签名账户…",
      account,
    );
  }

  /** The text of the document in front. */
  async editorText(): Promise<string> {
    return this.documents.active?.document.text ?? "";
  }
  /** Follows the link of the document in front with this text. */
  async followLink(text: string | RegExp): Promise<void> {
    const { document } = await until(
      () => this.documents.active,
      () => "no document is open",
    );
    const link = await until(
      async () => {
        const all = await Promise.all(this.documents.links.map((each) => each.provideDocumentLinks(document)));
        return (all.flat() as { range: never; target?: Uri }[]).find(({ range }) =>
          fits(document.getText(range), text),
        );
      },
      () => `no link ${text} in: ${document.text}`,
    );
    if (!link.target) throw new Error(`the link ${text} leads nowhere`);
    await this.open(link.target);
  }
  /** Follows what a link or hover names: a document or a command. */
  async open(target: Uri): Promise<void> {
    if (target.scheme !== "command") {
      await this.documents.show(target);
      return;
    }
    const args: unknown = target.query === "" ? [] : JSON.parse(target.query);
    await this.run(target.path, ...(Array.isArray(args) ? args : [args]));
  }
  /** What is said over the first place of a text in the document in front. */
  async hover(text: string): Promise<string> {
    const { document } = await until(
      () => this.documents.active,
      () => "no document is open",
    );
    const at = document.text.indexOf(text);
    if (at < 0) throw new Error(`no ${text} in: ${document.text}`);
    const place = document.positionAt(at + 2);
    const hovers = await Promise.all(this.documents.hovers.map((each) => each.provideHover(document, place)));
    return (hovers as ({ contents: { value: string }[] } | undefined)[])
      .flatMap((hover) => hover?.contents.map(({ value }) => value) ?? [])
      .join("\n");
  }
  async openFile(name: string): Promise<void> {
    const [found] = await this.#files.find(`**/${name}`);
    if (!found) throw new Error(`there is no file ${name}`);
    await this.documents.show(found);
  }

  /** Brings a page to the front by the title of its tab. */
  async bringForward(title: string | RegExp): Promise<void> {
    const page = await until(
      () => this.pages.find((each) => !each.closed && fits(each.title, title)),
      () => `no page is called ${title}`,
    );
    page.reveal();
  }
  /** Presses a button over the document in front. */
  async editorButton(title: string): Promise<void> {
    const { document } = await until(
      () => this.documents.active,
      () => "no document is open",
    );
    const entry = contributes.menus["editor/title"]?.find(({ command }) =>
      contributes.commands.some((each) => each.command === command && bare(this.#title(each)).endsWith(title)),
    );
    if (entry?.command === undefined) throw new Error(`no editor has the button ${title}`);
    void this.run(entry.command, document.uri);
  }
  async saveAll(): Promise<void> {
    for (const document of this.documents.all) if (document.isDirty) await document.save();
  }
  /** Drags a line onto another one. */
  async drag(row: Shown<Line>, target: Shown<Line>): Promise<void> {
    const [from, to] = [await row.get(), await target.get()];
    void from.view.drag(from.element, to.element);
  }
  /** The name of the document in front. */
  get title(): string {
    return this.documents.active?.document.uri.path.split("/").at(-1) ?? "";
  }
  /** What is said over an entry of the status bar. */
  statusTooltip(text: string | RegExp): string {
    return host.statusItems.find((item) => fits(withoutIcons(item.text), text))?.tooltip?.value ?? "";
  }

  /** The page in front that has this. */
  async webview(selector: string): Promise<PageScreen> {
    return until(
      async () => {
        for (const page of this.pages) if (page.visible && (await page.locator(selector).count()) > 0) return page;
        return undefined;
      },
      () =>
        `no page has ${selector}: ${this.pages.map(({ text, failures }) => `${text.slice(0, 500)} ${failures.join()}`).join(" | ")}`,
    );
  }

  get clipboard(): string {
    return host.clipboard;
  }
  set(key: string, value: unknown): void {
    host.set(key, value);
  }
  focus(focused: boolean): void {
    host.focus(focused);
  }
  async openLink(value: string): Promise<void> {
    await this.open(Uri.parse(value));
  }

  onScreen(): string {
    const lines = [...this.#trees.values()].filter(({ visible }) => visible).flatMap((tree) => tree.drawn);
    return `On screen: question: ${this.questions.text} | messages: ${this.messages.all.join(" · ")} | lines: ${lines.join(" · ")}`;
  }

  #deactivate(): void {
    Disposable.from(...this.#subscriptions.toReversed()).dispose();
    this.#trees.clear();
    this.documents.closeAll();
    this.documents.links.length = 0;
    this.documents.hovers.length = 0;
  }

  /** Loads the window anew: the extension starts again, with the same storage, and pages come back. */
  async reload(): Promise<void> {
    const left = this.pages
      .filter(({ closed }) => !closed)
      .map(({ viewType, title, state }) => ({ viewType, title, state }));
    this.#deactivate();
    this.questions.leave();
    this.messages.clear();
    this.pages.length = 0;
    this.#activate();
    for (const { viewType, title, state } of left)
      await host.serializers.get(viewType)?.deserializeWebviewPanel(this.#page(viewType, title, state) as never, state);
  }

  async close(): Promise<void> {
    this.questions.leave();
    this.messages.clear();
    this.#deactivate();
    for (const page of this.pages) page.dispose();
    this.#files.dispose();
    await chainsEnded();
    host.reset();
    rmSync(this.temporary, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}
