import * as vscode from "vscode";
import { chartsAnswer, chartsRange } from "../../../pages/charts/chartsAnswer";
import { chartsTexts } from "../../../pages/charts/chartsTexts";
import type { ChartsAnswer, ChartsProtocol, ChartsStart } from "../../../webview/charts/messages";
import { FollowedGroup } from "../../flows/pages/followedGroup";
import { runCommand } from "../../kit/commands/commands";
import { PagePanel } from "../../kit/pages/pagePanel";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** Which group's charts a page shows. */
export interface ChartsContent {
  readonly groupId: string;
  /** `production · group0` */
  readonly title: string;
  /** What it begins with. */
  readonly chosen?: { readonly from: number; readonly to: number };
}

type ChartsQuestion = ChartsProtocol["asks"]["charts"]["question"];

/** The page of a group's charts, out of its index. */
export class ChartsPanel implements vscode.Disposable {
  readonly #page: PagePanel<ChartsProtocol>;
  readonly #followed: FollowedGroup;

  constructor(
    private readonly app: Chainside,
    panel: vscode.WebviewPanel,
    content: ChartsContent,
    onClosed: () => void,
  ) {
    const start: ChartsStart = { ...content, texts: chartsTexts() };
    const tell = (): void => {
      if (this.#page.visible) this.#page.tell("changed", null);
    };
    const indexed = app.indexes.onDidChange((key) => {
      if (key === this.#followed.group?.chainKey) tell();
    });
    this.#page = new PagePanel<ChartsProtocol>(
      app,
      panel,
      { name: "charts", title: vscode.l10n.t("Charts of {0}", content.title), start },
      {
        asks: {
          charts: async (question, signal) => {
            const group = this.#followed.require();
            if (!app.indexes.has(group)) return null;
            return this.#charts(group, question, signal);
          },
        },
        says: { index: () => this.#index(), logs: (range) => this.#logs(range) },
        closed: () => {
          indexed.dispose();
          this.#followed.dispose();
          onClosed();
        },
      },
    );
    this.#followed = new FollowedGroup(app, content.groupId, { came: tell, went: tell, changed: () => undefined });
  }

  /** Names of nodes are this window's. @throws as questions to an index */
  async #charts(group: ChainGroup, question: ChartsQuestion, signal: AbortSignal): Promise<ChartsAnswer> {
    const { indexes, nodeNames } = this.app;
    await nodeNames.ready();
    const nameOf = (node: string): string | undefined => nodeNames.get(node);
    return chartsAnswer(question, (wanted) => indexes.ask(group, "charts", wanted, signal), nameOf);
  }

  async #logs(range: unknown): Promise<void> {
    const wanted = chartsRange(range);
    if (wanted) await runCommand("chainside.analyzeLogs", { kind: "range", ...wanted });
  }

  async #index(): Promise<void> {
    await runCommand("chainside.indexGroup", { kind: "group", group: this.#followed.require() });
  }

  /** Shows another time on the page, as soon as it listens. */
  show(range: NonNullable<ChartsContent["chosen"]>): void {
    this.#page.show("range", range);
  }

  reveal(): void {
    this.#page.reveal();
  }

  dispose(): void {
    this.#page.dispose();
  }
}
