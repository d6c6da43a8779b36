import {
  type Diagnostic,
  DiagnosticSeverity,
  type DidChangeTextDocumentParams,
  ErrorCodes,
  type InitializeParams,
  LSPErrorCodes,
  Message,
  type NotificationMessage,
  type PublishDiagnosticsParams,
  type RegistrationParams,
  type RequestMessage,
  type ResponseMessage,
  type UnregistrationParams,
} from "vscode-languageserver/node";
import { t } from "../../text/catalogue";
import { minuteMs } from "../../time/units";
import type { Language } from "../protocol/messages";
import type { OpenDocuments } from "./openDocuments";
import type { Peer, StartPeer } from "./peer";

/** No document of the language is open any more, or none was opened yet: its memory is given back. */
const idleMs = { after: 10 * minuteMs, before: minuteMs };
/** A process that lived so long didn't die of what it was given first. */
const wellMs = minuteMs;
/** So many ends over one text, and it is left alone until it changes: of what ends by itself, and of what others end. */
const maxEnds = { own: 2, signal: 5 };
const firstWaitMs = 100;
const maxWaitMs = 5000;

const introduction = "chainside:initialize";
const signals = /^SIG(?:KILL|TERM|INT|HUP)$/;

/** What stands around one language: the editor, and what all languages share. */
interface Environment {
  readonly start: StartPeer;
  readonly documents: OpenDocuments;
  /** What a process is told at its start. */
  introduction(language: Language): InitializeParams;
  /** The last that the editor told beyond the protocol. */
  news(): readonly NotificationMessage[];
  /** To the editor. */
  say(message: Message): void;
  /** An answer to the editor's request. */
  answer(request: RequestMessage, response: ResponseMessage): void;
  log(text: string): void;
}

interface Pending {
  readonly request: RequestMessage;
  readonly uri: string | undefined;
  /** It was sent to one that ended over it. */
  readonly again: boolean;
}

/**
 * One language: its process, begun when it is needed and again when it ends. The editor notices nothing but a delay: documents are sent
 * again, and what was asked is asked again. A text over which it ends time and again is left alone, which the text itself says.
 */
