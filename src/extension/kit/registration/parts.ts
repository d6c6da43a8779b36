import type * as vscode from "vscode";

/** What ends with a feature. What comes late, such as what was being loaded when the feature ended, ends at once. */
export class Parts implements vscode.Disposable {
  readonly #parts: vscode.Disposable[] = [];
  #ended = false;

  add(...parts: readonly vscode.Disposable[]): void {
    if (this.#ended) for (const part of parts) part.dispose();
    else this.#parts.push(...parts);
  }

  dispose(): void {
    this.#ended = true;
    for (const part of this.#parts.splice(0)) part.dispose();
  }
}
