// The page of a panel without a screen: its own script runs on a document of happy-dom, and a test uses it as a person does. Several pages
// live at once: which of them `document` and `window` mean follows from who runs.
import { AsyncLocalStorage } from "node:async_hooks";
import { EventEmitter } from "../fakeVscode/values";
import { until } from "../until";

/** What is used of happy-dom's elements. */
interface DomElement {
  readonly textContent: string;
  readonly tagName: string;
  readonly labels?: readonly DomElement[];
  readonly parentElement: DomElement | null;
  value: string;
  checked: boolean;
  hidden: boolean;
  disabled?: boolean;
  title: string;
  click(): void;
  focus(): void;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  matches(selector: string): boolean;
  querySelectorAll(selector: string): Iterable<DomElement>;
  dispatchEvent(event: unknown): boolean;
  closest(selector: string): DomElement | null;
  requestSubmit?(): void;
}

interface DomWindow {
  readonly document: DomElement & { readonly body: DomElement; write(html: string): void; close(): void };
  readonly happyDOM: { abort(): Promise<void> };
  dispatchEvent(event: unknown): boolean;
  readonly [name: string]: unknown;
}

interface Home {
  readonly pages: AsyncLocalStorage<PageScreen>;
  /** Names of pages whose script was loaded once. */
  readonly loaded: Set<string>;
  last: number;
}

/** One for the whole process: other tests of it may have had their modules made anew, this one among them. */
const place = globalThis as { chainsidePages?: Home };
place.chainsidePages ??= { pages: new AsyncLocalStorage(), loaded: new Set(), last: 0 };
const home = place.chainsidePages;
const { pages } = home;

/** Names that a page's script takes from its window. */
const names = [
  "window",
  "document",
  "Node",
  "Element",
  "HTMLElement",
  "HTMLButtonElement",
  "HTMLInputElement",
  "HTMLTextAreaElement",
  "HTMLSelectElement",
  "HTMLFormElement",
  "SVGElement",
  "requestAnimationFrame",
  "cancelAnimationFrame",
];

/** Gives each page its own window. No one else sees any of it. */
function openGlobals(): void {
  for (const name of names) {
    if (Object.getOwnPropertyDescriptor(globalThis, name)?.get) continue;
    Object.defineProperty(globalThis, name, { configurable: true, get: () => pages.getStore()?.global(name) });
  }
  Object.assign(globalThis, {
    acquireVsCodeApi: () => ({
      postMessage: (message: unknown) => pages.getStore()?.post(message),
      getState: () => pages.getStore()?.state,
      setState: (state: unknown) => pages.getStore()?.keep(state),
    }),
    // Nothing has a size here.
    ResizeObserver: class {
      observe(): void {
        // Nothing changes its size.
      }
      disconnect(): void {
        // As above.
      }
    },
  });
}

/** The panel of a page, and the page itself. */
export class PageScreen {
  title = "";
  iconPath: unknown;
  readonly viewColumn = 1;
  readonly #received = new EventEmitter<unknown>();
  readonly #viewState = new EventEmitter<unknown>();
  readonly #disposed = new EventEmitter<void>();
  readonly onDidChangeViewState = this.#viewState.event;
  readonly onDidDispose = this.#disposed.event;
  readonly webview;
  #visible = true;
  #closed = false;
  #window: DomWindow | undefined;
  /** Pages come and go one after the other: what takes a page away waits until its script has run. */
  #turns: Promise<void> = Promise.resolve();
  #html = "";
  readonly failures: unknown[] = [];

  constructor(
    readonly viewType: string,
    public state?: unknown,
    private readonly front: (page: PageScreen) => void = () => undefined,
  ) {
    openGlobals();
    const screen = this;
    this.webview = {
      options: {},
      cspSource: "csp:",
      asWebviewUri: (uri: unknown) => uri,
      onDidReceiveMessage: this.#received.event,
      get html() {
        return screen.#html;
      },
      set html(html) {
        screen.#html = html;
        void screen.#turn(() => screen.#load()).catch((error: unknown) => screen.failures.push(error));
      },
      postMessage: async (message: unknown) => {
        if (screen.#closed || !screen.#visible) return false;
        screen.#hear(message);
        return true;
      },
    };
  }

  get visible(): boolean {
    return this.#visible && !this.#closed;
  }
  get active(): boolean {
    return this.visible;
  }
  get closed(): boolean {
    return this.#closed;
  }

  #turn(step: () => Promise<void>): Promise<void> {
    const done = this.#turns.then(step);
    this.#turns = done.catch(() => undefined);
    return done;
  }

