import * as vscode from "vscode";
import { clientError } from "../../../chain/errors/clientError";
import type { ChartsProtocol, ChartsStart } from "../../../webview/charts/messages";
import { FollowedGroup } from "../../flows/pages/followedGroup";
import { runCommand } from "../../kit/commands/commands";
import { PagePanel } from "../../kit/pages/pagePanel";
import type { Chainside } from "../../state/chainside";
import { chartsTexts } from "./chartsTexts";

/** Which group's charts a page shows. */
export interface ChartsContent {
  readonly groupId: string;
  /** `production · group0` */
  readonly title: string;
}

/** A range as a page names it: two whole numbers, in their order. */
function rangeOf(range: unknown): { readonly from: number; readonly to: number } | undefined {
  const { from, to } = (range ?? {}) as { from?: unknown; to?: unknown };
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to)) return undefined;
  return { from: Number(from), to: Math.max(Number(from), Number(to)) };
}

/** The page of a group's charts, out of its index. */
export class ChartsPanel implements vscode.Disposable {
  readonly #page: PagePanel<ChartsProtocol>;
  readonly #followed: FollowedGroup;

  constructor(
    app: Chainside,
    panel: vscode.WebviewPanel,
    private readonly content: ChartsContent,
    onClosed: () => void,
  ) {
    const start: ChartsStart = { ...content, locale: vscode.env.language, texts: chartsTexts() };
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
          charts: async (range, signal) => {
            const { group } = this.#followed;
            if (!group) throw clientError("notConnected", { name: this.content.title });
            if (!app.indexes.has(group)) return null;
            const wanted = rangeOf(range);
            return app.indexes.ask(group, "charts", wanted ? { range: wanted } : {}, signal);
          },
        },
        says: { index: () => this.#index() },
        closed: () => {
          indexed.dispose();
          this.#followed.dispose();
          onClosed();
        },
      },
    );
    this.#followed = new FollowedGroup(app, content.groupId, { came: tell, went: tell, changed: () => undefined });
  }

  async #index(): Promise<void> {
    const { group } = this.#followed;
    if (group) await runCommand("chainside.indexGroup", { kind: "group", group });
  }

  reveal(): void {
    this.#page.reveal();
  }

  dispose(): void {
    this.#page.dispose();
  }
}
