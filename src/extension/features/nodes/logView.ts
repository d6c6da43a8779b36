import * as vscode from "vscode";
import { type LogFilter, logLevels, mergedLogs, type NodeLog, wordsOfLog } from "../../../nodeConfig/logs/logEntries";
import { visibleLine, visibleText } from "../../../text/visibleText";
import { commandLink } from "../../kit/commands/commands";
import { tabName } from "../../kit/files/tabName";
import type { Chainside } from "../../state/chainside";
import { LogFollower, usualBounds } from "../../state/nodeFolders/logFollower";
import type { NodeFolder } from "../../state/nodeFolders/nodeFolder";

export const nodeLogScheme = "chainside-nodelog";

/** How often a log on screen is looked at. */
const lookMs = 1000;

const maxLinks = 5000;

/** Longer lines hold code and packets: nothing there is meant to be followed. */
const maxLineLength = 4000;

/** What a document of logs shows; its address holds all of it. */
export interface LogSubject extends LogFilter {
  readonly nodes: readonly { readonly name: string; readonly uri: string }[];
}

const isText = (value: unknown): value is string => typeof value === "string";

/** Undefined for an address that was not made here. */
export function readLogUri({ query }: Pick<vscode.Uri, "query">): LogSubject | undefined {
  try {
    const { nodes, min, modules } = JSON.parse(query) as Record<string, unknown>;
    if (!Array.isArray(nodes) || !Array.isArray(modules) || !modules.every(isText)) return undefined;
    if (!nodes.every((node: Record<string, unknown>) => isText(node["name"]) && isText(node["uri"]))) return undefined;
    const level = logLevels.find((each) => each === min);
    return { nodes: nodes as LogSubject["nodes"], modules, ...(level ? { min: level } : {}) };
  } catch {
    return undefined;
  }
}

/** The address of a document: its tab says whose log it is, and what of it. */
export function logUri(subject: LogSubject): vscode.Uri {
  const { nodes, min, modules } = subject;
  const names = nodes.length > 3 ? vscode.l10n.t("{0} nodes", nodes.length) : nodes.map(({ name }) => name).join(" + ");
  const title = [names, ...(min ? [`≥ ${min}`] : []), ...modules.slice(0, 3)].join(" ");
  return vscode.Uri.from({
    scheme: nodeLogScheme,
    path: `/${tabName(title)}.log`,
    query: JSON.stringify(subject),
  });
}

/** Names that tell the nodes apart: the folder's, or its place where two bear one name. */
export function nodesOf(folders: readonly NodeFolder[]): LogSubject["nodes"] {
  return folders.map(({ name, place, uri }) => ({
    name: visibleLine(folders.filter((other) => other.name === name).length > 1 ? place : name),
    uri: uri.toString(),
  }));
}

const atEnd = ({ visibleRanges, document }: vscode.TextEditor): boolean =>
  (visibleRanges.at(-1)?.end.line ?? 0) >= document.lineCount - 2;

function revealEnd(editor: vscode.TextEditor): void {
  const last = Math.max(0, editor.document.lineCount - 1);
  editor.selection = new vscode.Selection(last, 0, last, 0);
  editor.revealRange(new vscode.Range(last, 0, last, 0));
}

/** Hashes and node IDs lead to what is known of them; of a node that is known its beginning is enough. */
export function logLinks(
  { nodeNames }: Pick<Chainside, "nodeNames">,
  lines: { readonly lineCount: number; lineAt(line: number): { readonly text: string } },
): vscode.DocumentLink[] {
  const links: vscode.DocumentLink[] = [];
  // The end is what a user came for.
  for (let line = lines.lineCount - 1; line >= 0 && links.length < maxLinks; line--) {
    const { text } = lines.lineAt(line);
    if (text.length > maxLineLength) continue;
    for (const word of wordsOfLog(text)) {
      const subject = word.kind === "beginning" ? nodeNames.beginningWith(word.text) : word.text;
      if (subject === undefined) continue;
      const link = new vscode.DocumentLink(
        new vscode.Range(line, word.start, line, word.end),
        commandLink("chainside.explain", subject),
      );
      const name = word.kind === "hash" ? undefined : nodeNames.get(subject);
      link.tooltip = name === undefined ? vscode.l10n.t("Explain") : vscode.l10n.t("Explain node {0}", name);
      links.push(link);
    }
  }
  return links;
}

/** The log that a tab shows; undefined for other tabs. */
const logOfTab = ({ input }: vscode.Tab): vscode.Uri | undefined =>
  input instanceof vscode.TabInputText && input.uri.scheme === nodeLogScheme ? input.uri : undefined;

