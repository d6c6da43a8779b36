import * as vscode from "vscode";
import { runChainside } from "../../flows/commandLine/runChainside";
import { onDidChangeSetting, setting } from "../../kit/settings/settings";
import type { Chainside } from "../../state/chainside";
import type { GeneratedClient } from "../../state/generated/generatedClients";
import { foldersOf } from "./generateAgain";

/** The changed sources as they are now, and when each was written. */
async function changesOf(clients: readonly GeneratedClient[]): Promise<string> {
  const files = new Map(clients.flatMap(({ changed }) => changed.map((uri) => [uri.toString(), uri])));
  const written = await Promise.all(
    [...files].map(([key, uri]) =>
      Promise.resolve(vscode.workspace.fs.stat(uri)).then(
        ({ mtime }) => `${key} ${mtime}`,
        () => key,
      ),
    ),
  );
  return written.join("\n");
}

/** Makes stale clients again whenever their sources are saved, where the setting asks for it. */
export class KeepCurrent implements vscode.Disposable {
  readonly #listening: vscode.Disposable;
  /** By folder: of what its clients were made last. What doesn't compile isn't tried again before it is another. */
  readonly #tried = new Map<string, string>();
  #work: Promise<void> = Promise.resolve();
  #ended = false;

  constructor(private readonly app: Chainside) {
    this.#listening = vscode.Disposable.from(
      app.generated.onDidChange(() => this.#look()),
      onDidChangeSetting("clients.generateOnSave", () => this.#look()),
    );
    this.#look();
  }

  #look(): void {
    this.#work = this.#work.then(() => this.#make()).catch(this.app.errors.log);
  }

  async #make(): Promise<void> {
    if (this.#ended || !vscode.workspace.isTrusted) return;
    const wanted = this.app.generated.stale.filter(
      ({ uri, changed }) => changed.length > 0 && setting("clients.generateOnSave", uri),
    );
    const folders = await foldersOf(this.app, wanted);
    for (const key of [...this.#tried.keys()]) if (!folders.some((each) => each.key === key)) this.#tried.delete(key);
    const changes = await changesOf(wanted);
    for (const { key, words, cwd } of folders) {
      if (this.#ended) return;
      if (this.#tried.get(key) === changes) continue;
      this.#tried.set(key, changes);
      await runChainside(this.app, `chainside generate ${words[1]}`, words, cwd, { quiet: true });
    }
  }

  /** What runs ends by itself; nothing else is begun. */
  dispose(): void {
    this.#ended = true;
    this.#listening.dispose();
  }
}
