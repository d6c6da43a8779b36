import { join } from "node:path";
import * as vscode from "vscode";
import type { NodeTransport } from "../../../chain/client/client";
import { guardedTransport } from "../../../chain/profile/guardedTransport";
import type { ChainAnswer, ChainQuestion } from "../../../chain/transport/answeredTransport";
import { createHttpTransport } from "../../../chain/transport/httpTransport";
import type { ChainErrorInit } from "../../../errors/chainError";
import { toChainError } from "../../../errors/dictionary";
import type { Program } from "../../../processes/program";
import type { ProxyTells, Web3ProxyProtocol } from "../../../web3/service/messages";
import { askChainFor } from "../../flows/debug/chainQuestions";
import { askWeb3Port, web3PortOf } from "../../flows/inspection/inspectedChain";
import { askChoice } from "../../kit/asking/ask";
import { showProgress } from "../../kit/asking/progress";
import type { MadeTexts } from "../../kit/files/madeTexts";
import { copyText, onButton, showInformation, showWarning } from "../../kit/messages/notify";
import { startProgram } from "../../kit/processes/serviceProcess";
import { shownDocument } from "../../kit/text/shownText";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** Where a proxy listens by itself; another port where that is taken. */
const usualPort = 8546;

type Ready = ProxyTells & { readonly kind: "ready" };

interface Running {
  readonly group: ChainGroup;
  readonly ready: Ready;
  readonly stop: () => void;
}

/** Asks a web3 port for another process: unread, or the error in parts. */
async function answeredBy(transport: NodeTransport, question: ChainQuestion): Promise<ChainAnswer> {
  const { method, params, timeoutMs } = question;
  try {
    return await transport.answer(method, params, timeoutMs === undefined ? {} : { timeoutMs });
  } catch (thrown) {
    const { kind, code, message, advice, nodeMessage, details } = toChainError(thrown);
    return { error: { kind, code, message, advice, nodeMessage, details } as ChainErrorInit };
  }
}

/** The proxies of this window, one for each group. */
export class EthereumTools implements vscode.Disposable {
  readonly #running = new Map<string, Running>();
  readonly #listening: vscode.Disposable;