  async #load(): Promise<void> {
    const { Window } = (await import(String("happy-dom"))) as { Window: new (options: object) => DomWindow };
    const window = new Window({
      url: "https://page.test/",
      settings: { disableJavaScriptFileLoading: true, disableCSSFileLoading: true, disableJavaScriptEvaluation: true },
    });
    // A page has room for some lines, though nothing is drawn.
    const { prototype } = window["HTMLElement"] as { prototype: object };
    Object.defineProperty(prototype, "clientHeight", { value: 800 });
    window.document.write(this.#html.replace(/<script nonce[^>]*><\/script>|<link [^>]*>/g, ""));
    window.document.close();
    this.#window = window;
    const name = this.viewType.replace("chainside.", "");
    // Each page has a script of its own; the first is the file itself, so that what it runs is counted.
    home.last += 1;
    const query = home.loaded.has(name) ? `?page=${home.last}` : "";
    home.loaded.add(name);
    await pages.run(this, () => import(/* @vite-ignore */ `${process.cwd()}/src/webview/${name}/main.ts${query}`));
  }

  global(name: string): unknown {
    const window = this.#window;
    if (name === "window" || !window) return window;
    const value = window[name];
    return name.endsWith("AnimationFrame") ? (value as (...args: unknown[]) => unknown).bind(window) : value;
  }
  post(message: unknown): void {
    const copy: unknown = JSON.parse(JSON.stringify(message));
    setImmediate(() => {
      if (!this.#closed) this.#received.fire(copy);
    });
  }
  keep(state: unknown): void {
    this.state = JSON.parse(JSON.stringify(state));
  }

  #hear(message: unknown): void {
    const copy: unknown = JSON.parse(JSON.stringify(message));
    setImmediate(() =>
      pages.run(this, () => {
        const window = this.#window;
        if (!window || this.#closed) return;
        const { MessageEvent } = window as unknown as { MessageEvent: new (type: string, init: object) => unknown };
        window.dispatchEvent(new MessageEvent("message", { data: copy }));
      }),
    );
  }

  reveal(): void {
    this.front(this);
    if (!this.#visible) void this.show(true);
  }

  /** The tab is hidden, which ends its page, or comes to the front, which makes it anew. */
  async show(visible: boolean): Promise<void> {
    if (this.#visible === visible || this.#closed) return;
    this.#visible = visible;
    await this.#turn(() => (visible ? this.#load() : this.#end()));
    this.#viewState.fire({ webviewPanel: this });
  }

  async #end(): Promise<void> {
    const window = this.#window;
    this.#window = undefined;
    await window?.happyDOM.abort();
  }

  dispose(): void {
    if (this.#closed) return;
    this.#closed = true;
    void this.#turn(() => this.#end());
    this.#disposed.fire();
  }

  /** What is on the screen. */
  get #shown(): DomWindow | undefined {
    return this.visible ? this.#window : undefined;
  }

  // What a person does on it.

  run<Value>(act: () => Value): Value {
    return pages.run(this, act);
  }

  /** Elements that a style selector finds, as far as they are to be seen. */
  locator(selector: string, { hasText }: { hasText?: string | RegExp } = {}): PageElements {
    const all = new PageElements(
      this,
      () => [...(this.#shown?.document.querySelectorAll(selector) ?? [])].filter(isShown),
      selector,
    );
    return hasText === undefined ? all : all.with(hasText);
  }
  getByRole(role: string, options: { name?: string | RegExp; exact?: boolean } = {}): PageElements {
    return this.locator("*").getByRole(role, options, true);
  }
  getByText(text: string | RegExp): PageElements {
    return this.locator("body").getByText(text);
  }
  /** Controls with this label. */
  getByLabel(label: string | RegExp): PageElements {
    return this.locator("input, select, textarea, [aria-label]").labelled(label);
  }
  /** The innermost text of the whole page. */
  get text(): string {
    const start = this.#shown?.document.querySelectorAll("script") ?? [];
    const all = this.#shown?.document.body.textContent ?? "";
    return [...start].reduce((text, script) => text.replace(script.textContent, ""), all);
  }
  /** A key, and what the browser does by it: Enter in a field sends its form. */
  press(key: string, element: DomElement): void {
    const window = this.#window;
    if (!window) return;
    const { KeyboardEvent } = window as unknown as { KeyboardEvent: new (type: string, init: object) => unknown };
    this.run(() => {
      const goesOn = element.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      const form = element.closest("form");
      if (key === "Enter" && goesOn && element.tagName === "INPUT" && form) form.dispatchEvent(this.event("submit"));
    });
  }
  event(name: string): unknown {
    const { Event } = this.#window as unknown as { Event: new (type: string, init: object) => unknown };
    return new Event(name, { bubbles: true, cancelable: true });
  }
}

function isShown(element: DomElement): boolean {
  for (let at: DomElement | null = element; at; at = at.parentElement) {
    if (at.hidden || at.tagName === "SCRIPT") return false;
    if (at.tagName === "DETAILS" && !at.hasAttribute("open") && at !== element && !element.closest("summary"))
      return false;
  }
  return true;
}

const nameOf = (element: DomElement): string =>
  (element.getAttribute("aria-label") ?? (element.textContent.trim() || element.title)).replace(/\s+/g, " ").trim();

const roles: Record<string, string> = {
  button: "button, [role=button]",
  link: "a, [role=link]",
  checkbox: "input[type=checkbox]",
  textbox: "input:not([type]), input[type=text], input[type=search], textarea",
  heading: "h1, h2, h3",
  row: "tr, [role=row]",
};

const has = (text: string, wanted: string | RegExp): boolean => {
  const plain = text.replace(/\s+/g, " ");
  return typeof wanted === "string" ? plain.toLowerCase().includes(wanted.toLowerCase()) : wanted.test(plain);
};

/** Elements of a page, found anew at each look. */
export class PageElements {
  constructor(
    private readonly page: PageScreen,
    private readonly find: () => DomElement[],
    private readonly name: string,
  ) {}

  #then(name: string, next: (all: DomElement[]) => DomElement[]): PageElements {
    return new PageElements(this.page, () => next(this.find()), `${this.name} ${name}`);
  }
  with(text: string | RegExp): PageElements {
    return this.#then(`with ${text}`, (all) => all.filter((each) => has(each.textContent, text)));
  }
  filter({ hasText }: { hasText: string | RegExp }): PageElements {
    return this.with(hasText);
  }
  first(): PageElements {
    return this.nth(0);
  }
  last(): PageElements {
    return this.#then("(last)", (all) => all.slice(-1));
  }
  nth(index: number): PageElements {
    return this.#then(`(${index})`, (all) => all.slice(index, index + 1));
  }
  locator(selector: string, { hasText }: { hasText?: string | RegExp } = {}): PageElements {
    const inner = this.#then(selector, (all) =>
      [...new Set(all.flatMap((each) => [...each.querySelectorAll(selector)]))].filter(isShown),
    );
    return hasText === undefined ? inner : inner.with(hasText);
  }
  getByRole(
    role: string,
    { name, exact }: { name?: string | RegExp; exact?: boolean } = {},
    self = false,
  ): PageElements {
    const wanted = roles[role] ?? `[role=${role}]`;
    const fits = (element: DomElement): boolean =>
      name === undefined || (typeof name === "string" && exact ? nameOf(element) === name : has(nameOf(element), name));
    return this.#then(`${role} ${name}`, (all) =>
      (self ? all.filter((each) => each.matches(wanted)) : all.flatMap((each) => [...each.querySelectorAll(wanted)]))
        .filter(isShown)
        .filter(fits),
    );
  }
  /** The innermost elements with this text. */
  getByText(text: string | RegExp): PageElements {
    return this.#then(`"${text}"`, (all) => {
      const found = all
        .flatMap((each) => [...each.querySelectorAll("*")])
        .filter((each) => isShown(each) && has(each.textContent, text));
      return found.filter((each) => !found.some((other) => contains(each, other)));
    });
  }
  labelled(label: string | RegExp): PageElements {
    const of = (element: DomElement): string[] => [
      element.getAttribute("aria-label") ?? "",
      ...[...(element.labels ?? [])].map(({ textContent }) => textContent),
    ];
    return this.#then(`labelled ${label}`, (all) => all.filter((each) => of(each).some((text) => has(text, label))));
  }
  async count(): Promise<number> {
    return this.find().length;
  }
  async isVisible(): Promise<boolean> {
    return this.find().length > 0;
  }
  async allInnerTexts(): Promise<string[]> {
    return this.find().map(({ textContent }) => textContent);
  }
  get(): Promise<DomElement> {
    return until(
      () => this.find()[0],
      () =>
        `the page has no ${this.name}; it says: ${this.page.text.replace(/\s+/g, " ").slice(0, 3000)} ${this.page.failures.join()}`,
    );
  }
  async waitFor({ state = "visible" }: { state?: "visible" | "hidden" | "detached" } = {}): Promise<void> {
    if (state === "visible") await this.get();
    else
      await until(
        () => (this.find().length === 0 ? true : undefined),
        () => `the page keeps ${this.name}; it says: ${this.page.text.slice(0, 2000)}`,
      );
  }
  async innerText(): Promise<string> {
    return (await this.get()).textContent;
  }
  async getAttribute(name: string): Promise<string | null> {
    return (await this.get()).getAttribute(name);
  }
  async inputValue(): Promise<string> {
    return (await this.get()).value;
  }
  async click(): Promise<void> {
    const element = await until(
      () => this.find().find(({ disabled }) => disabled !== true),
      () => `the page has no ${this.name} to press; it says: ${this.page.text.replace(/\s+/g, " ").slice(0, 3000)}`,
    );
    this.page.run(() => element.click());
  }
  async focus(): Promise<void> {
    const element = await this.get();
    this.page.run(() => element.focus());
  }
  async fill(text: string): Promise<void> {
    const element = await this.get();
    this.page.run(() => {
      element.value = text;
      element.dispatchEvent(this.page.event("input"));
      element.dispatchEvent(this.page.event("change"));
    });
  }
  /** Presses a key on it. */
  async press(key: string): Promise<void> {
    await this.focus();
    const element = await this.get();
    this.page.press(key, element);
  }
  async selectOption(value: string): Promise<void> {
    await this.fill(value);
  }
  async check(): Promise<void> {
    await this.click();
  }
}

function contains(outer: DomElement, inner: DomElement): boolean {
  for (let at = inner.parentElement; at; at = at.parentElement) if (at === outer) return true;
  return false;
}
