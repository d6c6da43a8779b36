import { beforeEach, describe, expect, it } from "vitest";
import { Cancelled } from "../../../../../src/extension/kit/errors/cancelled";
import { OpenPages } from "../../../../../src/extension/kit/pages/openPages";
import { PagePanel } from "../../../../../src/extension/kit/pages/pagePanel";
import { extensionUri, FakePanel, host } from "../../../../support/fakeVscode/fakeHost";

interface Talk {
  readonly asks: { readonly double: { readonly question: number; readonly answer: number } };
  readonly says: { readonly hello: string };
  readonly tells: { readonly news: string };
}

const shown: unknown[] = [];
const app = {
  context: { extensionUri },
  errors: {
    words: async (error: Error) => ({ message: error.message, advice: "Try again." }),
    show: async (error: unknown) => void shown.push(error),
    log: () => undefined,
  },
};

interface Opened {
  readonly panel: FakePanel;
  readonly page: PagePanel<Talk>;
  readonly heard: string[];
  readonly signals: AbortSignal[];
}

function open(double: (question: number) => number | Promise<number> = (question) => question * 2): Opened {
  const panel = new FakePanel("chainside.talk");
  const heard: string[] = [];
  const signals: AbortSignal[] = [];
  const page = new PagePanel<Talk>(
    app as never,
    panel as never,
    { name: "talk", title: "Talk", start: { text: "</script>" } },
    {
      asks: {
        double: (question, signal) => {
          signals.push(signal);
          return double(question);
        },
      },
      says: {
        hello: (text) => {
          if (text === "boom") throw new Error("boom");
          heard.push(text);
        },
      },
      ready: () => heard.push("ready"),
      seen: (visible) => heard.push(`seen ${visible}`),
      closed: () => heard.push("closed"),
    },
  );
  return { panel, page, heard, signals };
}

const ask = (id: unknown, name: string, value: unknown): object => ({ type: "ask", id, name, value });
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("a page's panel", () => {
  beforeEach(() => {
    host.reset();
    shown.length = 0;
  });

  it("loads nothing but the page's own script and style, and no text ends its script", () => {
    const { panel } = open();
    expect(panel.webview.html).toContain("default-src 'none'");
    expect(panel.webview.html).toMatch(/script-src 'nonce-[\w-]+'/);
    // words of a page whose texts were put in as they came
    expect(panel.webview.html).not.toContain('{"text":"</script>');
  });

  it("is told what it shall show as soon as it listens, at first and after it was hidden, and once", () => {
    const { panel, page } = open();
    page.show("news", "early");
    expect(panel.sent).toEqual([]);
    panel.say({ type: "ready" });
    expect(panel.sent).toEqual([{ type: "tell", name: "news", value: "early" }]);
    panel.show(false);
    page.show("news", "older");
    page.show("news", "hidden");
    expect(panel.sent).toHaveLength(1);
    panel.say({ type: "ready" });
    panel.say({ type: "ready" });
    expect(panel.sent.slice(1)).toEqual([{ type: "tell", name: "news", value: "hidden" }]);
  });

  it("answers each question by its number, also when several are under way", async () => {
    const answers: ((value: number) => void)[] = [];
    const { panel } = open(() => new Promise((resolve) => answers.push(resolve)));
    panel.say(ask(1, "double", 3));
    panel.say(ask(2, "double", 4));
    answers[1]?.(8);
    await settled();
    answers[0]?.(6);
    await settled();
    expect(panel.sent).toEqual([
      { type: "answer", id: 2, value: 8 },
      { type: "answer", id: 1, value: 6 },
    ]);
  });

  it("tells a failure in words, and a question that was left without", async () => {
    const failing = open(() => Promise.reject(new Error("It broke.")));
    failing.panel.say(ask(1, "double", 3));
    await settled();
    expect(failing.panel.sent).toEqual([{ type: "failure", id: 1, message: "It broke.", advice: "Try again." }]);
    const leaving = open(() => Promise.reject(new Cancelled()));
    leaving.panel.say(ask(1, "double", 3));
    await settled();
    expect(leaving.panel.sent).toEqual([{ type: "left", id: 1 }]);
  });

  it("ends what nobody waits for: one question by its number, all when it is closed", async () => {
    const { panel, page, signals, heard } = open(() => new Promise(() => undefined));
    panel.say(ask(1, "double", 1));
    panel.say(ask(2, "double", 2));
    panel.say({ type: "cancel", id: 1 });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    page.dispose();
    page.dispose();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    expect(heard).toEqual(["closed"]);
  });

  it("sends nothing to a page that was closed while its answer was on the way", async () => {
    let give: (value: number) => void = () => undefined;
    const { panel, page } = open(
      () =>
        new Promise((resolve) => {
          give = resolve;
        }),
    );
    panel.say(ask(1, "double", 1));
    panel.dispose();
    give(2);
    page.tell("news", "late");
    await settled();
    expect(panel.sent).toEqual([]);
    expect(page.visible).toBe(false);
  });

  it("believes nothing of what a page says but its own questions", async () => {
    const { panel, signals, heard } = open();
    for (const message of [
      undefined,
      null,
      "text",
      {},
      { type: "ask" },
      ask(1, "constructor", 1),
      ask(1, "__proto__", 1),
      ask(1, "toString", 1),
      { type: "say", name: "hasOwnProperty", value: "x" },
      { type: "cancel", id: {} },
    ])
      panel.say(message);
    await settled();
    expect([signals, heard, panel.sent]).toEqual([[], [], []]);
  });

  it("is told nothing while it doesn't listen: it says when it does", () => {
    const { panel, page } = open();
    page.tell("news", "early");
    panel.say({ type: "ready" });
    page.tell("news", "heard");
    panel.show(false);
    page.tell("news", "hidden");
    panel.show(true);
    page.tell("news", "before it is made anew");
    expect(panel.sent).toEqual([{ type: "tell", name: "news", value: "heard" }]);
  });

  it("hears what a page says, shows what goes wrong with it, and sees it come and go", async () => {
    const { panel, page, heard } = open();
    panel.say({ type: "ready" });
    panel.say({ type: "say", name: "hello", value: "hi" });
    panel.say({ type: "say", name: "hello", value: "boom" });
    await settled();
    expect(shown).toMatchObject([{ message: "boom" }]);
    page.tell("news", "12");
    panel.show(false);
    panel.show(true);
    expect(heard).toEqual(["ready", "hi", "seen false", "seen true"]);
    expect(panel.sent).toEqual([{ type: "tell", name: "news", value: "12" }]);
  });
});