  constructor(
    private readonly app: Chainside,
    private readonly texts: MadeTexts,
  ) {
    // what stands in front of a chain ends with its connection
    this.#listening = app.connections.onDidChange(() => {
      for (const { group, stop } of this.#running.values()) if (!app.connections.groups.includes(group)) stop();
    });
  }

  /** Opens a proxy for a group, or shows the one that is open. @throws Cancelled; ChainError */
  async open(group: ChainGroup): Promise<void> {
    const running = this.#running.get(group.chainKey);
    if (running) return this.#show(running);
    const web3 = await this.#askPort(group);
    const ready = await showProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: vscode.l10n.t("Opening {0} for Ethereum's tools…", group.connection.name),
        cancellable: true,
      },
      (_, cancelled) => this.#start(group, web3, cancelled),
    );
    const opened = this.#running.get(group.chainKey);
    if (opened) await this.#show({ ...opened, ready });
  }

  /** The web3 port of the node; empty for reads over the FISCO BCOS interface. @throws Cancelled */
  async #askPort(group: ChainGroup): Promise<string> {
    const { state } = this.app.embeddedChain;
    if (group.connection.origin === "embedded" && state.kind === "running" && state.ready.web3Url !== undefined)
      return state.ready.web3Url;
    const known = web3PortOf(this.app, group);
    const way = await askChoice(
      [
        {
          label: vscode.l10n.t("Web3 Port of the Node…"),
          ...(known === undefined ? {} : { description: known }),
          detail: vscode.l10n.t("Tools can read and send transactions."),
          value: "web3" as const,
        },
        {
          label: vscode.l10n.t("FISCO BCOS Interface"),
          detail: vscode.l10n.t("For nodes without a web3 port. Tools can only read."),
          value: "fisco" as const,
        },
      ],
      { title: vscode.l10n.t("Open for Ethereum Tools") },
    );
    return way === "web3" ? askWeb3Port(this.app, group) : "";
  }

  /** @throws ChainError; Error where the program ends */
  #start(group: ChainGroup, web3: string, signal: AbortSignal): Promise<Ready> {
    const { app } = this;
    const stop = new AbortController();
    const program: Program<Web3ProxyProtocol> = startProgram<Web3ProxyProtocol>({
      ...app.web3Program,
      name: "web3Proxy",
      environment: () => ({ CHAINSIDE_LOCALE: vscode.env.language }),
      warn: (text) => app.log.warn(text),
      ended: (how) => new Error(vscode.l10n.t("The proxy for Ethereum's tools ended ({0}).", how)),
    });
    const { connection, groupId } = group;
    const transport =
      web3 === ""
        ? undefined
        : guardedTransport(createHttpTransport({ url: web3 }), connection.name, () => connection.access);
    const end = (): void => {
      stop.abort();
      program.end();
      this.#running.delete(group.chainKey);
      void transport?.close();
    };
    signal.addEventListener("abort", end, { once: true });
    return new Promise((resolve, reject) => {
      const served = program.order(
        "serve",
        {
          label: connection.endpoint ?? connection.name,
          group: groupId,
          web3,
          port: usualPort,
          folder: join(app.context.globalStorageUri.fsPath, "web3-proxy"),
        },
        {
          signal: stop.signal,
          asked: {
            chain: (question) => askChainFor(() => connection, question),
            web3: (question) =>
              transport ? answeredBy(transport, question) : Promise.reject(new Error("there is no web3 port")),
          },
          tells: (tells) => {
            if (tells.kind === "ready") {
              signal.removeEventListener("abort", end);
              this.#running.set(group.chainKey, { group, ready: tells, stop: end });
              resolve(tells);
            } else this.#tell(tells);
          },
        },
      );
      served.then(end, (error: unknown) => {
        const isAsked = stop.signal.aborted;
        end();
        reject(error);
        if (!isAsked) app.errors.log(error);
      });
    });
  }

  #tell({ kind, text }: Exclude<ProxyTells, Ready>): void {
    this.app.log.info(`web3Proxy: ${text}`);
    if (kind === "dropped") void showWarning(text);
  }

  /** What can be done with a proxy that is open. */
  async #show({ group, ready, stop }: Running): Promise<void> {
    const { url, chainId, onlyReads } = ready;
    const copy = vscode.l10n.t("Copy URL");
    const configure = vscode.l10n.t("Show Configurations");
    const end = vscode.l10n.t("Stop");
    const message = onlyReads
      ? vscode.l10n.t("Ethereum's tools can read {0} at {1}, chain ID {2}.", group.connection.name, url, chainId)
      : vscode.l10n.t("Ethereum's tools reach {0} at {1}, chain ID {2}.", group.connection.name, url, chainId);
    const shown = showInformation(message, copy, configure, end);
    const act = (button: string, work: () => unknown): void =>
      onButton(shown, button, work, (error) => this.app.errors.show(error));
    act(copy, () => copyText(url));
    act(configure, () => this.#configurations(url));
    act(end, stop);
  }

  /** A page with a configuration for each tool. */
  async #configurations(url: string): Promise<void> {
    const { web3Report } = await import("../../flows/inspection/web3Report");
    const text = await showProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: vscode.l10n.t("Checking {0}…", url),
        cancellable: true,
      },
      (_, cancelled) => web3Report(url, cancelled),
    );
    const uri = this.texts.add("ethereum-tools.md", String(Date.now()), shownDocument(text));
    await vscode.commands.executeCommand("markdown.showPreview", uri);
  }

  dispose(): void {
    this.#listening.dispose();
    for (const { stop } of this.#running.values()) stop();
  }
}
