import { stat } from "node:fs/promises";
import * as vscode from "vscode";
import { visibleText } from "../../../text/visibleText";
import { readTail } from "../../state/nodeFolders/logTail";
import type { NodeFolder } from "../../state/nodeFolders/nodeFolder";
import { newestLog } from "../../state/nodeFolders/nodeLog";

const scheme = "chainside-nodelog";
/** How often a log on screen is looked at. */
const lookMs = 1000;

const folderOf = ({ query }: vscode.Uri): Pick<NodeFolder, "uri"> => ({ uri: vscode.Uri.parse(query, true) });

const atEnd = ({ visibleRanges, document }: vscode.TextEditor): boolean =>
  (visibleRanges.at(-1)?.end.line ?? 0) >= document.lineCount - 2;

function revealEnd(editor: vscode.TextEditor): void {
  const last = Math.max(0, editor.document.lineCount - 1);
  editor.selection = new vscode.Selection(last, 0, last, 0);
  editor.revealRange(new vscode.Range(last, 0, last, 0));
}

/** The end of a node's newest log as a document that follows what the node writes, whatever the size of the file. */
export class LogView implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  /** Path and size of the file that each document shows. */
  readonly #shown = new Map<string, string>();
  /** Editors that stood at the end before the text grew. */
  readonly #following = new Set<string>();
  readonly #parts: vscode.Disposable;

  constructor() {
    const timer = setInterval(() => void this.#look(), lookMs);
    this.#parts = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.scheme !== scheme || !this.#following.delete(document.uri.toString())) return;
        for (const editor of vscode.window.visibleTextEditors) if (editor.document === document) revealEnd(editor);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => void this.#shown.delete(uri.toString())),
      new vscode.Disposable(() => clearInterval(timer)),
      this.#changed,
    );
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const log = await newestLog(folderOf(uri));
    if (log?.scheme !== "file") return "";
    const { text, size } = await readTail(log.fsPath);
    this.#shown.set(uri.toString(), `${log.fsPath}:${size}`);
    return visibleText(text);
  }

  /** Shows the end of the newest log. False when the node has written none on this machine. */
  async open({ uri, name }: NodeFolder): Promise<boolean> {
    const log = await newestLog({ uri });
    if (log?.scheme !== "file") return false;
    const document = await vscode.workspace.openTextDocument(
      vscode.Uri.from({ scheme, path: `/${name}.log`, query: uri.toString() }),
    );
    revealEnd(await vscode.window.showTextDocument(document));
    return true;
  }

  async #look(): Promise<void> {
    for (const editor of vscode.window.visibleTextEditors) {
      const { uri } = editor.document;
      const before = this.#shown.get(uri.toString());
      if (uri.scheme !== scheme || before === undefined) continue;
      const log = await newestLog(folderOf(uri));
      const size = log && (await stat(log.fsPath).catch(() => undefined))?.size;
      if (log === undefined || size === undefined || `${log.fsPath}:${size}` === before) continue;
      if (atEnd(editor)) this.#following.add(uri.toString());
      this.#changed.fire(uri);
    }
  }

  dispose(): void {
    this.#parts.dispose();
  }
}
