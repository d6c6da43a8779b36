// What a person sees in a window without a screen. It is looked for anew at each look, with the words of the tests in the workbench.
import { until } from "../until";

/** One thing on the screen. */
export interface Sight {
  readonly text: string;
  /** What a click does. */
  readonly click?: (() => unknown) | undefined;
}

/** A line without the names of icons. */
export const withoutIcons = (text: string): string => text.replace(/\$\([a-z~-]+\)\s*/g, "");

export const fits = (text: string, wanted: string | RegExp): boolean =>
  typeof wanted === "string"
    ? text.includes(wanted)
    : new RegExp(wanted.source, wanted.flags.replace("g", "")).test(text);

/** Things of a kind on the screen, as they are at each look. */
export class Shown<Item extends Sight = Sight> {
  constructor(
    private readonly look: () => Promise<readonly Item[]> | readonly Item[],
    private readonly name: string,
    private readonly screen: () => string = () => "",
  ) {}

  #narrow(name: string, choose: (all: readonly Item[]) => readonly Item[]): Shown<Item> {
    return new Shown(async () => choose(await this.look()), `${this.name} ${name}`, this.screen);
  }
  filter({ hasText }: { hasText: string | RegExp }): Shown<Item> {
    return this.#narrow(`with ${hasText}`, (all) => all.filter(({ text }) => fits(text, hasText)));
  }
  first(): Shown<Item> {
    return this.#narrow("(first)", (all) => all.slice(0, 1));
  }
  last(): Shown<Item> {
    return this.#narrow("(last)", (all) => all.slice(-1));
  }
  nth(index: number): Shown<Item> {
    return this.#narrow(`(${index})`, (all) => all.slice(index, index + 1));
  }
  async all(): Promise<readonly Item[]> {
    return this.look();
  }
  async count(): Promise<number> {
    return (await this.look()).length;
  }
  async isVisible(): Promise<boolean> {
    return (await this.count()) > 0;
  }
  async allInnerTexts(): Promise<string[]> {
    return (await this.look()).map(({ text }) => text);
  }
  get(): Promise<Item> {
    return until(
      async () => (await this.look())[0],
      () => `there is no ${this.name}. ${this.screen()}`,
    );
  }
  async innerText(): Promise<string> {
    return (await this.get()).text;
  }
  async waitFor({
    state = "visible",
  }: {
    state?: "visible" | "hidden" | "detached";
    timeout?: number;
  } = {}): Promise<void> {
    if (state === "visible") await this.get();
    else
      await until(
        async () => ((await this.count()) === 0 ? true : undefined),
        () => `${this.name} stays. ${this.screen()}`,
      );
  }
  /** Clicks the first of them. */
  async click(): Promise<void> {
    const item = await until(
      async () => (await this.look()).find(({ click }) => click !== undefined),
      () => `there is no ${this.name} to click. ${this.screen()}`,
    );
    await item.click?.();
  }
}