describe("the pages of a kind", () => {
  interface Thing {
    readonly name: string;
    readonly range?: string;
  }
  const make = (): { pages: OpenPages<Thing, FakePage>; made: FakePage[] } => {
    const made: FakePage[] = [];
    const pages = new OpenPages<Thing, FakePage>({
      viewType: "chainside.things",
      key: ({ name }) => name,
      title: ({ name }) => name,
      make: async (panel, { name }, closed) => {
        await settled();
        if (name === "broken") throw new Error("broken");
        const page = new FakePage(panel as unknown as FakePanel, name, closed);
        made.push(page);
        return page;
      },
      show: (page, { range }) => range && page.ranges.push(range),
      restore: (state) => (typeof state === "string" ? { name: state } : undefined),
    });
    return { pages, made };
  };
  class FakePage {
    revealed = 0;
    readonly ranges: string[] = [];
    constructor(
      readonly panel: FakePanel,
      readonly name: string,
      private readonly closed: () => void,
    ) {}
    reveal(): void {
      this.revealed += 1;
    }
    dispose(): void {
      this.closed();
    }
  }
  beforeEach(() => host.reset());

  it("are one for each thing, also when it is asked for twice at once", async () => {
    const { pages, made } = make();
    await Promise.all([pages.open({ name: "a" }), pages.open({ name: "a" }), pages.open({ name: "b" })]);
    expect(made.map(({ name }) => name)).toEqual(["a", "b"]);
    expect(made.map(({ revealed }) => revealed)).toEqual([1, 0]);
    made[0]?.dispose();
    await pages.open({ name: "a" });
    expect(made).toHaveLength(3);
  });

  it("show what is asked for next, also while they are being made", async () => {
    const { pages, made } = make();
    await Promise.all([pages.open({ name: "a", range: "first" }), pages.open({ name: "a", range: "second" })]);
    await pages.open({ name: "a", range: "third" });
    await pages.open({ name: "a" });
    // what it begins with it has from its content
    expect(made.map(({ ranges }) => ranges)).toEqual([["second", "third"]]);
  });

  it("leave no empty tab where one can't be made", async () => {
    const { pages } = make();
    await expect(pages.open({ name: "broken" })).rejects.toThrow("broken");
    expect(host.panels.map(({ disposed }) => disposed)).toEqual([true]);
  });

  it("are made anew where the tab of one was closed before it was made", async () => {
    const { pages, made } = make();
    const opening = pages.open({ name: "a" });
    host.panels.at(-1)?.dispose();
    await expect(opening).rejects.toBeInstanceOf(Cancelled);
    await pages.open({ name: "a" });
    expect(made.map(({ panel }) => panel.disposed)).toEqual([true, false]);
    expect(pages.find({ name: "a" })).toBe(made[1]);
  });

  it("come back with their window, each once, and only where they know what they showed", async () => {
    const { pages, made } = make();
    const restore = async (state: unknown): Promise<FakePanel> => {
      const panel = new FakePanel("chainside.things");
      await host.serializers.get("chainside.things")?.deserializeWebviewPanel(panel, state);
      return panel;
    };
    const kept = await restore("a");
    expect([made.map(({ name }) => name), kept.disposed]).toEqual([["a"], false]);
    expect((await restore("a")).disposed).toBe(true);
    const opening = pages.open({ name: "c" });
    expect((await restore("c")).disposed).toBe(true);
    await opening;
    made.pop()?.dispose();
    expect((await restore(undefined)).disposed).toBe(true);
    expect((await restore({ name: "b" })).disposed).toBe(true);
    await pages.open({ name: "a" });
    expect(made).toHaveLength(1);
    pages.dispose();
    expect(host.serializers.size).toBe(0);
  });
});
