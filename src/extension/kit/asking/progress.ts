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
