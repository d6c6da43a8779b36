/**
 * The language client of a window without VS Code: it starts no server. What servers answer is tried over pipes
 * (`test/protocol/languageServer`).
 */
export class LanguageClient {
  /** What servers may ask of the window, by method. */
  readonly asked = new Map<string, (params: unknown) => unknown>();
  static readonly started: LanguageClient[] = [];

  constructor(readonly id: string) {}

  onRequest(method: string, answer: (params: unknown) => unknown): void {
    this.asked.set(method, answer);
  }

  onNotification(): void {
    // no one says anything
  }

  onDidChangeState(): void {
    // it stays as it is
  }

  async start(): Promise<void> {
    LanguageClient.started.push(this);
  }

  isRunning(): boolean {
    return false;
  }

  async sendNotification(): Promise<void> {
    // no one listens
  }

  async dispose(): Promise<void> {
    LanguageClient.started.splice(LanguageClient.started.indexOf(this), 1);
  }
}

export const RevealOutputChannelOn = { Never: 4 };
export const State = { Running: 2 };
export const ErrorAction = { Continue: 1 };
export const CloseAction = { DoNotRestart: 1, Restart: 2 };
export const TransportKind = { ipc: 1 };