export class ServedLanguage {
  #peer: Peer | undefined;
  #ready = false;
  #startedAt = 0;
  #queue: Message[] = [];
  readonly #pending = new Map<number | string, Pending>();
  /** What the process asked the editor: by the number that the editor got. */
  readonly #asked = new Map<string, number | string | null>();
  #questions = 0;
  /** Methods by what was registered of them. */
  readonly #registered = new Map<string, string>();
  /** Addresses of files for which something is shown. */
  readonly #shown = new Set<string>();
  /** What was last looked at, and with which version of it. */
  #last = { uri: "", version: -1 };
  readonly #blamed = new Map<string, { readonly version: number; readonly own: number; readonly signal: number }>();
  readonly #left = new Set<string>();
  #waitMs = 0;
  #waiting: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(
    readonly language: Language,
    private readonly around: Environment,
  ) {}

  get running(): boolean {
    return this.#peer !== undefined || this.#waiting !== undefined;
  }

  /** A message about a document, or about all; starts the process. */
  send(message: Message, uri?: string): void {
    if (Message.isRequest(message) && message.id !== null)
      this.#pending.set(message.id, { request: message, uri, again: false });
    // what isn't running is given everything when it runs
    if (this.#waiting !== undefined) return;
    if (!this.#peer) {
      this.begin();
      return;
    }
    this.#pass(message, uri);
    this.#rest();
  }

  /** A document that was opened, changed, saved or closed: the documents know it already. */
  sync(message: NotificationMessage, uri: string): void {
    if (message.method === "textDocument/didClose") {
      this.#blamed.delete(uri);
      if (this.#left.delete(uri)) this.#publish(uri, undefined, []);
      if (this.running) this.send(message, uri);
      return;
    }
    if (this.#left.delete(uri)) {
      // it is another text now: it is given as a whole
      const document = this.around.documents.of(this.language).find(({ textDocument }) => textDocument.uri === uri);
      if (document && this.running)
        this.send({ ...message, method: "textDocument/didOpen", params: document } as NotificationMessage, uri);
      else this.begin();
      return;
    }
    this.send(message, uri);
  }

  /** For a process that runs: the workspace, settings, cancellation. */
  inform(message: Message): void {
    if (this.#peer) this.#pass(message);
  }

  cancel(id: number | string, message: Message): void {
    if (this.#pending.has(id)) this.inform(message);
  }

  /** The editor's answer to what the process asked. @returns whether it was asked by this one */
  answered(response: ResponseMessage): boolean {
    const id = String(response.id);
    const own = this.#asked.get(id);
    if (own === undefined) return false;
    this.#asked.delete(id);
    this.inform({ ...response, id: own } as ResponseMessage);
    return true;
  }

  #pass(message: Message, uri?: string): void {
    if (!this.#ready) {
      this.#queue.push(message);
      return;
    }
    if (uri !== undefined) this.#look(uri, message);
    this.#peer?.send(message);
  }

  #look(uri: string, message: Message): void {
    const { textDocument } = ((message as RequestMessage).params ?? {}) as Partial<DidChangeTextDocumentParams>;
    const version = textDocument?.version ?? (this.#last.uri === uri ? this.#last.version : -1);
    this.#last = { uri, version };
  }

  /** Starts the process, if none runs: it gets what is open. */
  begin(): void {
    if (this.#peer || this.#waiting) return;
    this.#ready = false;
    this.#queue = [];
    this.#startedAt = Date.now();
    const peer = this.around.start(this.language, {
      report: (message) => {
        if (this.#peer === peer) this.#report(message);
      },
      ended: (how) => {
        if (this.#peer === peer) this.#ended(how);
      },
    });
    this.#peer = peer;
    const params = this.around.introduction(this.language);
    peer.send({ jsonrpc: "2.0", id: introduction, method: "initialize", params } as RequestMessage);
  }

  /** It knows the protocol: it gets what the editor has open, what is waited for, and what came meanwhile. */
  #begin(): void {
    const notify = (method: string, params: object, uri?: string): void =>
      this.#pass({ jsonrpc: "2.0", method, params } as NotificationMessage, uri);
    const queue = this.#queue.filter((message) => !Message.isRequest(message) && !isSync(message));
    this.#queue = [];
    this.#ready = true;
    this.#waitMs = 0;
    notify("initialized", {});
    for (const news of this.around.news()) this.#pass(news);
    for (const document of this.around.documents.of(this.language)) {
      const { uri } = document.textDocument;
      if (!this.#left.has(uri)) notify("textDocument/didOpen", document, uri);
    }
    for (const { request, uri } of [...this.#pending.values()]) this.#pass(request, uri);
    for (const message of queue) this.#pass(message);
    this.#rest();
  }

  #report(message: Message): void {
    if (Message.isResponse(message)) this.#response(message);
    else if (Message.isRequest(message)) this.#request(message);
    else if (Message.isNotification(message)) this.#notification(message);
  }

  #response(response: ResponseMessage): void {
    if (response.id === introduction) {
      this.#begin();
      return;
    }
    const pending = response.id === null ? undefined : this.#pending.get(response.id);
    if (!pending || response.id === null) return;
    this.#pending.delete(response.id);
    this.around.answer(pending.request, response);
    this.#rest();
  }

  #request(request: RequestMessage): void {
    const id = `${this.language}:${++this.#questions}`;
    this.#asked.set(id, request.id);
    if (request.method === "client/registerCapability")
      for (const each of (request.params as RegistrationParams).registrations)
        this.#registered.set(each.id, each.method);
    else if (request.method === "client/unregisterCapability")
      for (const each of (request.params as UnregistrationParams).unregisterations) this.#registered.delete(each.id);
    this.around.say({ ...request, id } as RequestMessage);
  }

  #notification(message: NotificationMessage): void {
    if (message.method === "textDocument/publishDiagnostics") {
      const { uri, diagnostics } = message.params as PublishDiagnosticsParams;
      if (diagnostics.length > 0) this.#shown.add(uri);
      else this.#shown.delete(uri);
    }
    this.around.say(message);
  }

  #ended(how: string): void {
    const { around } = this;
    around.log(`${this.language}: ${how}`);
    if (Date.now() - this.#startedAt > wellMs) this.#blamed.clear();
    this.#blame(how);
    // one that ends before it begins is not begun again at once
    this.#waitMs = this.#ready ? 0 : Math.min(maxWaitMs, this.#waitMs * 2 || firstWaitMs);
    this.#peer = undefined;
    this.#ready = false;
    this.#queue = [];
    this.#asked.clear();
    this.#takeBack();
    for (const [id, { request, uri, again }] of [...this.#pending]) {
      if (again || (uri !== undefined && this.#left.has(uri))) {
        this.#pending.delete(id);
        const error = { code: LSPErrorCodes.RequestFailed, message: this.#words() };
        around.answer(request, { jsonrpc: "2.0", id, error } as ResponseMessage);
      } else this.#pending.set(id, { request, uri, again: true });
    }
    if (this.#pending.size === 0 && !this.around.documents.has(this.language)) return;
    this.#waiting = setTimeout(() => {
      this.#waiting = undefined;
      this.begin();
    }, this.#waitMs);
  }

  #words(): string {
    return t("The language server stopped while reading this file.");
  }

  /** What it looked at last is what it ended over, as far as it can be told. */
  #blame(how: string): void {
    const { uri, version } = this.#last;
    const document = this.around.documents.get(uri);
    if (!document || document.language !== this.language) return;
    const before = this.#blamed.get(uri);
    const same = before?.version === version;
    const byOthers = signals.test(how);
    const own = (before?.own ?? 0) + (byOthers ? 0 : 1);
    const signal = (same ? before.signal : 0) + (byOthers ? 1 : 0);
    this.#blamed.set(uri, { version, own, signal });
    if (own < maxEnds.own && signal < maxEnds.signal) return;
    // after a change it gets one more attempt
    this.#blamed.set(uri, { version, own: maxEnds.own - 1, signal: 0 });
    this.#left.add(uri);
    const start = { line: 0, character: 0 };
    const message = t("{0} It's read again when you change it.", this.#words());
    this.#publish(uri, document.version, [
      { range: { start, end: start }, severity: DiagnosticSeverity.Error, source: "Chainside", message },
    ]);
  }

  #publish(uri: string, version: number | undefined, diagnostics: Diagnostic[]): void {
    const params = { uri, ...(version === undefined ? {} : { version }), diagnostics };
    this.around.say({ jsonrpc: "2.0", method: "textDocument/publishDiagnostics", params } as NotificationMessage);
  }

  /** What a process that is gone had registered, and said of files that aren't open: the next says it anew. */
  #takeBack(): void {
    const unregisterations = [...this.#registered].map(([id, method]) => ({ id, method }));
    this.#registered.clear();
    if (unregisterations.length > 0) {
      const id = `${this.language}:${++this.#questions}`;
      const method = "client/unregisterCapability";
      this.around.say({ jsonrpc: "2.0", id, method, params: { unregisterations } } as RequestMessage);
    }
    for (const uri of this.#shown) {
      if (this.around.documents.get(uri)) continue;
      this.#shown.delete(uri);
      this.#publish(uri, undefined, []);
    }
  }

  #rest(): void {
    clearTimeout(this.#idle);
    if (this.language === "config" || this.#pending.size > 0 || this.around.documents.has(this.language)) return;
    const isUsed = this.#last.uri !== "" || this.#shown.size > 0;
    this.#idle = setTimeout(() => this.end(), isUsed ? idleMs.after : idleMs.before);
    this.#idle.unref();
  }

  /** The editor wants nothing of it any more: what is shown is taken back. */
  leave(): void {
    this.end();
    for (const uri of this.#shown) this.#publish(uri, undefined, []);
    for (const uri of this.#left) this.#publish(uri, undefined, []);
    this.#shown.clear();
    this.#left.clear();
  }

  /** The editor wants it: it gets what is open. */
  take(): void {
    if (this.around.documents.has(this.language)) this.begin();
  }
  /** Ends the process; the next message starts another. */
  end(): void {
    clearTimeout(this.#idle);
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    this.#peer?.end();
    this.#peer = undefined;
    this.#ready = false;
    this.#takeBack();
  }
}

const isSync = (message: Message): boolean =>
  Message.isNotification(message) && message.method.startsWith("textDocument/");

/** An answer for what a language doesn't give. */
export const nothing = (id: number | string | null, method: string): ResponseMessage => ({
  jsonrpc: "2.0",
  id,
  result: method === "textDocument/diagnostic" ? { kind: "full", items: [] } : null,
});

export const isUnknown = ({ error }: ResponseMessage): boolean => error?.code === ErrorCodes.MethodNotFound;
