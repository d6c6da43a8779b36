import * as vscode from "vscode";
import type { Message, ResponseMessage } from "vscode-languageserver/node";
import { LanguageFront } from "../../../src/languageServer/front/front";
import { HandingWriter, ReceivedMessages } from "../../../src/languageServer/worker/messagePort";
import { serveLanguage } from "../../../src/languageServer/worker/serveLanguage";

interface ClientOptions {
  readonly initializationOptions: () => object;
}

/**
 * The language client of a window without VS Code: its server runs in this process, hears of the Solidity that is open, and shows what it
 * finds wrong. What servers answer is tried over pipes (`test/protocol/languageServer`).
 */
export class LanguageClient {
  /** What servers may ask of the window, by method. */
  readonly asked = new Map<string, (params: unknown) => unknown>();
  static readonly started: LanguageClient[] = [];
  readonly #heard = new Map<string, (params: unknown) => void>();
  readonly #incoming = new ReceivedMessages();
  readonly #waiting = new Map<number, (response: ResponseMessage) => void>();
  readonly #closing: (() => void)[] = [];
  #subscriptions: vscode.Disposable | undefined;
  #shown: vscode.DiagnosticCollection | undefined;
  #requests = 0;

  constructor(
    readonly id: string,
    readonly name: string,
    readonly server: unknown,
    private readonly options: ClientOptions,
  ) {}

  onRequest(method: string, answer: (params: unknown) => unknown): void {
    this.asked.set(method, answer);
  }

  onNotification(method: string, hear: (params: unknown) => void): void {
    this.#heard.set(method, hear);
  }

  onDidChangeState(): void {
    // it stays as it is
  }

  async start(): Promise<void> {
    LanguageClient.started.push(this);
    this.#shown = vscode.languages.createDiagnosticCollection("chainside");
    new LanguageFront(
      this.#incoming,
      new HandingWriter((message) => void this.#report(message)),
      (_, listener) => {
        const own = new ReceivedMessages();
        this.#closing.push(serveLanguage(own, (message) => setImmediate(() => listener.report(message))));
        return { send: (message) => setImmediate(() => own.take(message)), end: () => undefined };
      },
      () => undefined,
    ).listen();
    const workspaceFolders = (vscode.workspace.workspaceFolders ?? []).map(({ uri, name }) => ({
      uri: uri.toString(),
      name,
    }));
    const params = { workspaceFolders, initializationOptions: this.options.initializationOptions() };
    await this.sendRequest("initialize", { ...params, processId: null, capabilities: {} });
    await this.sendNotification("initialized", {});
    this.#sync();
  }

  #sync(): void {
    const tell = (method: string, uri: vscode.Uri, more: object, beside: object = {}): void => {
      if (!uri.path.endsWith(".sol")) return;
      void this.sendNotification(`textDocument/${method}`, {
        textDocument: { uri: uri.toString(), ...more },
        ...beside,
      });
    };
    const open = (document: vscode.TextDocument): void => {
      const text = document.getText();
      tell("didOpen", document.uri, { languageId: "solidity", version: document.version, text });
    };
    for (const document of vscode.workspace.textDocuments) open(document);
    this.#subscriptions = vscode.Disposable.from(
      vscode.workspace.onDidOpenTextDocument(open),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        const contentChanges = [{ text: document.getText() }];
        tell("didChange", document.uri, { version: document.version }, { contentChanges });
      }),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => tell("didSave", uri, {})),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => tell("didClose", uri, {})),
    );
  }

  async #report(message: Message): Promise<void> {
    const { id, method, params, result, error } = message as {
      id?: number | string;
      method?: string;
      params?: unknown;
      result?: unknown;
      error?: { message: string };
    };
    if (method === undefined) this.#waiting.get(Number(id))?.({ jsonrpc: "2.0", id, result, error } as never);
    else if (id !== undefined) {
      const answer = await this.asked.get(method)?.(params);
      this.#incoming.take({ jsonrpc: "2.0", id, result: answer ?? null } as unknown as Message);
    } else if (method === "textDocument/publishDiagnostics") {
      const { uri, diagnostics } = params as { uri: string; diagnostics: { message: string }[] };
      this.#shown?.set(vscode.Uri.parse(uri), diagnostics as never);
    } else this.#heard.get(method)?.(params);
  }

  isRunning(): boolean {
    return LanguageClient.started.includes(this);
  }

  async sendNotification(method: string, params: unknown): Promise<void> {
    this.#incoming.take({ jsonrpc: "2.0", method, params } as unknown as Message);
  }

  sendRequest(method: string, params: unknown): Promise<unknown> {
    const id = ++this.#requests;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result, error }) => (error ? reject(new Error(error.message)) : resolve(result)));
      this.#incoming.take({ jsonrpc: "2.0", id, method, params } as unknown as Message);
    });
  }

  async dispose(): Promise<void> {
    LanguageClient.started.splice(LanguageClient.started.indexOf(this), 1);
    this.#subscriptions?.dispose();
    for (const close of this.#closing) close();
  }
}

export const RevealOutputChannelOn = { Never: 4 };
export const State = { Running: 2 };
export const ErrorAction = { Continue: 1 };
export const CloseAction = { DoNotRestart: 1, Restart: 2 };
export const TransportKind = { ipc: 1 };
