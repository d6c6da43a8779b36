// Messages and dialogs of a window without a screen: they stay until they are answered or taken away.

import { until } from "../until";
import { fits, Shown, type Sight } from "./shown";

interface Message extends Sight {
  readonly modal: boolean;
  readonly buttons: readonly string[];
  answer(button: string | undefined): void;
}

/** Messages of a kind, and their buttons. */
export class ShownMessages extends Shown<Message> {
  /** Presses a button of the first of them. */
  async press(name: string | RegExp): Promise<void> {
    const message = await this.get();
    const button = message.buttons.find((each) => (typeof name === "string" ? each === name : name.test(each)));
    if (button === undefined)
      throw new Error(`"${message.text}" has no button ${name}, but ${message.buttons.join(", ")}`);
    message.answer(button);
  }
}

export class Messages {
  #open: Message[] = [];
  /** Words that go by themselves. */
  readonly passed: string[] = [];

  constructor(private readonly screen: () => string) {}

  get all(): string[] {
    return this.#open.map(({ text, modal }) => (modal ? `DIALOG ${text}` : text));
  }

  show(text: string, rest: readonly unknown[]): Promise<unknown> {
    const options = rest.find((each) => typeof each === "object" && each !== null && !("title" in each)) as
      | { modal?: boolean; detail?: string }
      | undefined;
    const items = rest.filter((each) => each !== options);
    const nameOf = (item: unknown): string =>
      typeof item === "string" ? item : String((item as { title: string } | undefined)?.title);
    return new Promise((resolve) => {
      const message: Message = {
        text: [text, options?.detail ?? ""].filter(Boolean).join("\n"),
        modal: options?.modal === true,
        buttons: items.map(nameOf),
        answer: (button) => {
          this.#open = this.#open.filter((each) => each !== message);
          resolve(items.find((item) => nameOf(item) === button));
        },
      };
      this.#open.push(message);
    });
  }

  pass(text: string): { dispose(): void } {
    this.passed.push(text);
    return { dispose: () => undefined };
  }

  #shown(modal: boolean, text: string | RegExp): ShownMessages {
    return new ShownMessages(
      () => this.#open.filter((message) => message.modal === modal && fits(message.text, text)),
      `${modal ? "dialog" : "message"} "${text}"`,
      this.screen,
    );
  }
  notification(text: string | RegExp): ShownMessages {
    return this.#shown(false, text);
  }
  dialog(text: string | RegExp): ShownMessages {
    return this.#shown(true, text);
  }

  clear(): void {
    for (const message of this.#open) if (!message.modal) message.answer(undefined);
  }
  leaveDialog(): boolean {
    const dialog = this.#open.find(({ modal }) => modal);
    dialog?.answer(undefined);
    return dialog !== undefined;
  }

  /** A word that goes by itself. */
  async passes(text: string | RegExp): Promise<void> {
    await until(
      () => this.passed.some((each) => fits(each, text)) || undefined,
      () => `nothing passes with ${text}: ${this.passed.join(" | ")}`,
    );
  }
}
