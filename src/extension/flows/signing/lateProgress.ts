import * as vscode from "vscode";

/** After this time work without an answer shows progress that can be cancelled. */
const showAfterMs = 700;

/** Progress that shows only when work takes long, and that can stand still while the user is asked. */
export class LateProgress {
  readonly #abort = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #end: (() => void) | undefined;

  constructor(private readonly title: string) {}

  /** Aborted by the user's Cancel. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  start(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      void vscode.window.withProgress(
        { location: vscode.ProgressLocation.Notification, title: this.title, cancellable: true },
        (_, token) => {
          token.onCancellationRequested(() => this.#abort.abort());
          return new Promise<void>((resolve) => {
            this.#end = resolve;
          });
        },
      );
    }, showAfterMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#end?.();
    this.#end = undefined;
  }
}
