import * as vscode from "vscode";
import type { GroupHealth } from "../../../chain/health/groupHealth";
import type { HistoryAccess } from "../../../pages/explorer/explorerContext";
import { explorerTexts } from "../../../pages/explorer/explorerTexts";
import type { SeenTransaction } from "../../../pages/records/seenTransaction";
import type {
  ExplorerAnswer,
  ExplorerProtocol,
  ExplorerQuestion,
  ExplorerStart,
  HistoryLines,
  InspectedPart,
  PartQuestion,
} from "../../../webview/explorer/messages";
import { isWhole } from "../../flows/history/indexText";
import { requireIndexed } from "../../flows/history/requireIndexed";
import { endpointTroubles } from "../../flows/lines/healthText";
import { FollowedGroup } from "../../flows/pages/followedGroup";
import { runCommand } from "../../kit/commands/commands";
import { isCancelled } from "../../kit/errors/cancelled";
import { sentence } from "../../kit/errors/complaint";
import { copyText } from "../../kit/messages/notify";
import { PagePanel } from "../../kit/pages/pagePanel";
import { setting } from "../../kit/settings/settings";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** How often at least the height is asked for while the page is visible and nothing else tells of new blocks. */
const pollMs = 3000;
/** So many rounds of heights for one of everything else: a stop makes no block that would tell of it. */
const refreshEvery = 3;

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
  readonly #look: { dispose(): void };
  readonly #indexed: vscode.Disposable;
  #isWhole = false;
  #timer: NodeJS.Timeout | undefined;
  /** An answer of this page is being taken over: it knows already. */
  #judging = false;

  constructor(
    private readonly app: Chainside,
    panel: vscode.WebviewPanel,
    content: ExplorerContent,
    onClosed: () => void,
  ) {
    const { groupId, title, first } = content;
    const start: ExplorerStart = { groupId, title, first, texts: explorerTexts() };
    this.#page = new PagePanel<ExplorerProtocol>(
      app,
      panel,
      { name: "explorer", title, start },
      {
        asks: {
          page: (question, signal) => this.#answer(question, signal),
          part: (question, signal) => this.#part(question, signal),
          history: (question, signal) => this.#history(question, signal),
        },
        says: {
          copy: copyText,
          debug: (hash) => this.#debug(hash),
          index: () => this.#index(),
          query: (list) => this.#query(list),
          link: (question) => this.#copyLink(question),
          openDocument: ({ what, id }) => this.#openDocument(what, id),
        },
        seen: () => {
          this.#poll();
          app.watch.lookNow();
        },
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
        if (change === "health" && !this.#judging) this.#page.tell("refresh", null);
      },
    });
    this.#indexed = app.indexes.onDidChange((key) => {
      const { group } = this.#followed;
      if (group?.chainKey !== key) return;
      const whole = isWhole(app.indexes.stateOf(group));
      if (whole && !this.#isWhole) this.#page.tell("indexed", null);
      this.#isWhole = whole;
    });
    this.#look = app.watch.add({ heights: () => [], health: () => this.#seen(), nodes: () => this.#seen() });
    this.#poll();
  }

  reveal(): void {
    this.#page.reveal();
  }

  /** Shows something else on the page, as soon as it listens. */
  show(question: ExplorerQuestion): void {
    this.#page.show("show", question);
  }

  /** The group, while the page shows it. */
  #seen(): ChainGroup[] {
    const { group } = this.#followed;
    return group && this.#page.visible ? [group] : [];
  }

  /** What the page found counts for the tree and the status bar too. */
  #judged(group: ChainGroup, health: GroupHealth): GroupHealth {
    this.#judging = true;
    const judged = this.app.watch.note(group, health);
    this.#judging = false;
    return judged;
  }

  /** A hidden page asks for nothing, and a node that tells of new blocks isn't asked for its height. */
  #poll(): void {
    clearInterval(this.#timer);
    if (!this.#page.visible) return;
    let rounds = 0;
    this.#timer = setInterval(
      () => {
        rounds += 1;
        if (rounds % refreshEvery === 0) this.#page.tell("refresh", null);
        const { group } = this.#followed;
        if (!group || group.connection.pushes) return;
        group.refreshHeight().catch((error: unknown) => this.app.errors.log(error));
      },
      Math.min(pollMs, setting("refreshIntervalMs")),
    );
  }

  async #debug(hash: string): Promise<void> {
    const group = this.#followed.require();
    await runCommand("chainside.debugTransaction", { kind: "transaction", hash, group });
  }

  async #index(): Promise<void> {
    const group = this.#followed.require();
    await runCommand("chainside.indexGroup", { kind: "group", group });
  }

  async #query({ address, part, filter }: ExplorerProtocol["says"]["query"]): Promise<void> {
    const historyAccess = this.#requireHistoryAccess(this.#followed.require(), new AbortController().signal);
    const { checkedFilter } = await import("../../../pages/explorer/historyView");
    const sql = (await historyAccess.address(address, part, checkedFilter(filter)))[part]?.sql;
    if (sql === undefined) return;
    const { openQuery } = await import("../../flows/history/openQuery");
    await openQuery(sql);
  }

  async #copyLink(question: ExplorerQuestion): Promise<void> {
    const group = this.#followed.require();
    const { permalink } = await import("./permalink");
    await copyText(permalink(this.app.context.extension.id, group.chainKey, question));
  }

  /** What is asked of the group's index, where it has one. */
  #historyAccess(group: ChainGroup, signal: AbortSignal): HistoryAccess | undefined {
    const state = this.app.indexes.stateOf(group);
    return state.kind === "none" || !state.reach ? undefined : this.#historyAccessTo(group, signal);
  }

  /** The same for what only an index can answer. @throws Cancelled after it was said that there is none */
  #requireHistoryAccess(group: ChainGroup, signal: AbortSignal): HistoryAccess {
    requireIndexed(this.app, group);
    return this.#historyAccessTo(group, signal);
  }

  #historyAccessTo(group: ChainGroup, signal: AbortSignal): HistoryAccess {
    const { indexes, errors } = this.app;
    return {
      address: (address, part, filter, after) =>
        indexes.ask(
          group,
          "address",
          { address, ...(part ? { part } : {}), ...(filter ? { filter } : {}), ...(after ? { after } : {}) },
          signal,
        ),
      find: (text) => indexes.ask(group, "find", { text }, signal),
      problem: async (error) => {
        errors.log(error);
        return sentence(this.app, error);
      },
    };
  }

  /** The next lines of a part of an address' history. @throws Cancelled; ChainError */
  async #history(
    { address, part, filter, after }: ExplorerProtocol["asks"]["history"]["question"],
    signal: AbortSignal,
  ): Promise<HistoryLines> {
    const group = this.#followed.require();
    const historyAccess = this.#requireHistoryAccess(group, signal);
    const { historyLines } = await import("../../../pages/explorer/historyView");
    const { checkedFilter } = await import("../../../pages/explorer/historyView");
    const { namesOn } = await import("../../flows/lines/addressName");
    const named = { nameOf: namesOn(this.app, group) };
    return historyLines(named, await historyAccess.address(address, part, checkedFilter(filter), after), part);
  }

  async #openDocument(what: "block" | "transaction" | "address", id: string): Promise<void> {
    const group = this.#followed.require();
    if (what === "block") await runCommand("chainside.showBlock", { kind: "block", block: id, group });
    else if (what === "address") await runCommand("chainside.showAddress", { kind: "contract", address: id, group });
    else await runCommand("chainside.showTransaction", { kind: "transaction", hash: id, group });
  }

  /** @throws ChainError usage `notConnected`, and what reading from the chain throws. */
  async #answer(question: ExplorerQuestion, signal: AbortSignal): Promise<ExplorerAnswer> {
    const group = this.#followed.require();
    const { answerQuestion } = await import("../../../pages/explorer/explorerAnswers");
    const { askedOnce } = await import("../../../pages/records/decodeCall");
    const { namedContract } = await import("../../flows/target/contractTarget");
    const { namesOn } = await import("../../flows/lines/addressName");
    const { believedChain } = await import("../../state/trust/believedChain");
    const { knownCalls, knownEvents } = await import("../../flows/verification/knownEvents");
    await this.app.nodeNames.ready();
    // a small chain is indexed while one looks for something in it
    if (question.kind === "address" || question.kind === "find") await this.app.indexes.startSmall(group);
    const { SeenTransactions } = await import("../../state/history/seenTransactions");
    const { addressNamed } = await import("../../flows/target/addressNamed");
    const { knownTransactions } = await import("./knownTransactions");
    const contract = askedOnce((address, block) => namedContract(this.app, group, address, block));
    const context = {
      session: group.session,
      judged: (health: GroupHealth) => this.#judged(group, health),
      endpointTroubles: () => endpointTroubles(group),
      contract,
      known: (address: string) => knownTransactions(this.app, group, address),
      seen: (transactions: readonly SeenTransaction[]) => group.kept.of(SeenTransactions).note(transactions),
      addressNamed: (name: string) => addressNamed(this.app, group, name),
      nameOf: namesOn(this.app, group),
      nodeName: (nodeId: string) => this.app.nodeNames.get(nodeId),
      archive: group.archive,
      trust: () => believedChain(group),
      knownEvents: knownEvents(this.app, group),
      knownCalls: knownCalls(this.app, group),
      archivedBelow: () => group.archivedBelow(),
      history: this.#historyAccess(group, signal),
      isCancelled,
      indexing: this.app.indexes.stateOf(group).kind === "running",
    };
    return answerQuestion(context, question, { signal });
  }

  /** @throws Cancelled; ChainError; Error with words for people */
  async #part(question: PartQuestion, signal: AbortSignal): Promise<InspectedPart> {
    const group = this.#followed.require();
    const { inspectedPart } = await import("./inspectedParts");
    return inspectedPart(this.app, group, question, signal);
  }

  #end(): void {
    clearInterval(this.#timer);
    this.#look.dispose();
    this.#indexed.dispose();
    this.#followed.dispose();
  }

  dispose(): void {
    this.#page.dispose();
  }
}
