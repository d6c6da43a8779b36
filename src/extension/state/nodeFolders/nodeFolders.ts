import * as vscode from "vscode";
import { isPrinted, nodeFolderFiles } from "../../../nodeConfig/nodeFolder";
import { ReleaseLooks } from "../../../nodeConfig/releaseLooks";
import {
  answersThere,
  isThere,
  isThisMachine,
  type NodeState,
  nodeProbes,
  nodeState,
} from "../../../processes/nodes/nodeState";
import { distinctNames } from "../../../text/distinctNames";
import { AskedOnce } from "../../../time/askedOnce";
import { installedFolders } from "../../kit/files/foreignFolders";
import { onDidChangeSetting } from "../../kit/settings/settings";
import { type NodeFolder, printedRelease } from "./nodeFolder";

const pattern = "**/config.ini";
const maxFolders = 500;
const answerCountsMs = 15_000;

/** The node folders of the workspace: found when the user looks, and again when their files change. */
export class NodeFolders implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #watcher: vscode.Disposable | undefined;
  /** When the RPC of a folder's node answered last, by the folder. */
  readonly #answered = new Map<string, number>();
  readonly #found = new AskedOnce<readonly NodeFolder[]>();

  constructor(private readonly failed: (error: unknown) => void) {}

  list(): Promise<readonly NodeFolder[]> {
    this.#watch();
    return this.#found.get(() => this.#search());
  }

  /** Reads everything anew at the next look. */
  forget(): void {
    this.#found.forget();
    this.#changed.fire();
  }

  /**
   * How it stands with the node of that folder: who has its port, and whether its RPC answers. Unknown when the file names no port and when
   * the folder is that of another machine. Nothing is looked at in an untrusted workspace.
   */
  async state({ listens, rpcListens, rpcTls, uri, host }: NodeFolder): Promise<NodeState> {
    if (!listens || !vscode.workspace.isTrusted || uri.scheme !== "file" || !isThisMachine(host))
      return { kind: "unknown" };
    const rpc = rpcListens && { ...rpcListens, tls: rpcTls };
    const state = await nodeState(
      { directory: uri.fsPath, listens, rpc },
      { ...nodeProbes, answers: (place) => this.#answers(uri, place) },
    );
    if (state.kind !== "running") this.#answered.delete(uri.toString());
    return state;
  }

  /** Whether a process of that node is there, answering or not; undefined where that is unknown. */
  async isRunning(folder: NodeFolder): Promise<boolean | undefined> {
    return isThere(await this.state(folder));
  }

  /** An answer counts for a while: a view looks often, and a node writes into its log who knocks. */
  async #answers(uri: vscode.Uri, rpc: Parameters<typeof answersThere>[0]): Promise<boolean> {
    const before = this.#answered.get(uri.toString());
    if (before !== undefined && performance.now() - before < answerCountsMs) return true;
    const answers = await answersThere(rpc);
    if (answers) this.#answered.set(uri.toString(), performance.now());
    return answers;
  }

  async #search(): Promise<readonly NodeFolder[]> {
    const files = await vscode.workspace.findFiles(pattern, installedFolders.glob, maxFolders);
    const { readNodeFolder } = await import("./readNodeFolder");
    const folders = await Promise.all(files.map(readNodeFolder));
    const found = folders
      .filter((folder) => folder !== undefined)
      .sort((a, b) => a.place.localeCompare(b.place, "en", { numeric: true }));
    // Every chain has a node0: wherever one is named, its chain is told from the others'.
    const names = distinctNames(found.map(({ uri }) => uri.path));
    return found.map((folder, index): NodeFolder => {
      const name = names[index] ?? folder.name;
      return { ...folder, name, node: { ...folder.node, name } };
    });
  }

  async #hasOtherRelease(file: vscode.Uri): Promise<boolean> {
    const at = vscode.Uri.joinPath(file, "..").toString();
    const folder = (await this.#found.asked)?.find(({ uri }) => uri.toString() === at);
    return folder !== undefined && (await printedRelease(folder.uri)) !== folder.printed;
  }

  #watch(): void {
    if (this.#watcher) return;
    const forget = (): void => this.forget();
    const watchers = nodeFolderFiles.map((glob) => vscode.workspace.createFileSystemWatcher(glob));
    // What it prints tells no more than its release, and a node may print all the time.
    const releases = new ReleaseLooks(
      { refresh: (file) => this.#hasOtherRelease(vscode.Uri.parse(file)) },
      { changed: forget, failed: this.failed },
    );
    const noteChange = (uri: vscode.Uri): void =>
      isPrinted(uri.path) ? releases.noteChange(uri.toString()) : forget();
    this.#watcher = vscode.Disposable.from(
      // by them the files are read
      onDidChangeSetting("accessList.identityLength", forget),
      onDidChangeSetting("nodeConfig.nodeVersion", forget),
      ...watchers.flatMap((watcher) => [
        watcher,
        watcher.onDidCreate(noteChange),
        watcher.onDidChange(noteChange),
        watcher.onDidDelete(noteChange),
      ]),
    );
  }

  dispose(): void {
    this.#watcher?.dispose();
    this.#changed.dispose();
  }
}
