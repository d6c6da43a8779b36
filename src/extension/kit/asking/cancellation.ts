import type * as vscode from "vscode";

/** Is aborted with the first of these tokens; disposed where a token outlives the work. */
export class Cancellation extends AbortController {
  readonly #listening: readonly vscode.Disposable[];

  constructor(tokens: readonly vscode.CancellationToken[], reason?: Error) {
    super();
    this.#listening = tokens.map((token) => token.onCancellationRequested(() => this.abort(reason)));
    if (tokens.some((token) => token.isCancellationRequested)) this.abort(reason);
  }

  dispose(): void {
    for (const each of this.#listening) each.dispose();
  }
}
