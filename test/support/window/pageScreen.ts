// The page of a panel without a screen: its script, bundled as in the product, runs in a window of happy-dom of its own, and a test uses it
// as a person does.
import type { Context } from "node:vm";
import { EventEmitter } from "../fakeVscode/values";
import { until } from "../until";
import { pageScript } from "./pageScript";
import { type RecordedPage, recordPage } from "./recordedPages";

/** What is used of happy-dom's elements. */
interface DomElement {
  readonly textContent: string;
  readonly tagName: string;
  readonly labels?: readonly DomElement[];
  readonly parentElement: DomElement | null;
  readonly shadowRoot: DomRoot | null;
  getRootNode(): { readonly host?: DomElement };
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

type DomRoot = Pick<DomElement, "querySelectorAll">;

interface DomWindow {
  readonly document: DomElement & { readonly body: DomElement; write(html: string): void; close(): void };
  readonly happyDOM: { abort(): Promise<void> };
  dispatchEvent(event: unknown): boolean;
  readonly JSON: JSON;
  eval(script: string): unknown;
  readonly [name: string]: unknown;
}

/** What pages take for granted and a document without a screen doesn't have. */
const missing = `
  // A page has room for some lines, though nothing is drawn.
  Object.defineProperty(HTMLElement.prototype, "clientHeight", { value: 800 });
  HTMLElement.prototype.attachInternals = function () {
    const host = this;
    return { get form() { return host.closest("form"); }, setFormValue() {}, setValidity() {} };
  };
  HTMLElement.prototype.showPopover = HTMLElement.prototype.hidePopover = () => undefined;
  // What stands in the slots of an element is told when it changes.
  const attachShadow = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (options) {
    const root = attachShadow.call(this, options);
    const before = new WeakMap();
    let isAsked = false;
    const look = () => {
      isAsked = false;
      for (const slot of root.querySelectorAll("slot")) {
        const now = slot.assignedNodes();
        const known = before.get(slot) ?? [];
        before.set(slot, now);
        const isSame = now.length === known.length && now.every((node, place) => node === known[place]);
        if (!isSame) slot.dispatchEvent(new Event("slotchange", { bubbles: true }));
      }
    };
    const changed = new MutationObserver(() => {
      if (!isAsked) setTimeout(look);
      isAsked = true;
    });
    changed.observe(this, { childList: true });
    changed.observe(root, { childList: true, subtree: true });
    return root;
  };
  // A click on what stands in a slot is heard around the slot, too.
  globalThis.addEventListener("click", (event) => {
    const path = event.composedPath();
    if (event.isHeardAgain) return;
    for (const each of path) {
      const slots = each.parentElement?.shadowRoot?.querySelectorAll("slot") ?? [];
      const slot = [...slots].find((one) => one.assignedNodes().includes(each));
      if (!slot) continue;
      const heard = new MouseEvent("click", { bubbles: true, cancelable: true });
      heard.isHeardAgain = true;
      // by its own path it goes on within the shadow root; what hears it there is given the whole one
      slot.addEventListener("click", () => { heard.composedPath = () => path; }, { once: true });
      slot.dispatchEvent(heard);
    }
  });
  // Everything is as wide as a page, and nothing changes it.
  globalThis.ResizeObserver = class {
    constructor(callback) { this.callback = callback; }
    observe(target) { queueMicrotask(() => this.callback([{ target, contentRect: { width: 800, height: 600 } }])); }
    unobserve() {}
    disconnect() { this.callback = () => undefined; }
  };
  globalThis.structuredClone ??= (value) => JSON.parse(JSON.stringify(value));
  // Charts draw without a screen.
  globalThis.Path2D = class { moveTo() {} lineTo() {} rect() {} arc() {} closePath() {} addPath() {} roundRect() {} bezierCurveTo() {} };
  HTMLCanvasElement.prototype.getContext = function () {
    const canvas = this;
    return new Proxy({ canvas, measureText: (text) => ({ width: 7 * text.length }) }, {
      get: (known, name) => (name in known ? known[name] : () => undefined),
      set: () => true,
    });
  };
`;

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
  /** What page and host said to each other, in order. */
  readonly #spoken: RecordedPage["spoken"][number][] = [];
  readonly failures: unknown[] = [];

