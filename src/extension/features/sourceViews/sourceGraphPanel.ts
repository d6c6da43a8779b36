import * as vscode from "vscode";
import type { GraphAnswer } from "../../../solidity/service/messages";
import type { GraphChoice, SourceGraphProtocol, SourceGraphStart } from "../../../webview/sourceGraph/messages";
import { namedUri } from "../../kit/files/namedUri";
import { saveChosen } from "../../kit/files/writeFile";
import { PagePanel } from "../../kit/pages/pagePanel";
import type { Chainside } from "../../state/chainside";
import { rangeOf } from "../../state/solidity/ranges";
import { isSolidity } from "../../state/solidity/solidity";

/** Which source a page draws. */
export interface SourceGraphContent {
  readonly uri: string;
  readonly title: string;
}

/** What a page says is read like a stranger's word. */
function choiceOf(choice: unknown): GraphChoice {
  const { of, contract } = (choice ?? {}) as { of?: unknown; contract?: unknown };
  return { of: of === "calls" ? "calls" : "inheritance", contract: typeof contract === "string" ? contract : null };
}

function pageTexts(): SourceGraphStart["texts"] {
  return {
    heading: vscode.l10n.t("Graph"),
    inheritance: vscode.l10n.t("Inheritance Graph"),
    calls: vscode.l10n.t("Call Graph"),
    of: vscode.l10n.t("What is drawn"),
    contract: vscode.l10n.t("Contract"),
    all: vscode.l10n.t("All Contracts"),
    save: vscode.l10n.t("Save as SVG…"),
    zoomIn: vscode.l10n.t("Zoom In"),
    zoomOut: vscode.l10n.t("Zoom Out"),
    fit: vscode.l10n.t("Fit to Window"),
    empty: vscode.l10n.t("The file has no contract."),
    cut: vscode.l10n.t("There's more than fits into one picture: only a part is drawn."),
    spoken: vscode.l10n.t("Boxes: {0}, lines: {1}. Select a box to go to its source."),
  };
}

/** The page of a source's graphs. */
export class SourceGraphPanel implements vscode.Disposable {
  readonly #page: PagePanel<SourceGraphProtocol>;
  #shown: GraphAnswer | undefined;

  constructor(
    private readonly app: Chainside,
    panel: vscode.WebviewPanel,
    private readonly content: SourceGraphContent,
    onClosed: () => void,
  ) {
    const saved = vscode.workspace.onDidSaveTextDocument((document) => {
      if (isSolidity(document) && this.#page.visible) this.#page.tell("changed", null);
    });
    const start: SourceGraphStart = { ...content, texts: pageTexts() };
    this.#page = new PagePanel<SourceGraphProtocol>(
      app,
      panel,
      { name: "sourceGraph", title: vscode.l10n.t("Graph of {0}", content.title), start },
      {
        asks: { graph: (choice, signal) => this.#graph(choiceOf(choice), signal) },
        says: { open: (id) => this.#open(id), save: () => this.#save() },
        closed: () => {
          saved.dispose();
          onClosed();
        },
      },
    );
  }

  async #graph({ of, contract }: GraphChoice, signal: AbortSignal) {
    const uri = vscode.Uri.parse(this.content.uri);
    this.#shown = await this.app.solidity.graph(uri, of, contract ?? undefined, signal);
    const { drawn, contracts } = this.#shown;
    return { ...drawn, contracts };
  }

  async #open(id: unknown): Promise<void> {
    const place = typeof id === "string" ? this.#shown?.places[id] : undefined;
    const uri = place?.path === undefined ? undefined : namedUri(place.path);
    if (!place || !uri) return;
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, {
      selection: rangeOf(place.range),
      viewColumn: vscode.ViewColumn.Beside,
    });
  }

  async #save(): Promise<void> {
    if (!this.#shown) return;
    const { svg } = this.#shown;
    const source = vscode.Uri.parse(this.content.uri);
    const uri = await vscode.window.showSaveDialog({
      defaultUri: source.with({ path: `${source.path.replace(/\.sol$/, "")}.svg` }),
      filters: { SVG: ["svg"] },
      title: vscode.l10n.t("Save as SVG"),
    });
    if (uri) await saveChosen(uri, svg);
  }

  reveal(): void {
    this.#page.reveal();
  }

  dispose(): void {
    this.#page.dispose();
  }
}
