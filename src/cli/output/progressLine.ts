import { complain, showStatus } from "./print";

/** How often a log gets a line, in milliseconds. */
export const logMs = 20_000;

/** How far work is, on standard error: on a terminal a line that replaces itself, in a log a line now and then. */
export class ProgressLine {
  #loggedMs = performance.now();

  show(words: string): void {
    if (process.stderr.isTTY) showStatus(words);
    else if (performance.now() - this.#loggedMs >= logMs) {
      complain(words);
      this.written();
    }
  }

  /** Another line tells how far it is: a log needs none for a while. */
  written(): void {
    this.#loggedMs = performance.now();
  }
}
