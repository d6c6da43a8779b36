import type { ClientCapabilities, Connection, WorkDoneProgressServerReporter } from "vscode-languageserver/node";

/** Who waits no longer than this is told nothing. */
const lateMs = 1000;

/** Progress of long work, as the protocol shows it: begins when the work takes long, and can be cancelled by the user. */
export class LateProgress {
  readonly #abort = new AbortController();
  readonly #begin: NodeJS.Timeout | undefined;
  #reporter: WorkDoneProgressServerReporter | undefined;
  #words = "";
  #over = false;

  constructor(
    private readonly connection: Connection,
    client: ClientCapabilities,
    private readonly title: string,
  ) {
    if (!client.window?.workDoneProgress) return;
    this.#begin = setTimeout(() => void this.#start().catch(() => undefined), lateMs);
    this.#begin.unref();
  }

  /** The user cancelled it. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  async #start(): Promise<void> {
    const reporter = await this.connection.window.createWorkDoneProgress();
    if (this.#over) return;
    this.#reporter = reporter;
    reporter.begin(this.title, undefined, this.#words, true);
    reporter.token.onCancellationRequested(() => this.#abort.abort());
  }

  say(words: string): void {
    this.#words = words;
    this.#reporter?.report(words);
  }

  done(): void {
    this.#over = true;
    clearTimeout(this.#begin);
    this.#reporter?.done();
    this.#reporter = undefined;
  }
}
