import * as vscode from "vscode";
import { shownMessage, shownPlain } from "../text/shownText";

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

/**
 * The only way to VS Code's progress, whose titles and messages draw icons and links as messages do: names of nodes, connections and
 * contracts stand in them. Lint refuses `vscode.window.withProgress` elsewhere.
 */
export function showProgress<Result>(
  options: vscode.ProgressOptions,
  task: (
    progress: vscode.Progress<{ message?: string; increment?: number }>,
    cancelled: AbortSignal,
  ) => Thenable<Result>,
): Thenable<Result> {
  // the status bar draws icons, a notification makes links
  const shown = options.location === vscode.ProgressLocation.Window ? shownPlain : shownMessage;
  const title = options.title === undefined ? {} : { title: shown(options.title) };
  return vscode.window.withProgress({ ...options, ...title }, (progress, token) =>
    task(
      {
        report: ({ message, ...rest }) =>
          progress.report(message === undefined ? rest : { ...rest, message: shownMessage(message) }),
      },
      new Cancellation([token]).signal,
    ),
  );
}

/** After this time work without an answer shows progress that can be cancelled. */
const showAfterMs = 700;

/** Progress that shows only when work takes long, and that can stand still while the user is asked. */
export class LateProgress {
  readonly #abort = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #end: (() => void) | undefined;
  #report: ((text: string) => void) | undefined;
  #message = "";

  constructor(private readonly title: string) {}

  /** Aborted by the user's Cancel. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  start(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      void showProgress(
        { location: vscode.ProgressLocation.Notification, title: this.title, cancellable: true },
        (progress, cancelled) => {
          this.#report = (message) => progress.report({ message });
          if (this.#message !== "") this.#report(this.#message);
          cancelled.addEventListener("abort", () => this.#abort.abort());
          return new Promise<void>((resolve) => {
            this.#end = resolve;
          });
        },
      );
    }, showAfterMs);
  }

  /** What goes on, behind the title. */
  say(text: string): void {
    this.#message = text;
    this.#report?.(text);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#report = undefined;
    this.#end?.();
    this.#end = undefined;
  }
}
