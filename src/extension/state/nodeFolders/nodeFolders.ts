import * as vscode from "vscode";
import { answersLocally } from "./localPort";
import { type NodeFolder, readNodeFolder } from "./nodeFolder";
import { isThisMachine } from "./thisMachine";

const pattern = "**/config.ini";
const excluded = "**/{node_modules,.git}/**";
const mostFolders = 500;
/** The node folders of the workspace: found when somebody looks, and again when their files change. */
export class NodeFolders implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #watcher: vscode.Disposable | undefined;
  #found: Promise<readonly NodeFolder[]> | undefined;

  list(): Promise<readonly NodeFolder[]> {
    this.#watch();
    this.#found ??= this.#search();
    return this.#found;
  }

  /** Reads everything anew at the next look. */
  forget(): void {
    this.#found = undefined;
    this.#changed.fire();
  }

  /**
   * Runs here, as far as its port tells; undefined when the file names no port and when the folder is that of another machine.
   * Nothing runs in an untrusted workspace.
   */
  async isRunning(folder: NodeFolder): Promise<boolean | undefined> {
    if (!folder.listens || !vscode.workspace.isTrusted || !isThisMachine(folder.host)) return undefined;
    return answersLocally(folder.listens.port, folder.listens.host);
  }

  async #search(): Promise<readonly NodeFolder[]> {
    const files = await vscode.workspace.findFiles(pattern, excluded, mostFolders);
    const folders = await Promise.all(files.map(readNodeFolder));
    return folders
      .filter((folder) => folder !== undefined)
      .sort((a, b) => a.place.localeCompare(b.place, "en", { numeric: true }));
  }

  #watch(): void {
    if (this.#watcher) return;
    const forget = (): void => this.forget();
    const watchers = [pattern, "**/conf/*.nodeid"].map((glob) => vscode.workspace.createFileSystemWatcher(glob));
    this.#watcher = vscode.Disposable.from(
      ...watchers.flatMap((watcher) => [
        watcher,
        watcher.onDidCreate(forget),
        watcher.onDidChange(forget),
        watcher.onDidDelete(forget),
      ]),
    );
  }

  dispose(): void {
    this.#watcher?.dispose();
    this.#changed.dispose();
  }
}
