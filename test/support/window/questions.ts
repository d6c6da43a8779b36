// Questions of a window without a screen: they stand until the test answers them, one at a time, as in VS Code.
import { EventEmitter } from "../fakeVscode/values";
import { jitter } from "../jitter";
import { until } from "../until";
import { fits, withoutIcons } from "./shown";

interface Item {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly kind?: number;
  readonly picked?: boolean;
}

interface PickOptions {
  readonly title?: string;
  readonly placeHolder?: string;
  readonly canPickMany?: boolean;
}

interface TextOptions {
  readonly title?: string;
  readonly prompt?: string;
  readonly value?: string;
  readonly validateInput?: (text: string) => unknown;
}

interface Open {
  /** Title, prompt and what is complained about. */
  words(): string;
  lines(): readonly Item[];
  choose(item: Item): void;
  /** Puts a text in. Gives what is wrong with it; undefined where nothing is asked for. */
  type?(text: string): Promise<unknown>;
  accept?(): void;
  leave(): void;
  readonly value?: string;
}

const wholeText = ({ label, description = "", detail = "" }: Item): string => [label, description, detail].join("");
const textOf = (item: Item): string => withoutIcons(wholeText(item));

/** Only an error keeps a text from being taken. */
const refuses = (reported: unknown): boolean =>
  typeof reported === "string"
    ? reported !== ""
    : typeof reported === "object" && reported !== null && "severity" in reported && reported.severity === 3;

const wordsOf = (reported: unknown): string =>
  typeof reported === "object" && reported !== null && "message" in reported
    ? String(reported.message)
    : String(reported ?? "");

/** A list that stays until it is hidden. */
class QuickPick implements Open {
  title = "";
  placeholder = "";
  items: readonly Item[] = [];
  activeItems: readonly Item[] = [];
  selectedItems: readonly Item[] = [];
  readonly #accepted = new EventEmitter<void>();
  readonly #hidden = new EventEmitter<void>();
  readonly onDidAccept = this.#accepted.event;
  readonly onDidHide = this.#hidden.event;

  constructor(private readonly questions: Questions) {}
  show(): void {
    this.questions.put(this);
  }
  hide(): void {
    this.questions.take(this);
  }
  leave(): void {
    this.#hidden.fire();
  }
  dispose(): void {
    this.hide();
  }
  words(): string {
    return `${this.title}\n${this.placeholder}`;
  }
  lines(): readonly Item[] {
    return this.items;
  }
  choose(item: Item): void {
    this.activeItems = [item];
    this.selectedItems = [item];
    this.#accepted.fire();
  }
}

export class Questions {
  #open: Open | undefined;

  constructor(private readonly screen: () => string) {}

  get open(): boolean {
    return this.#open !== undefined;
  }

  /** What stands in the question, for the text of an error. */
  get text(): string {
    return this.#open ? [this.#open.words(), ...this.#open.lines().map(wholeText)].join("\n") : "";
  }

  /** A new question takes the place of the one before it. */
  put(question: Open): void {
    const before = this.#open;
    if (before === question) return;
    this.#open = question;
    before?.leave();
  }

  take(question: Open): void {
    if (this.#open !== question) return;
    this.#open = undefined;
    question.leave();
  }

  createQuickPick(): QuickPick {
    return new QuickPick(this);
  }

  async showQuickPick(
    given: readonly (Item | string)[] | Promise<readonly (Item | string)[]>,
    { title = "", placeHolder = "", canPickMany = false }: PickOptions = {},
  ): Promise<unknown> {
    await jitter();
    const items = (await given).map((item) => ({ item, shown: typeof item === "string" ? { label: item } : item }));
    return new Promise((resolve) => {
      const question: Open = {
        words: () => `${title}\n${placeHolder}`,
        lines: () => items.map(({ shown }) => shown),
        choose: (chosen) => {
          // Where several can be ticked, one more is, and that was all.
          const ticked = items.filter(({ shown }) => shown === chosen || (canPickMany && shown.picked));
          resolve(canPickMany ? ticked.map(({ item }) => item) : ticked[0]?.item);
          this.take(question);
        },
        leave: () => resolve(undefined),
      };
      this.put(question);
    });
  }

  async showInputBox({ title = "", prompt = "", value = "", validateInput }: TextOptions): Promise<string | undefined> {
    await jitter();
    return new Promise((resolve) => {
      let text = value;
      let complaint: unknown;
      const question: Open = {
        words: () => `${title}\n${complaint === undefined ? prompt : wordsOf(complaint)}`,
        lines: () => [],
        choose: () => undefined,
        get value() {
          return text;
        },
        type: async (typed) => {
          text = typed;
          complaint = (await validateInput?.(typed)) || undefined;
          return complaint;
        },
        accept: () => {
          if (refuses(complaint)) return;
          resolve(text);
          this.take(question);
        },
        leave: () => resolve(undefined),
      };
      this.put(question);
    });
  }

  /** Waits until the open question says this: its title, what it asks, its lines, what it complains about. */
  async says(words: string | RegExp): Promise<void> {
    const bare = (text: string): string => text.replace(/\s+/g, "");
    const messageOf = (): string => withoutIcons(this.text);
    await until(
      () =>
        (typeof words === "string"
          ? bare(messageOf()).includes(bare(words))
          : fits(messageOf().replace(/\s+/g, " "), words)) || undefined,
      () => `the question does not say ${words}. ${this.screen()}`,
    );
  }

  /** The lines of the open question. */
  lines(): string[] {
    return (this.#open?.lines() ?? []).filter(({ kind }) => kind !== -1).map(textOf);
  }

  /** Chooses the first line of the open question that has this. */
  async pick(label: string | RegExp): Promise<void> {
    const has = (item: Item): boolean =>
      item.kind !== -1 &&
      (typeof label === "string"
        ? textOf(item).toLowerCase().includes(label.toLowerCase())
        : fits(textOf(item), label));
    const { open, item } = await until(
      () => {
        const open = this.#open;
        const item = open?.lines().find(has);
        return open && item && { open, item };
      },
      () => `nothing to pick called ${label}. ${this.screen()}`,
    );
    open.choose(item);
  }

  /** Answers the question with these words; with `accept` false it stays, with what it complains about. */
  async answer(question: string | RegExp, text: string, { accept = true }: { accept?: boolean } = {}): Promise<void> {
    const open = await until(
      () => (this.#open?.type && fits(this.#open.words(), question) ? this.#open : undefined),
      () => `nobody asks ${question}. ${this.screen()}`,
    );
    await open.type?.(text);
    if (accept) open.accept?.();
  }

  /** Accepts what stands in the question with these words. */
  async accept(question: string | RegExp): Promise<void> {
    const open = await until(
      () => (this.#open?.accept && fits(this.#open.words(), question) ? this.#open : undefined),
      () => `nobody asks ${question}. ${this.screen()}`,
    );
    await open.type?.(open.value ?? "");
    open.accept?.();
  }

  /** Waits for a question and leaves it. */
  leave(): void {
    if (this.#open) this.take(this.#open);
  }
}