const isOpen = (uri: vscode.Uri): boolean =>
  vscode.window.tabGroups.all.some(({ tabs }) => tabs.some((tab) => logOfTab(tab)?.toString() === uri.toString()));

/** The logs that a document shows, as far as they are read. */
class ShownLogs {
  readonly #logs: readonly { readonly name: string; readonly follower: LogFollower }[];

  constructor({ nodes, ...filter }: LogSubject) {
    const kept = Math.max(64 * 1024, Math.floor(usualBounds.kept / nodes.length));
    const looked = Math.floor(usualBounds.looked / nodes.length);
    this.#logs = nodes.map(({ name, uri }) => ({
      name,
      follower: new LogFollower(vscode.Uri.parse(uri, true), filter, { ...usualBounds, kept, looked }),
    }));
  }

  /** Whether any node has written something since. */
  async look(): Promise<boolean> {
    const changed = await Promise.all(this.#logs.map(({ follower }) => follower.look()));
    return changed.includes(true);
  }

  get modules(): readonly string[] {
    return [...new Set(this.#logs.flatMap(({ follower }) => follower.modules))].sort();
  }

  get text(): string {
    const logs = this.#logs.map(({ name, follower }): NodeLog => {
      return { name, entries: follower.entries, cut: follower.cut };
    });
    return visibleText(mergedLogs(logs));
  }
}

/** The ends of nodes' logs as documents that follow what the nodes write, whatever the size of the files. */
export class LogView implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #shown = new Map<string, ShownLogs>();
  /** Editors that stood at the end before the text grew. */
  readonly #following = new Set<string>();
  readonly #parts: vscode.Disposable;
  #looking = false;

  constructor(private readonly app: Chainside) {
    const timer = setInterval(() => void this.#look().catch(this.app.errors.log), lookMs);
    this.#parts = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(nodeLogScheme, this),
      vscode.languages.registerDocumentLinkProvider(
        { scheme: nodeLogScheme },
        { provideDocumentLinks: (document) => logLinks(app, document) },
      ),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.scheme !== nodeLogScheme || !this.#following.delete(document.uri.toString())) return;
        for (const editor of vscode.window.visibleTextEditors) if (editor.document === document) revealEnd(editor);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#release(uri)),
      // VS Code keeps a document for minutes behind its last tab
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const uri of closed.map(logOfTab)) if (uri && !isOpen(uri)) this.#release(uri);
      }),
      new vscode.Disposable(() => clearInterval(timer)),
      this.#changed,
    );
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const known = this.#shown.get(uri.toString());
    if (known) return known.text;
    const logs = this.#show(uri);
    await logs?.look();
    return logs?.text ?? "";
  }

  /** Begins to read the logs of an address; undefined for one that was not made here. */
  #show(uri: vscode.Uri): ShownLogs | undefined {
    const subject = readLogUri(uri);
    if (!subject) return undefined;
    const logs = new ShownLogs(subject);
    this.#shown.set(uri.toString(), logs);
    return logs;
  }

  /** A document is closed: what was read for it goes. */
  #release(uri: vscode.Uri): void {
    const key = uri.toString();
    this.#shown.delete(key);
    this.#following.delete(key);
  }

  /** Badges that the logs of a document have. */
  modulesOf(uri: vscode.Uri): readonly string[] {
    return this.#shown.get(uri.toString())?.modules ?? [];
  }

  /** Shows the end of the newest logs. */
  async open(subject: LogSubject): Promise<void> {
    const document = await vscode.workspace.openTextDocument(logUri(subject));
    revealEnd(await vscode.window.showTextDocument(document, { preview: false }));
  }

  /** Shows something else in the place of what a document shows. */
  async change(uri: vscode.Uri, subject: LogSubject): Promise<void> {
    if (logUri(subject).toString() === uri.toString()) return;
    const tab = vscode.window.tabGroups.activeTabGroup.tabs.find(
      (each) => logOfTab(each)?.toString() === uri.toString(),
    );
    await this.open(subject);
    if (tab) await vscode.window.tabGroups.close(tab);
  }

  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    try {
      for (const editor of vscode.window.visibleTextEditors) {
        const { uri } = editor.document;
        if (uri.scheme !== nodeLogScheme) continue;
        // a document that was closed and comes back before VS Code forgot it is read anew
        const logs = this.#shown.get(uri.toString()) ?? this.#show(uri);
        if (!(await logs?.look())) continue;
        if (atEnd(editor)) this.#following.add(uri.toString());
        this.#changed.fire(uri);
      }
    } finally {
      this.#looking = false;
    }
  }

  dispose(): void {
    this.#parts.dispose();
  }
}
