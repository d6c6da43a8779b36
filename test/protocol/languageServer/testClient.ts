import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type CompletionItem,
  type CompletionList,
  createProtocolConnection,
  type Diagnostic,
  type InitializeResult,
  type MessageConnection,
  type Position,
  type PublishDiagnosticsParams,
  type Range,
  StreamMessageReader,
  StreamMessageWriter,
  type TextEdit,
  type WorkspaceEdit,
} from "vscode-languageserver/node";
import { serverBundle } from "./serverBundle";

/** A workspace folder of its own in the temporary folder: `files` maps paths below it to their text. */
export class TestWorkspace {
  readonly folder = mkdtempSync(join(tmpdir(), "chainside-lsp-"));

  constructor(files: Record<string, string> = {}) {
    for (const [path, text] of Object.entries(files)) this.write(path, text);
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), "utf8");
  }

  uri(path: string): string {
    return pathToFileURL(join(this.folder, path)).href;
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export interface ClientOptions {
  workspace?: TestWorkspace;
  locale?: "en" | "zh-cn";
  /** What the client answers to `workspace/configuration` for the section `chainside`. */
  settings?: Record<string, unknown>;
  /** Whether the client says that it pulls diagnostics. Default: it takes what the server pushes. */
  pull?: boolean;
  /** Commands that the client says it has. */
  commands?: string[];
  /** What the client answers to other requests, by method. */
  answers?: Record<string, (params: never) => unknown>;
  /** What Node.js is given to run. Default: the server's bundle. */
  program?: readonly string[];
  /** What it says of itself beside that. */
  initializationOptions?: Record<string, unknown>;
  /** What the server finds in its environment, beside what these tests have. */
  environment?: NodeJS.ProcessEnv;
  /** Whether the client lets the server register file watchers. Default true. */
  watch?: boolean;
}

/** Applies text edits of one document the way an editor does: all positions are of the text before. */
export function applyEdits(text: string, edits: TextEdit[]): string {
  const lines = [0];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 10 || (code === 13 && text.charCodeAt(i + 1) !== 10)) lines.push(i + 1);
  }
  const offset = (position: { line: number; character: number }): number => {
    if (position.line >= lines.length) return text.length;
    const start = lines[position.line] ?? text.length;
    const next = lines[position.line + 1];
    let end = next ?? text.length;
    if (next !== undefined) while (end > start && /[\r\n]/.test(text[end - 1] ?? "")) end--;
    return Math.min(start + position.character, end);
  };
  const ordered = edits
    .map((edit, order) => ({ order, start: offset(edit.range.start), end: offset(edit.range.end), text: edit.newText }))
    .sort((a, b) => a.start - b.start || a.order - b.order);
  let result = "";
  let at = 0;
  for (const edit of ordered) {
    if (edit.start < at) throw new Error("edits overlap");
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}

/** What editors call the language of a document. */
function languageIdOf(uri: string): string {
  if (uri.endsWith(".sol")) return "solidity";
  return uri.endsWith(".yaml") ? "yaml" : "fisco-ini";
}

/** Of what a server says as it dies, at most this is shown. */
const maxStderrLength = 4000;

/** A language client over pipes: what an editor would send and get, and nothing else. */
export class TestClient {
  readonly published = new Map<string, PublishDiagnosticsParams>();
  readonly texts = new Map<string, string>();
  readonly requestsFromServer: { method: string; params: unknown }[] = [];
  settings: Record<string, unknown>;
  initializeResult: InitializeResult = { capabilities: {} };
  stderr = "";
  readonly #versions = new Map<string, number>();
  #waiting: (() => void)[] = [];
  /** Why the server ended, once it has. */
  #ended: string | undefined;
  readonly #end: Promise<void>;

