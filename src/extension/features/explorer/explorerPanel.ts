import * as vscode from "vscode";
import type { ContractInterface } from "../../../chain/abi/contractInterface";
import type {
  ExplorerQuestion,
  ExplorerStart,
  ToExplorerHost,
  ToExplorerPage,
} from "../../../webview/explorer/messages";
import { openPage } from "../../kit/pages/openPage";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { explorerTexts } from "./explorerTexts";

/** How often the height is asked for while the page is visible and nothing else tells of new blocks. */
const pollMs = 3000;

/** One explorer page: answers what it asks about its group, and tells it of new blocks. */
export class ExplorerPanel implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #subscriptions: vscode.Disposable[] = [];
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly app: Chainside,
    readonly group: ChainGroup,
    first: ExplorerQuestion,
    onClosed: () => void,
  ) {
    const title = `${group.connection.name} · ${group.groupId}`;
    const start: ExplorerStart = { title, locale: vscode.env.language, first, texts: explorerTexts() };
    this.#panel = openPage(app.context, { name: "explorer", title, start });
    this.#subscriptions.push(
      this.#panel.onDidDispose(() => {
        this.dispose();
        onClosed();
      }),
      this.#panel.onDidChangeViewState(() => this.#poll()),
      this.#panel.webview.onDidReceiveMessage((message: ToExplorerHost) => this.#receive(message)),
      group.onDidChange((change) => {
        if (change === "height" && group.height !== undefined) this.#send({ type: "height", height: group.height });
      }),
      app.connections.onDidChange(() => this.#checkConnection()),
    );
    this.#poll();
  }

  show(question: ExplorerQuestion): void {
    this.#panel.reveal();
    this.#send({ type: "show", question });
  }

  #send(message: ToExplorerPage): void {
    void this.#panel.webview.postMessage(message);
  }

  /** A hidden page asks for nothing, and nobody asks a node that tells of new blocks. */
  #poll(): void {
    clearInterval(this.#timer);
    if (!this.#panel.visible) return;
    this.#timer = setInterval(() => {
      if (this.group.connection.pushes) return;
      this.group.refreshHeight().catch((error: unknown) => this.app.errors.log(error));
    }, pollMs);
  }

  #checkConnection(): void {
    if (this.app.connections.findGroup(this.group.id) === this.group) return;
    clearInterval(this.#timer);
    this.#send({ type: "disconnected", message: vscode.l10n.t("This chain is not connected any more.") });
  }

  async #receive(message: ToExplorerHost): Promise<void> {
    if (message.type === "copy") await vscode.env.clipboard.writeText(message.text);
    else if (message.type === "openDocument") {
      const { group } = this;
      if (message.what === "block")
        await vscode.commands.executeCommand("chainside.showBlock", { group, blockNumber: message.id });
      else if (message.what === "address")
        await vscode.commands.executeCommand("chainside.showAddress", { group, address: message.id });
      else await vscode.commands.executeCommand("chainside.showTransaction", { group, transactionHash: message.id });
    } else await this.#answer(message.id, message.question);
  }

  async #answer(id: number, question: ExplorerQuestion): Promise<void> {
    try {
      const { answerQuestion } = await import("./explorerAnswers");
      const { namedContract } = await import("../../flows/records/decodeCall");
      const { addressName } = await import("./addressName");
      const finder = async (address: string): Promise<ContractInterface | undefined> =>
        (await namedContract(this.app, this.group, address))?.abi;
      const { group } = this;
      const ground = {
        session: group.session,
        finder,
        nameOf: (address: string) => addressName(this.app, group, address),
        archive: group.archive,
        archivedBelow: () => group.archivedBelow(),
      };
      const options = { signal: this.#closing.signal };
      this.#send({ type: "answer", id, answer: await answerQuestion(ground, question, options) });
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      this.app.errors.log(error);
      this.#send({ type: "failure", id, ...(await this.app.errors.words(error)) });
    }
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#closing.abort();
    vscode.Disposable.from(...this.#subscriptions).dispose();
    this.#panel.dispose();
  }
}
