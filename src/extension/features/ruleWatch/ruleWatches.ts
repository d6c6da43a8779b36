import * as vscode from "vscode";
import { pathKey } from "../../../files/pathKey";
import type { AlertChange } from "../../../monitoring/watch/alerts";
import { alertAdvice, alertStory, alertText } from "../../../monitoring/watch/alertText";
import type { Finding } from "../../../monitoring/watch/judge";
import type { Rule } from "../../../monitoring/watch/ruleKinds";
import { dateTimeText } from "../../../text/formats";
import { askChoice } from "../../kit/asking/ask";
import { type CommandId, runCommand } from "../../kit/commands/commands";
import { sentence } from "../../kit/errors/complaint";
import { onButton, showInformation, showWarning } from "../../kit/messages/notify";
import { shownLabel } from "../../kit/text/shownText";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { WatchedGroup } from "./watchedGroup";

const storageKey = "chainside.ruleWatches";

/** More at once are told in one notification. */
const maxMessages = 3;

/** How a group is watched now: not yet while its rules are read, and not at all where they can't be. */
interface Turn {
  readonly group: ChainGroup;
  watched: WatchedGroup | undefined;
}

const isWatching = (turn: Turn): turn is Turn & { readonly watched: WatchedGroup } => turn.watched !== undefined;

/** Which groups of this window are watched by rules, remembered with the window. */
export class RuleWatches implements vscode.Disposable {
  /** The latest of each chain. One that failed stays: its rules are read again when they are saved, or its chain comes again. */
  readonly #turns = new Map<string, Turn>();
  readonly #item = vscode.window.createStatusBarItem("chainside.alerts", vscode.StatusBarAlignment.Left, 19.7);
  readonly #listening: vscode.Disposable;
  #ended = false;

  constructor(private readonly app: Chainside) {
    this.#item.name = vscode.l10n.t("FISCO BCOS alerts");
    this.#item.command = "chainside.showAlerts" satisfies CommandId;
    this.#listening = vscode.Disposable.from(
      app.connections.onDidChange(() => this.#look()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#look()),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => this.#rulesChanged(uri.fsPath)),
    );
    this.#look();
  }

