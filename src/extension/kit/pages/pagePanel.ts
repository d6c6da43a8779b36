import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { chosenTimeZone } from "../../../text/formats";
import { visibleLine } from "../../../text/visibleText";
import type { Protocol, ToHost, ToPage } from "../../../webview/shared/messages";
import { Cancelled } from "../errors/cancelled";
import type { ErrorReporter } from "../errors/errorReporter";
import page from "./page.html.eta";

/** What is safe inside a script element whatever the text holds. */
const embeddable = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");

/** The document of a page of `src/webview/<name>`: its own script and style and nothing else may load. */
function pageHtml(webview: vscode.Webview, resources: vscode.Uri, name: string, start: unknown): string {
  const nonce = randomBytes(16).toString("base64url");
  const uri = (file: string): string => webview.asWebviewUri(vscode.Uri.joinPath(resources, file)).toString();
  const policy = `default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'`;
  return page({
    language: vscode.env.language,
    zone: chosenTimeZone(),
    policy,
    nonce,
    styles: uri(`${name}.css`),
    start: embeddable(start),
    script: uri(`${name}.js`),
  });
}

interface Page {
  readonly name: string;
  readonly title: string;
  readonly start?: unknown;
}

/** Puts the page `src/webview/<name>` into a panel: one that was just made, or one that VS Code brought back with its window. */
function fillPage(context: vscode.ExtensionContext, panel: vscode.WebviewPanel, { name, title, start }: Page): void {
  const resources = vscode.Uri.joinPath(context.extensionUri, "dist", "webview");
  panel.title = visibleLine(title);
  const icon = (name: string): vscode.Uri => vscode.Uri.joinPath(context.extensionUri, "media", name);
  panel.iconPath = { light: icon("page-light.svg"), dark: icon("activity.svg") };
  panel.webview.options = { enableScripts: true, localResourceRoots: [resources] };
  panel.webview.html = pageHtml(panel.webview, resources, name, start ?? {});
}

/** What a page's panel needs of the extension. */
export interface PageApp {
  readonly context: vscode.ExtensionContext;
  readonly errors: ErrorReporter;
}

/** How the host answers its page. */
interface PageHost<P extends Protocol> {
  readonly asks: {
    readonly [Name in keyof P["asks"]]: (
      question: P["asks"][Name]["question"],
      signal: AbortSignal,
    ) => Promise<P["asks"][Name]["answer"]> | P["asks"][Name]["answer"];
  };
  readonly says: { readonly [Name in keyof P["says"]]: (value: P["says"][Name]) => unknown };
  /** The page listens: at first, and each time it was hidden and comes back. */
  ready?(): void;
  /** It was hidden or came to the front. */
  seen?(visible: boolean): void;
  /** It is closed. */
  closed?(): void;
}

type Handler = (value: never, signal: AbortSignal) => unknown;

/** A page is no part of this program: of what it says only the shape is believed. */
function handlerOf(of: object, name: unknown): Handler | undefined {
  return typeof name === "string" && Object.hasOwn(of, name) ? (of as Record<string, Handler>)[name] : undefined;
}

/**
 * One page and what happens to it: what it asks is answered, with a way to end it; a failure is told to it in words; what it asked for is
 * ended when it is closed, and nothing is sent to a page that is gone.
 */
export class PagePanel<P extends Protocol> implements vscode.Disposable {
  readonly #subscriptions: vscode.Disposable[];
  readonly #running = new Map<number, AbortController>();
  #closed = false;
  /** It said so since it was last hidden. */
  #listens = false;
  /** Waits for a page that listens. */
  #later: ToPage | undefined;

  constructor(
    private readonly app: PageApp,
    private readonly panel: vscode.WebviewPanel,
    page: Page,
    private readonly host: PageHost<P>,
  ) {
    this.#subscriptions = [
      panel.onDidDispose(() => this.dispose()),
      panel.onDidChangeViewState(() => {
        if (!panel.visible) this.#listens = false;
        host.seen?.(panel.visible);
      }),
      panel.webview.onDidReceiveMessage((message: ToHost) => this.#receive(message)),
    ];
    fillPage(app.context, panel, page);
  }

  get visible(): boolean {
    return !this.#closed && this.panel.visible;
  }

  get viewColumn(): vscode.ViewColumn | undefined {
    return this.panel.viewColumn;
  }

  reveal(): void {
    this.panel.reveal();
  }

  /** Tells the page something that listens. One that is being made or hidden is told nothing: it says when it listens. */
  tell<Name extends keyof P["tells"] & string>(name: Name, value: P["tells"][Name]): void {
    if (this.#listens) this.#send({ type: "tell", name, value });
  }

  /** Tells the page what it shall show: at once, or as soon as it listens. */
  show<Name extends keyof P["tells"] & string>(name: Name, value: P["tells"][Name]): void {
    if (this.#listens) this.tell(name, value);
    else this.#later = { type: "tell", name, value };
  }

  #send(message: ToPage): void {
    // A page may be closed while its answer is on the way.
    if (!this.#closed) this.panel.webview.postMessage(message).then(undefined, this.app.errors.log);
  }

  async #receive(message: ToHost): Promise<void> {
    switch (message?.type) {
      case "ready":
        this.#listens = true;
        this.host.ready?.();
        if (this.#later) this.#send(this.#later);
        this.#later = undefined;
        return;
      case "cancel":
        this.#running.get(message.id)?.abort();
        return;
      case "say":
        try {
          await handlerOf(this.host.says, message.name)?.(message.value as never, AbortSignal.abort());
        } catch (error) {
          void this.app.errors.show(error);
        }
        return;
      case "ask":
        await this.#answer(message);
    }
  }

  async #answer({ id, name, value }: ToHost & { type: "ask" }): Promise<void> {
    const answer = handlerOf(this.host.asks, name);
    if (!answer || this.#running.has(id)) return;
    const abort = new AbortController();
    this.#running.set(id, abort);
    try {
      this.#send({ type: "answer", id, value: await answer(value as never, abort.signal) });
    } catch (error) {
      if (error instanceof Cancelled || abort.signal.aborted) this.#send({ type: "left", id });
      else {
        this.app.errors.log(error);
        this.#send({ type: "failure", id, ...(await this.app.errors.words(error)) });
      }
    } finally {
      this.#running.delete(id);
    }
  }

  dispose(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const abort of this.#running.values()) abort.abort();
    vscode.Disposable.from(...this.#subscriptions).dispose();
    this.panel.dispose();
    this.host.closed?.();
  }
}
