import * as vscode from "vscode";
import type { TableChange, TableProtocol, TableStart, TableTexts } from "../../../webview/table/messages";
import { FollowedGroup } from "../../flows/pages/followedGroup";
import { copyText } from "../../kit/messages/notify";
import { PagePanel } from "../../kit/pages/pagePanel";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { requireWritable } from "../../state/connections/signingPermit";

/** The grid page's words in the editor's language: a page has no translator of its own. */
function tableTexts(): TableTexts {
  const { t } = vscode.l10n;
  return {
    filter: t("Filter"),
    column: t("Column"),
    comparison: t("Comparison"),
    value: t("Value"),
    addCondition: t("Add Condition"),
    convert: t("Convert to Half-Width"),
    apply: t("Apply"),
    clear: t("Clear"),
    first: t("First"),
    previous: t("Previous"),
    next: t("Next"),
    rowCount: t("{0} rows"),
    oneRow: t("1 row"),
    counting: t("Counting…"),
    noRows: t("No rows."),
    insertRow: t("Insert Row"),
    editRow: t("Edit"),
    deleteRow: t("Delete"),
    deleteMatching: t("Delete Matching Rows"),
    appendColumns: t("Append Columns"),
    reload: t("Reload"),
    save: t("Sign and Send"),
    cancel: t("Cancel"),
    key: t("Key"),
    actions: t("Actions"),
    getValue: t("Get"),
    setValue: t("Set"),
    keyValueNote: t("The keys of a key-value table can't be listed. The chain returns one key at a time."),
    noValue: t("This key has no value."),
    readOnly: t("This connection is read-only."),
    loading: t("Loading…"),
    retry: t("Try Again"),
    copy: t("Copy"),
    numericKeys: t("keys are numbers"),
    stale: t("New block: the rows might have changed."),
    startsWith: t("starts with"),
    endsWith: t("ends with"),
    contains: t("contains"),
    remove: t("Remove"),
  };
}

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