  get #remembered(): Readonly<Record<string, string>> {
    return this.app.context.workspaceState.get(storageKey, {});
  }

  async #remember(key: string, path: string | undefined): Promise<void> {
    const { [key]: _, ...others } = this.#remembered;
    await this.app.context.workspaceState.update(storageKey, path === undefined ? others : { ...others, [key]: path });
  }

  get #watching(): (Turn & { readonly watched: WatchedGroup })[] {
    return [...this.#turns.values()].filter(isWatching);
  }

  /** Watches a group by the rules of a file from now on. @throws ChainError usage `wrongRules`; of a way to its nodes */
  async start(group: ChainGroup, path: string): Promise<void> {
    const { rulesOf } = await import("./rulesFile");
    const rules = await rulesOf(path);
    await this.#remember(group.chainKey, path);
    if (!(await this.#run(group, async () => rules))) return;
    const words = vscode.l10n.t("{0} is watched by {1} rules while this window is open.", group.groupId, rules.length);
    void showInformation(words);
  }

  /** Watches a group in place of how it was watched before. Gives whether it is: what comes meanwhile goes first. */
  async #run(group: ChainGroup, read: () => Promise<readonly Rule[]>): Promise<boolean> {
    const { app } = this;
    if (this.#ended) return false;
    const turn: Turn = { group, watched: undefined };
    this.#end(group.chainKey);
    this.#turns.set(group.chainKey, turn);
    const [rules, { WatchedGroup }] = await Promise.all([read(), import("./watchedGroup")]);
    const connection = app.connections.get(group.connection.id);
    if (!connection) return false;
    const watched = await WatchedGroup.begin(connection, group.groupId, rules, {
      clock: app.clock,
      onBlock: (listener) => group.onDidChange((change) => change === "height" && listener()),
      changed: (changes) => this.#tell(group, changes),
      troubled: async (rule, error) => {
        const why = await sentence(app, error);
        void showWarning(vscode.l10n.t("{0} can't be judged in {1}: {2}", rule.name, group.groupId, why));
      },
      report: app.errors.log,
    });
    if (this.#turns.get(group.chainKey) !== turn || !app.connections.groups.includes(group)) {
      watched.dispose();
      return false;
    }
    turn.watched = watched;
    this.#show();
    return true;
  }

  async #runAgain(group: ChainGroup, path: string): Promise<void> {
    await this.#run(group, async () => (await import("./rulesFile")).rulesOf(path));
  }

  #end(key: string): void {
    this.#turns.get(key)?.watched?.dispose();
    this.#turns.delete(key);
    this.#show();
  }

  /** What was watched goes on where its chain is connected, and ends with the connection. */
  #look(): void {
    const { groups } = this.app.connections;
    for (const [key, { group }] of this.#turns) if (!groups.includes(group)) this.#end(key);
    if (!vscode.workspace.isTrusted) return;
    for (const [key, path] of Object.entries(this.#remembered)) {
      const group = groups.find(({ chainKey }) => chainKey === key);
      if (group && !this.#turns.has(key)) this.#runAgain(group, path).catch(this.app.errors.show);
    }
  }

  #rulesChanged(path: string): void {
    for (const [key, known] of Object.entries(this.#remembered)) {
      const turn = pathKey(known) === pathKey(path) ? this.#turns.get(key) : undefined;
      if (turn) this.#runAgain(turn.group, known).catch(this.app.errors.show);
    }
  }

  #tell(group: ChainGroup, changes: readonly AlertChange[]): void {
    this.#show();
    const began = changes.filter(({ state }) => state === "began");
    for (const { finding } of began.slice(0, maxMessages)) {
      const show = vscode.l10n.t("Show");
      onButton(showWarning(alertStory(finding), show), show, () => this.#open(group, finding), this.app.errors.show);
    }
    if (began.length > maxMessages)
      void showWarning(vscode.l10n.t("{0} more alerts began in {1}.", began.length - maxMessages, group.groupId));
    const ended = changes.filter(({ state }) => state === "ended");
    for (const { finding } of ended.slice(0, maxMessages))
      void showInformation(vscode.l10n.t("Over: {0}", alertText(finding)));
  }

  /** What an alert is about: a transaction, a block, or the group. */
  async #open(group: ChainGroup, { cause }: Pick<Finding, "cause">): Promise<void> {
    if (cause && "transaction" in cause)
      await runCommand("chainside.showTransaction", { kind: "transaction", hash: cause.transaction, group });
    else if (cause) await runCommand("chainside.showBlock", { kind: "block", block: String(cause.block), group });
    else await runCommand("chainside.openExplorer", { kind: "group", group });
  }

  #show(): void {
    const watches = this.#watching;
    const alerts = watches.flatMap(({ watched }) => watched.alerts);
    if (watches.length === 0) {
      this.#item.hide();
      return;
    }
    this.#item.text = shownLabel(alerts.length === 0 ? "$(bell)" : `$(bell-dot) ${alerts.length}`);
    const message =
      alerts.length === 0
        ? vscode.l10n.t("No alerts in {0} watched groups", watches.length)
        : vscode.l10n.t("{0} alerts in {1} watched groups", alerts.length, watches.length);
    this.#item.tooltip = message;
    this.#item.accessibilityInformation = { label: message };
    this.#item.backgroundColor =
      alerts.length === 0 ? undefined : new vscode.ThemeColor("statusBarItem.warningBackground");
    this.#item.show();
  }

  /** The alerts that there are, and a way to stop. @throws Cancelled */
  async show(): Promise<void> {
    if (this.#turns.size === 0) {
      void showInformation(vscode.l10n.t("No group is watched by rules."));
      return;
    }
    const act = await askChoice<() => unknown>(
      [
        ...this.#watching.flatMap(({ group, watched }) =>
          watched.alerts.map(({ finding, sinceMs }) => ({
            label: `$(warning) ${alertText(finding)}`,
            description: dateTimeText(sinceMs),
            detail: alertAdvice(finding),
            value: () => this.#open(group, finding),
          })),
        ),
        ...[...this.#turns.values()].map(({ group, watched }) => ({
          label: vscode.l10n.t("Stop watching {0}", group.groupId),
          description: watched
            ? vscode.l10n.t("{0} rules", watched.rules.length)
            : vscode.workspace.asRelativePath(this.#remembered[group.chainKey] ?? ""),
          value: async () => {
            await this.#remember(group.chainKey, undefined);
            this.#end(group.chainKey);
            void showInformation(vscode.l10n.t("{0} is no longer watched.", group.groupId));
          },
        })),
      ],
      { title: vscode.l10n.t("Alerts") },
    );
    await act();
  }

  dispose(): void {
    this.#ended = true;
    this.#listening.dispose();
    for (const { watched } of this.#watching) watched.dispose();
    // what is still being read finds itself outdated
    this.#turns.clear();
    this.#item.dispose();
  }
}
