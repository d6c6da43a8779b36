import * as vscode from "vscode";

/** Of more, those that were made first are forgotten. */
const maxKept = 50;

/** Texts that were made once, as read-only documents of a scheme. */
export class MadeTexts implements vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #provider: vscode.Disposable;

  constructor(private readonly scheme: string) {
    this.#provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: (uri) => this.#texts.get(uri.toString()) ?? "",
    });
  }

  /**
   * The address of a text.
   * @param name what its tab is called
   * @param id tells it from others of that name
   * @param shown as it is to stand on the screen (`kit/text`)
   */
  add(name: string, id: string, shown: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: this.scheme, path: `/${name}`, query: id });
    this.#texts.delete(uri.toString());
    const [oldest] = this.#texts.keys();
    if (oldest !== undefined && this.#texts.size >= maxKept) this.#texts.delete(oldest);
    this.#texts.set(uri.toString(), shown);
    return uri;
  }

  dispose(): void {
    this.#provider.dispose();
  }
}
