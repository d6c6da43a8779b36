import * as vscode from "vscode";
import type { AlertChange } from "../../../monitoring/watch/alerts";
import { alertText } from "../../../monitoring/watch/alertText";
import type { Finding } from "../../../monitoring/watch/judge";
import { dateTimeText } from "../../../text/formats";
import { askChoice } from "../../kit/asking/ask";
import { type CommandId, runCommand } from "../../kit/commands/commands";
import { sentence } from "../../kit/errors/sentence";
import { onButton, showInformation, showWarning } from "../../kit/messages/notify";
import { shownLabel } from "../../kit/text/shownText";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { WatchedGroup } from "./watchedGroup";

const storageKey = "chainside.ruleWatches";
/** More at once are told in one notification. */
const mostMessages = 3;

interface Watch {
  readonly group: ChainGroup;
  readonly watched: WatchedGroup;
}

/** Which groups of this window are watched by rules, remembered with the window. */
export class RuleWatches implements vscode.Disposable {
  readonly #watches = new Map<string, Watch>();
  readonly #starting = new Set<string>();
  readonly #item = vscode.window.createStatusBarItem("chainside.alerts", vscode.StatusBarAlignment.Left, 19.7);
  readonly #listening: vscode.Disposable;

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

  /** Watches a group by the rules of a file from now on. @throws ChainError usage `wrongRules` */
  async start(group: ChainGroup, path: string): Promise<void> {
    const { rulesOf } = await import("./rulesFile");
    const rules = await rulesOf(path);
    await this.#remember(group.chainKey, path);
    this.#stop(group.chainKey);
    await this.#run(group, path);
    const words = vscode.l10n.t("{0} is watched by {1} rules while this window is open.", group.groupId, rules.length);
    void showInformation(words);
  }

  async #run(group: ChainGroup, path: string): Promise<void> {
    const { app } = this;
    const { chainKey } = group;
    const connection = app.connections.get(group.connection.id);
    if (!connection || this.#watches.has(chainKey) || this.#starting.has(chainKey)) return;
    this.#starting.add(chainKey);
    try {
      const [{ rulesOf }, { WatchedGroup }] = await Promise.all([import("./rulesFile"), import("./watchedGroup")]);
      const rules = await rulesOf(path);
      if (!app.connections.groups.includes(group)) return;
      const watched = new WatchedGroup(connection, group.groupId, rules, {
        clock: app.clock,
        changed: (changes) => this.#tell(group, changes),
        troubled: async (rule, error) => {
          const why = await sentence(app, error);
          void showWarning(vscode.l10n.t("{0} can't be judged in {1}: {2}", rule.name, group.groupId, why));
        },
        report: app.errors.log,
      });
      this.#watches.set(chainKey, { group, watched });
    } finally {
      this.#starting.delete(chainKey);
    }
    this.#show();
  }

  #stop(key: string): void {
    this.#watches.get(key)?.watched.dispose();
    this.#watches.delete(key);
    this.#show();
  }

  /** What was watched goes on where its chain is connected, and ends with the connection. */
  #look(): void {
    const { groups } = this.app.connections;
    for (const [key, { group }] of this.#watches) if (!groups.includes(group)) this.#stop(key);
    if (!vscode.workspace.isTrusted) return;
    for (const [key, path] of Object.entries(this.#remembered)) {
      const group = groups.find(({ chainKey }) => chainKey === key);
      if (group) this.#run(group, path).catch(this.app.errors.show);
    }
  }

  #rulesChanged(path: string): void {
    for (const [key, known] of Object.entries(this.#remembered)) {
      if (known !== path || !this.#watches.has(key)) continue;
      this.#stop(key);
      this.#look();
    }
  }

  #tell(group: ChainGroup, changes: readonly AlertChange[]): void {
    this.#show();
    const began = changes.filter(({ state }) => state === "began");
    for (const { finding } of began.slice(0, mostMessages)) {
      const show = vscode.l10n.t("Show");
      onButton(showWarning(alertText(finding), show), show, () => this.#open(group, finding), this.app.errors.show);
    }
    if (began.length > mostMessages)
      void showWarning(vscode.l10n.t("{0} more alerts began in {1}.", began.length - mostMessages, group.groupId));
    const ended = changes.filter(({ state }) => state === "ended");
    for (const { finding } of ended.slice(0, mostMessages))
      void showInformation(vscode.l10n.t("Over: {0}", alertText(finding)));
  }

  /** What an alert is about: a transaction, a block, or the group. */
  async #open(group: ChainGroup, { cause }: Finding): Promise<void> {
    if (cause && "transaction" in cause)
      await runCommand("chainside.showTransaction", { kind: "transaction", hash: cause.transaction, group });
    else if (cause) await runCommand("chainside.showBlock", { kind: "block", block: String(cause.block), group });
    else await runCommand("chainside.openExplorer", { kind: "group", group });
  }

  #show(): void {
    const watches = [...this.#watches.values()];
    const alerts = watches.flatMap(({ watched }) => watched.alerts);
    if (watches.length === 0) {
      this.#item.hide();
      return;
    }
    this.#item.text = shownLabel(alerts.length === 0 ? "$(bell)" : `$(bell-dot) ${alerts.length}`);
    const said =
      alerts.length === 0
        ? vscode.l10n.t("No alerts in {0} watched groups", watches.length)
        : vscode.l10n.t("{0} alerts in {1} watched groups", alerts.length, watches.length);
    this.#item.tooltip = said;
    this.#item.accessibilityInformation = { label: said };
    this.#item.backgroundColor =
      alerts.length === 0 ? undefined : new vscode.ThemeColor("statusBarItem.warningBackground");
    this.#item.show();
  }

  /** The alerts that there are, and a way to stop. @throws Cancelled */
  async show(): Promise<void> {
    const watches = [...this.#watches.values()];
    if (watches.length === 0) {
      void showInformation(vscode.l10n.t("No group is watched by rules."));
      return;
    }
    const act = await askChoice<() => unknown>(
      [
        ...watches.flatMap(({ group, watched }) =>
          watched.alerts.map(({ finding, sinceMs }) => ({
            label: `$(warning) ${alertText(finding)}`,
            description: dateTimeText(sinceMs),
            value: () => this.#open(group, finding),
          })),
        ),
        ...watches.map(({ group, watched }) => ({
          label: vscode.l10n.t("Stop watching {0}", group.groupId),
          description: vscode.l10n.t("{0} rules", watched.rules.length),
          value: async () => {
            await this.#remember(group.chainKey, undefined);
            this.#stop(group.chainKey);
            void showInformation(vscode.l10n.t("{0} is no longer watched.", group.groupId));
          },
        })),
      ],
      { title: vscode.l10n.t("Alerts") },
    );
    await act();
  }

  dispose(): void {
    this.#listening.dispose();
    for (const { watched } of this.#watches.values()) watched.dispose();
    this.#watches.clear();
    this.#item.dispose();
  }
}
