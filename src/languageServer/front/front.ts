import {
  type DidChangeTextDocumentParams,
  type DidChangeWorkspaceFoldersParams,
  type DidOpenTextDocumentParams,
  type InitializeParams,
  type InitializeResult,
  LSPErrorCodes,
  Message,
  type MessageReader,
  type MessageWriter,
  type NotificationMessage,
  type RequestMessage,
  type ResponseMessage,
  type ServerCapabilities,
  TextDocumentSyncKind,
  type WorkspaceFolder,
} from "vscode-languageserver/node";
import { version } from "../../../package.json";
import { useLocale } from "../../text/catalogueFile";
import type { Language, Selectors, StartOptions } from "../protocol/messages";
import {
  mergeCapabilities,
  registrationsOf,
  scenarioCapabilities,
  solidityCapabilities,
  unregistered,
} from "./capabilities";
import { firstLanguage } from "./languageProcess";
import { languageOf, OpenDocuments } from "./openDocuments";
import type { StartPeer } from "./peer";
import { isUnknown, nothing, ServedLanguage } from "./served";
import { ownLanguage, tagged, untagged } from "./tags";

const languages: readonly Language[] = ["config", "scenario", "solidity"];

/** Documents, and that a text was saved, whatever its language. */
const synchronization: ServerCapabilities = {
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: { includeText: false } },
  workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
};

interface Params {
  readonly textDocument?: { readonly uri: string };
  readonly item?: { readonly uri: string };
  readonly data?: unknown;
}

/**
 * The server as an editor sees it: knows which documents are open and whose they are, and passes on what is said about them. It reads no
 * text itself; the processes that do may end, and are begun again (`ServedLanguage`).
 */
export class LanguageFront {
  readonly #documents = new OpenDocuments();
  readonly #served: Readonly<Record<Language, ServedLanguage>>;
  #start: InitializeParams | undefined;
  #options: StartOptions = {};
  #selectors: Selectors | undefined;
  #folders: WorkspaceFolder[] = [];
  #capabilities: Readonly<Record<Language, ServerCapabilities>> | undefined;
  readonly #registered = new Map<Language, { readonly id: string; readonly method: string }[]>();
  readonly #news = new Map<string, NotificationMessage>();
  #questions = 0;
  #closing = false;

  constructor(
    private readonly reader: MessageReader,
    private readonly writer: MessageWriter,
    start: StartPeer,
    private readonly exit: (code: number) => void,
    /** Counts before what the editor says. */
    private readonly given: StartOptions = {},
  ) {
    const around = {
      start,
      documents: this.#documents,
      introduction: (language: Language) => this.#introduction(language),
      news: () => [...this.#news.values()],
      say: (message: Message) => this.#say(message),
      answer: (request: RequestMessage, response: ResponseMessage) => this.#answer(request, response),
      log: (text: string) => this.#log(text),
    };
    this.#served = {
      config: new ServedLanguage("config", around),
      scenario: new ServedLanguage("scenario", around),
      solidity: new ServedLanguage("solidity", around),
    };
  }

  /** Serves until the editor is gone. */
  listen(): void {
    this.reader.onClose(() => this.#exit());
    this.reader.onError((error) => this.#log(String(error)));
    this.writer.onError(() => undefined);
    this.reader.listen((message) => {
      if (Message.isRequest(message)) this.#request(message);
      else if (Message.isNotification(message)) this.#notification(message);
      else if (Message.isResponse(message)) languages.some((language) => this.#served[language].answered(message));
    });
  }

  #say(message: Message): void {
    this.writer.write(message).catch(() => undefined);
  }

  #log(text: string): void {
    const params = { type: 2, message: text };
    this.#say({ jsonrpc: "2.0", method: "window/logMessage", params } as NotificationMessage);
  }

  #exit(): void {
    for (const language of languages) this.#served[language].end();
    this.exit(this.#closing ? 0 : 1);
  }

  #introduction(language: Language): InitializeParams {
    const start = this.#start as InitializeParams;
    const { capabilities } = start;
    return {
      ...start,
      // the processes of languages end with this one
      processId: null,
      capabilities: { ...capabilities, workspace: { ...capabilities.workspace, workspaceFolders: true } },
      workspaceFolders: this.#folders,
      initializationOptions: { ...this.#options, language },
    };
  }

  #request(request: RequestMessage): void {
    const { id, method } = request;
    if (method === "initialize") {
      this.#initialize(request).catch((error: unknown) => this.#fail(request, String(error)));
      return;
    }
    if (!this.#start || this.#closing) {
      this.#fail(request, "the server isn't running");
      return;
    }
    if (method === "shutdown") {
      this.#closing = true;
      this.#say({ jsonrpc: "2.0", id, result: null } as ResponseMessage);
      return;
    }
    const params = (request.params ?? {}) as Params;
    const uri = params.textDocument?.uri ?? params.item?.uri;
    const language = this.#languageFor(method, uri, params);
    if (!language || !this.#answers(language)) this.#say(nothing(id, method));
    else this.#served[language].send(untagged(request), uri);
  }

  /** Who answers: by the document, by who made what is asked about, or Solidity, whose names are all over a workspace. */
  #languageFor(method: string, uri: string | undefined, params: Params): Language | undefined {
    if (uri !== undefined) {
      const known = this.#documents.get(uri)?.language ?? languageOf(uri);
      return known ?? "config";
    }
    return ownLanguage(params.data) ?? (method.startsWith("workspace/") ? "solidity" : undefined);
  }

