import * as vscode from "vscode";
import type { ContractInterface } from "../../../chain/abi/contractInterface";
import { clientError } from "../../../chain/errors/clientError";
import type {
  ExplorerAnswer,
  ExplorerProtocol,
  ExplorerQuestion,
  ExplorerStart,
  InspectedPart,
  PartQuestion,
} from "../../../webview/explorer/messages";
import { FollowedGroup } from "../../flows/pages/followedGroup";
import type { NamedContract } from "../../flows/records/decodeCall";
import { copyText } from "../../kit/asking/notify";
import { PagePanel } from "../../kit/pages/pagePanel";
import type { Chainside } from "../../state/chainside";
import type { SeenTransaction } from "../../state/history/seenTransactions";
import { explorerTexts } from "./explorerTexts";

/** How often the height is asked for while the page is visible and nothing else tells of new blocks. */
const pollMs = 3000;

/** What an explorer page is about, also after its window was loaded anew. */
export interface ExplorerContent {
  readonly groupId: string;
  /** `production · group0` */
  readonly title: string;
  readonly first: ExplorerQuestion;
}

/** One explorer page: answers what it asks about its group, and tells it of new blocks, and when the chain comes and goes. */
export class ExplorerPanel implements vscode.Disposable {
  readonly #page: PagePanel<ExplorerProtocol>;
  readonly #followed: FollowedGroup;
  #timer: NodeJS.Timeout | undefined;
  /** Waits for a page that listens. */
  #wanted: ExplorerQuestion | undefined;

  constructor(
    private readonly app: Chainside,
    panel: vscode.WebviewPanel,
    private readonly content: ExplorerContent,
    onClosed: () => void,
  ) {
    const { groupId, title, first } = content;
    const start: ExplorerStart = { groupId, title, locale: vscode.env.language, first, texts: explorerTexts() };
    this.#page = new PagePanel<ExplorerProtocol>(
      app,
      panel,
      { name: "explorer", title, start },
      {
        asks: {
          page: (question, signal) => this.#answer(question, signal),
          part: (question, signal) => this.#part(question, signal),
        },
        says: {
          copy: copyText,
          debug: (hash) => this.#debug(hash),
          openDocument: ({ what, id }) => this.#openDocument(what, id),
        },
        ready: () => this.#ready(),
        seen: () => this.#poll(),
        closed: () => {
          this.#end();
          onClosed();
        },
      },
    );
    this.#followed = new FollowedGroup(app, groupId, {
      came: () => this.#page.tell("connection", { problem: "" }),
      went: () => this.#page.tell("connection", { problem: vscode.l10n.t("This chain is no longer connected.") }),
      changed: (group, change) => {
        if (change === "height" && group.height !== undefined) this.#page.tell("height", group.height);
      },
    });
    this.#poll();
  }

  reveal(): void {
    this.#page.reveal();
  }

  /** Shows something else on the page, as soon as it listens. */
  show(question: ExplorerQuestion): void {
    if (this.#page.visible) this.#page.tell("show", question);
    else this.#wanted = question;
    this.reveal();
  }

  #ready(): void {
    if (this.#wanted) this.#page.tell("show", this.#wanted);
    this.#wanted = undefined;
  }

  /** A hidden page asks for nothing, and nobody asks a node that tells of new blocks. */
  #poll(): void {
    clearInterval(this.#timer);
    if (!this.#page.visible) return;
    this.#timer = setInterval(() => {
      const { group } = this.#followed;
      if (!group || group.connection.pushes) return;
      group.refreshHeight().catch((error: unknown) => this.app.errors.log(error));
    }, pollMs);
  }

  async #debug(hash: string): Promise<void> {
    const { group } = this.#followed;
    if (group) await vscode.commands.executeCommand("chainside.debugTransaction", { group, transactionHash: hash });
  }

  async #openDocument(what: "block" | "transaction" | "address", id: string): Promise<void> {
    const { group } = this.#followed;
    if (!group) return;
    if (what === "block") await vscode.commands.executeCommand("chainside.showBlock", { group, blockNumber: id });
    else if (what === "address") await vscode.commands.executeCommand("chainside.showAddress", { group, address: id });
    else await vscode.commands.executeCommand("chainside.showTransaction", { group, transactionHash: id });
  }

  /** @throws ChainError usage `notConnected`, and what reading from the chain throws. */
  async #answer(question: ExplorerQuestion, signal: AbortSignal): Promise<ExplorerAnswer> {
    const { group } = this.#followed;
    if (!group) throw clientError("notConnected", { name: this.content.title });
    const { answerQuestion } = await import("./explorerAnswers");
    const { namedContract } = await import("../../flows/records/decodeCall");
    const { addressName } = await import("../../flows/lines/addressName");
    const { believedChain } = await import("../../state/trust/believedChain");
    const { knownCalls, knownEvents } = await import("../../flows/verification/knownEvents");
    await this.app.nodeNames.ready();
    const { noteSeen } = await import("../../state/history/seenTransactions");
    const { addressNamed } = await import("../../flows/target/addressNamed");
    const { knownTransactions } = await import("./knownTransactions");
    const contract = (address: string): Promise<NamedContract | undefined> => namedContract(this.app, group, address);
    const finder = async (address: string): Promise<ContractInterface | undefined> => (await contract(address))?.abi;
    const ground = {
      session: group.session,
      finder,
      contract,
      known: (address: string) => knownTransactions(this.app, group, address),
      seen: (transactions: readonly SeenTransaction[]) => noteSeen(group, transactions),
      addressNamed: (name: string) => addressNamed(this.app, group, name),
      nameOf: (address: string) => addressName(this.app, group, address),
      nodeName: (nodeId: string) => this.app.nodeNames.get(nodeId),
      archive: group.archive,
      trust: () => believedChain(group),
      knownEvents: knownEvents(this.app, group),
      knownCalls: knownCalls(this.app, group),
      archivedBelow: () => group.archivedBelow(),
    };
    return answerQuestion(ground, question, { signal });
  }

  /** @throws Cancelled; ChainError; Error with words for people */
  async #part(question: PartQuestion, signal: AbortSignal): Promise<InspectedPart> {
    const { group } = this.#followed;
    if (!group) throw clientError("notConnected", { name: this.content.title });
    const { inspectedPart } = await import("./inspectedParts");
    return inspectedPart(this.app, group, question, signal);
  }

  #end(): void {
    clearInterval(this.#timer);
    this.#followed.dispose();
  }

  dispose(): void {
    this.#page.dispose();
  }
}