  constructor(
    readonly viewType: string,
    public state?: unknown,
    private readonly front: (page: PageScreen) => void = () => undefined,
  ) {
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
    const script = pageScript(this.viewType.replace("chainside.", ""));
    const { Window } = (await import(String("happy-dom"))) as { Window: new (options: object) => DomWindow };
    const window = new Window({
      url: "https://page.test/",
      settings: {
        disableJavaScriptFileLoading: true,
        disableCSSFileLoading: true,
        enableJavaScriptEvaluation: true,
        suppressInsecureJavaScriptEnvironmentWarning: true,
      },
    });
    Object.assign(window, {
      acquireVsCodeApi: () => ({
        postMessage: (message: unknown) => this.post(message),
        getState: () => window.JSON.parse(JSON.stringify(this.state ?? null)) ?? undefined,
        setState: (state: unknown) => this.keep(state),
      }),
    });
    window.eval(missing);
    window.document.write(this.#html.replace(/<script nonce[^>]*><\/script>|<link [^>]*>/g, ""));
    window.document.close();
    this.#window = window;
    (await script).runInContext(window as unknown as Context);
  }

  post(message: unknown): void {
    const copy: unknown = JSON.parse(JSON.stringify(message));
    this.#spoken.push({ from: "page", message: copy });
    setImmediate(() => {
      if (!this.#closed) this.#received.fire(copy);
    });
  }
  keep(state: unknown): void {
    this.state = JSON.parse(JSON.stringify(state));
  }

  #hear(message: unknown): void {
    const copy = JSON.stringify(message);
    this.#spoken.push({ from: "host", message: JSON.parse(copy) });
    setImmediate(() => {
      const window = this.#window;
      if (!window || this.#closed) return;
      const { MessageEvent } = window as unknown as { MessageEvent: new (type: string, init: object) => unknown };
      window.dispatchEvent(new MessageEvent("message", { data: window.JSON.parse(copy) }));
    });
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
    if (window) recordPage({ viewType: this.viewType, html: this.#html, state: this.state, spoken: this.#spoken });
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

  /** Looks at the document of the page. */
  run<Value>(act: (document: unknown) => Value): Value {
    return act(this.#window?.document);
  }

  /** Elements that a style selector finds, as far as they are to be seen. */
  locator(selector: string, { hasText }: { hasText?: string | RegExp } = {}): PageElements {
    const all = new PageElements(
      this,
      () => (this.#shown ? allOf(this.#shown.document, selector) : []).filter(isShown),
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
    const goesOn = element.dispatchEvent(
      new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, composed: true }),
    );
    const form = element.closest("form");
    if (key === "Enter" && goesOn && element.tagName === "INPUT" && form) form.dispatchEvent(this.event("submit"));
  }
  event(name: string): unknown {
    const { Event } = this.#window as unknown as { Event: new (type: string, init: object) => unknown };
    return new Event(name, { bubbles: true, cancelable: true, composed: name === "input" });
  }
}

/** Elements that a selector finds, within the elements of VSCode Elements too, as in the browser's tests. */
function allOf(root: DomRoot, selector: string): DomElement[] {
  const found = [...root.querySelectorAll(selector)];
  const [, outer, inner = selector] = /^((?:[^,([]|\[[^\]]*\])* )((?:[^\s,([]|\[[^\]]*\])+)$/.exec(selector) ?? [];
  for (const host of root.querySelectorAll("*")) {
    if (host.shadowRoot && (outer === undefined || host.closest(outer.trim())))
      found.push(...allOf(host.shadowRoot, inner));
  }
  return found;
}

const parentOf = (element: DomElement): DomElement | null =>
  element.parentElement ?? element.getRootNode().host ?? null;

function isShown(element: DomElement): boolean {
  for (let at: DomElement | null = element; at; at = parentOf(at)) {
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
  checkbox: "input[type=checkbox]:not([id=input]), vscode-checkbox",
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
      [...new Set(all.flatMap((each) => within(each, selector)))].filter(isShown),
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
      (self ? all.filter((each) => each.matches(wanted)) : all.flatMap((each) => within(each, wanted)))
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
    // what lies in the middle of it
    const [inner = element] =
      element.tagName === "VSCODE-CHECKBOX" ? (element.shadowRoot?.querySelectorAll("label") ?? []) : [];
    inner.click();
  }
  async focus(): Promise<void> {
    const element = await this.get();
    element.focus();
  }
  async fill(text: string): Promise<void> {
    const element = await this.get();
    element.value = text;
    element.dispatchEvent(this.page.event("input"));
    element.dispatchEvent(this.page.event("change"));
  }
  /** Presses a key on it. */
  async press(key: string): Promise<void> {
    await this.focus();
    const element = await this.get();
    this.page.press(key, element);
  }
  async selectOption(value: string): Promise<void> {
    const list = await this.get();
    const { host } = list.getRootNode();
    const chosen = host?.tagName === "VSCODE-SINGLE-SELECT" ? host : list;
    await until(
      () => {
        chosen.value = value;
        return chosen.value === value ? true : undefined;
      },
      () => `${this.name} has no ${value}`,
    );
    chosen.dispatchEvent(this.page.event("input"));
    chosen.dispatchEvent(this.page.event("change"));
  }
  async check(): Promise<void> {
    await this.click();
  }
}

const within = (element: DomElement, selector: string): DomElement[] => [
  ...allOf(element, selector),
  ...(element.shadowRoot ? allOf(element.shadowRoot, selector) : []),
];

function contains(outer: DomElement, inner: DomElement): boolean {
  for (let at = parentOf(inner); at; at = parentOf(at)) if (at === outer) return true;
  return false;
}