  #answers(language: Language): boolean {
    return this.#selectors === undefined || this.#selectors[language] !== undefined;
  }

  #answer(request: RequestMessage, response: ResponseMessage): void {
    const params = (request.params ?? {}) as Params;
    const language = this.#languageFor(request.method, params.textDocument?.uri ?? params.item?.uri, params);
    if (isUnknown(response)) this.#say(nothing(response.id, request.method));
    else this.#say(language ? tagged(request.method, response, language) : response);
  }

  #fail({ id }: RequestMessage, message: string): void {
    const error = { code: LSPErrorCodes.RequestFailed, message };
    this.#say({ jsonrpc: "2.0", id, error } as ResponseMessage);
  }

  async #initialize(request: RequestMessage): Promise<void> {
    const params = request.params as InitializeParams;
    if (params.locale !== undefined) useLocale(params.locale);
    this.#start = params;
    this.#options = { ...(params.initializationOptions as StartOptions | undefined), ...this.given };
    this.#selectors = this.#options.selectors;
    this.#folders = params.workspaceFolders ?? [];
    this.#watch(params.processId);
    const opens = firstLanguage(this.#options);
    if (opens !== "config") this.#served[opens].begin();
    const { configCapabilities } = await import("../configuration/startServer");
    this.#capabilities = {
      config: configCapabilities(params.capabilities),
      scenario: scenarioCapabilities,
      solidity: solidityCapabilities,
    };
    const all = mergeCapabilities(
      ...languages.map((language) => this.#capabilities?.[language] ?? {}),
      synchronization,
    );
    const capabilities = this.#selectors ? unregistered(all) : all;
    const result: InitializeResult = { capabilities, serverInfo: { name: "chainside", version } };
    this.#say({ jsonrpc: "2.0", id: request.id, result } as ResponseMessage);
  }

  /** An editor that is gone without a word ends its server. */
  #watch(processId: number | null): void {
    if (processId === null) return;
    const look = (): void => {
      try {
        process.kill(processId, 0);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ESRCH") this.#exit();
      }
    };
    setInterval(look, 3000).unref();
  }

  /** Registers what a language gives for the documents that the editor named, and takes back what it no longer wants. */
  #register(): void {
    for (const language of languages) {
      const before = this.#registered.get(language) ?? [];
      const registrations = this.#selectors
        ? registrationsOf(language, this.#capabilities?.[language] ?? {}, this.#selectors)
        : [];
      if (before.length > 0) this.#ask("client/unregisterCapability", { unregisterations: before });
      if (registrations.length > 0) this.#ask("client/registerCapability", { registrations });
      this.#registered.set(
        language,
        registrations.map(({ id, method }) => ({ id, method })),
      );
    }
  }

  /** Asks the editor what has no answer. */
  #ask(method: string, params: object): void {
    this.#say({ jsonrpc: "2.0", id: `front:${++this.#questions}`, method, params } as RequestMessage);
  }

  #notification(message: NotificationMessage): void {
    const { method } = message;
    if (method === "exit") this.#exit();
    else if (method === "initialized") {
      this.#register();
      this.#lookThroughFolders();
    } else if (method.startsWith("textDocument/")) this.#sync(message);
    else if (method === "$/cancelRequest") {
      const { id } = message.params as { readonly id: number | string };
      for (const language of languages) this.#served[language].cancel(id, message);
    } else if (method === "chainside/selectors") this.#select(message.params as { readonly selectors: Selectors });
    else {
      if (method === "workspace/didChangeWorkspaceFolders")
        this.#moveFolders(message.params as DidChangeWorkspaceFoldersParams);
      const isSettings = method === "workspace/didChangeConfiguration";
      if (isSettings || method.startsWith("chainside/")) this.#news.set(method, message);
      // what was compiled is shown whether a source is open or not
      if (method === "chainside/compiled" && this.#answers("solidity")) this.#served.solidity.send(message);
      else for (const language of languages) this.#served[language].inform(message);
      this.#lookThroughFolders();
    }
  }

  /** What is wrong with a node's files is shown whether one of them is open or not. */
  #lookThroughFolders(): void {
    if (this.#folders.length > 0 && this.#answers("config")) this.#served.config.begin();
  }

  #moveFolders({ event: { added, removed } }: DidChangeWorkspaceFoldersParams): void {
    const gone = new Set(removed.map(({ uri }) => uri));
    this.#folders = [...this.#folders.filter(({ uri }) => !gone.has(uri)), ...added];
  }

  #sync(message: NotificationMessage): void {
    const { method } = message;
    const params = message.params as Required<Params>;
    const { uri } = params.textDocument;
    const open = this.#documents;
    const document =
      method === "textDocument/didOpen"
        ? open.open(params as unknown as DidOpenTextDocumentParams)
        : method === "textDocument/didChange"
          ? open.change(params as unknown as DidChangeTextDocumentParams)
          : method === "textDocument/didClose"
            ? open.close(uri)
            : open.get(uri);
    if (document && this.#answers(document.language)) this.#served[document.language].sync(message, uri);
  }

  #select({ selectors }: { readonly selectors: Selectors }): void {
    const before = this.#selectors ?? {};
    this.#selectors = selectors;
    this.#options = { ...this.#options, selectors };
    this.#register();
    for (const language of languages) {
      if (before[language] && !selectors[language]) this.#served[language].leave();
      else if (!before[language] && selectors[language]) this.#served[language].take();
    }
    this.#lookThroughFolders();
  }
}
