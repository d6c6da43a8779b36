import * as vscode from "vscode";
import type { TableChange, TableProtocol, TableStart } from "../../../webview/table/messages";
import { FollowedGroup } from "../../flows/pages/followedGroup";
import { copyText } from "../../kit/messages/notify";
import { PagePanel } from "../../kit/pages/pagePanel";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { requireWritable } from "../../state/connections/writableGroup";
import { tableTexts } from "./tableTexts";

/** What a grid page is about, also after its window was loaded anew. */
export interface TableContent {
  readonly groupId: string;
  /** `production · group0` */
  readonly title: string;
  readonly table: string;
}

/** One grid page: answers what it asks about its table, and signs the changes made in it. */
export class TablePanel implements vscode.Disposable {
  readonly #page: PagePanel<TableProtocol>;
  readonly #followed: FollowedGroup;

  constructor(
    private readonly app: Chainside,
    panel: vscode.WebviewPanel,
    private readonly content: TableContent,
    onClosed: () => void,
  ) {
    const { groupId, title, table } = content;
    const start: TableStart = {
      groupId,
      title,
      table: `/tables/${table}`,
      writable: app.connections.findGroup(groupId)?.writable ?? false,
      texts: tableTexts(),
    };
    this.#page = new PagePanel<TableProtocol>(
      app,
      panel,
      { name: "table", title: table, start },
      {
        asks: {
          table: async (question, signal) => {
            const { answerTableQuestion } = await import("./tableAnswers");
            return answerTableQuestion(this.#group.session, table, question, { signal });
          },
          change: (change) => this.#change(change),
        },
        says: { copy: copyText },
        closed: () => {
          this.#followed.dispose();
          onClosed();
        },
      },
    );
    this.#followed = new FollowedGroup(app, groupId, {
      came: ({ writable }) => this.#page.tell("connection", { problem: "", writable }),
      went: () =>
        this.#page.tell("connection", {
          problem: vscode.l10n.t("This chain is no longer connected."),
          writable: false,
        }),
      changed: (_, change) => {
        if (change === "height") this.#page.tell("stale", null);
      },
    });
  }

  /** @throws ChainError usage `notConnected`. */
  get #group(): ChainGroup {
    return this.#followed.require();
  }

  reveal(): void {
    this.#page.reveal();
    this.#page.tell("stale", null);
  }

  /** The sentence that says what was done. @throws Cancelled; ChainError as `changeTable` does. */
  async #change(change: TableChange): Promise<string> {
    const { changeTable } = await import("./changeTable");
    return changeTable(this.app, requireWritable(this.#group), this.content.table, change);
  }

  dispose(): void {
    this.#page.dispose();
  }
}
