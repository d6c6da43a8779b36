import * as vscode from "vscode";
import { showProgress } from "./progress";

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