  private constructor(
    readonly process: ChildProcess,
    readonly connection: MessageConnection,
    options: ClientOptions,
  ) {
    this.settings = options.settings ?? {};
    process.stderr?.on("data", (data: Buffer) => {
      this.stderr += data.toString();
    });
    this.#end = new Promise((resolve) => {
      process.once("close", (code, signal) => {
        this.#ended = `the server ended (${signal ?? code}): ${this.stderr.slice(-maxStderrLength)}`;
        resolve();
        this.#wake();
      });
    });
    connection.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) => {
      this.published.set(params.uri, params);
      this.#wake();
    });
    connection.onRequest((method, params) => {
      this.requestsFromServer.push({ method, params });
      this.#wake();
      if (method === "workspace/configuration") {
        const items = (params as { items: { section?: string }[] }).items;
        return items.map((item) => (item.section === "chainside" ? this.settings : null));
      }
      return (options.answers?.[method] as ((params: unknown) => unknown) | undefined)?.(params) ?? null;
    });
  }

  static async start(options: ClientOptions = {}): Promise<TestClient> {
    const program = options.program ?? [await serverBundle(), "--stdio"];
    const child = spawn(process.execPath, [...program], {
      stdio: ["pipe", "pipe", "pipe"],
      env: { ...process.env, ...options.environment },
    });
    if (!child.stdout || !child.stdin) throw new Error("the server has no pipes");
    const connection = createProtocolConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    const client = new TestClient(child, connection as unknown as MessageConnection, options);
    connection.listen();
    const folder = options.workspace && pathToFileURL(options.workspace.folder).href;
    client.initializeResult = await client.request<InitializeResult>("initialize", {
      processId: process.pid,
      rootUri: folder ?? null,
      workspaceFolders: folder ? [{ uri: folder, name: "test" }] : null,
      locale: options.locale ?? "en",
      initializationOptions: {
        commands: options.commands ?? [],
        ...(options.answers ? { answers: Object.keys(options.answers) } : {}),
        ...options.initializationOptions,
      },
      capabilities: {
        workspace: {
          configuration: true,
          workspaceFolders: true,
          applyEdit: true,
          didChangeWatchedFiles: { dynamicRegistration: options.watch ?? true, relativePatternSupport: false },
          codeLens: { refreshSupport: true },
          inlayHint: { refreshSupport: true },
          ...(options.pull ? { diagnostics: { refreshSupport: true } } : {}),
        },
        textDocument: {
          synchronization: { dynamicRegistration: false },
          publishDiagnostics: {
            relatedInformation: true,
            codeDescriptionSupport: true,
            tagSupport: { valueSet: [1, 2] },
          },
          ...(options.pull ? { diagnostic: { dynamicRegistration: false } } : {}),
          completion: { completionItem: { snippetSupport: true, documentationFormat: ["markdown"] } },
          hover: { contentFormat: ["markdown", "plaintext"] },
          codeAction: {
            resolveSupport: { properties: ["edit"] },
            codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "source", "source.fixAll"] } },
          },
          documentSymbol: { hierarchicalDocumentSymbolSupport: true },
          rename: { prepareSupport: true },
        },
      },
    });
    client.notify("initialized", {});
    return client;
  }

  /** @throws Error with what the server said last, if it ends before it answers */
  request<T>(method: string, params: unknown): Promise<T> {
    const noAnswer = this.#end.then(() => {
      throw new Error(this.#ended);
    });
    return Promise.race([this.connection.sendRequest<T>(method, params), noAnswer]);
  }

  /** What is proposed at a place: asked again, as editors do, while the server says that it will know more. */
  async completion(uri: string, position: Position): Promise<CompletionItem[]> {
    for (;;) {
      const params = { textDocument: { uri }, position };
      const answer = await this.request<CompletionItem[] | CompletionList>("textDocument/completion", params);
      if (Array.isArray(answer)) return answer;
      if (!answer.isIncomplete) return answer.items;
    }
  }

  notify(method: string, params: unknown): void {
    // a server that was killed hears nothing
    this.connection.sendNotification(method, params).catch(() => undefined);
  }

  open(uri: string, text: string): void {
    this.#versions.set(uri, 1);
    this.texts.set(uri, text);
    this.notify("textDocument/didOpen", { textDocument: { uri, languageId: languageIdOf(uri), version: 1, text } });
  }

  /** Sends incremental changes, each on the text the one before left. */
  change(uri: string, ...changes: { range: Range; text: string }[]): void {
    const version = (this.#versions.get(uri) ?? 0) + 1;
    this.#versions.set(uri, version);
    let text = this.texts.get(uri) ?? "";
    for (const change of changes) text = applyEdits(text, [{ range: change.range, newText: change.text }]);
    this.texts.set(uri, text);
    this.notify("textDocument/didChange", { textDocument: { uri, version }, contentChanges: changes });
  }

  /** Applies an edit that the server gave, as the editor would, to the open documents. */
  apply(edit: WorkspaceEdit): void {
    const all: [string, TextEdit[]][] = [
      ...Object.entries(edit.changes ?? {}),
      ...(edit.documentChanges ?? []).flatMap((change): [string, TextEdit[]][] =>
        "edits" in change ? [[change.textDocument.uri, change.edits as TextEdit[]]] : [],
      ),
    ];
    for (const [uri, edits] of all) {
      const before = this.texts.get(uri);
      if (before === undefined) continue;
      const bottomUp = [...edits].sort(
        (a, b) => b.range.start.line - a.range.start.line || b.range.start.character - a.range.start.character,
      );
      this.change(uri, ...bottomUp.map((one) => ({ range: one.range, text: one.newText })));
    }
  }

  close(uri: string): void {
    this.#versions.delete(uri);
    this.texts.delete(uri);
    this.notify("textDocument/didClose", { textDocument: { uri } });
  }

  /** The diagnostics of the document's present version, however long the server takes (the test's own limit ends it). */
  async diagnostics(uri: string): Promise<Diagnostic[]> {
    const version = this.#versions.get(uri);
    const got = await this.until(() => {
      const params = this.published.get(uri);
      return params && (version === undefined || params.version === version) ? params : undefined;
    });
    return got.diagnostics;
  }

  /** Settles when the server has read all node folders of the workspace: such a request waits for them. */
  async scanned(): Promise<void> {
    await this.request("textDocument/definition", { textDocument: { uri: "" }, position: { line: 0, character: 0 } });
  }

  /** Forgets what was published, so that the next publication can be awaited. */
  forget(uri: string): void {
    this.published.delete(uri);
  }

  /**
   * Waits until `check` gives something; looked at whenever the server says anything.
   * @throws Error with what the server said last, if it ends
   */
  async until<T>(check: () => T | undefined): Promise<T> {
    for (;;) {
      const found = check();
      if (found !== undefined) return found;
      if (this.#ended !== undefined) throw new Error(this.#ended);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // tests kill some
    if (this.process.signalCode !== "SIGKILL") {
      await this.request("shutdown", null);
      this.notify("exit", null);
    }
    await this.#end;
    this.connection.dispose();
  }
}
