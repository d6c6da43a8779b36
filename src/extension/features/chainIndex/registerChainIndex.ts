import * as vscode from "vscode";
import { ChainError } from "../../../errors/chainError";
import { clauses } from "../../../text/joining";
import { indexPercent, indexText, isWhole } from "../../flows/history/indexText";
import { reads, registerTargetCommands } from "../../flows/target/chainCommands";
import type { CommandId } from "../../kit/commands/commands";
import type { On } from "../../kit/commands/target";
import { sentence } from "../../kit/errors/complaint";
import { onButton, showWarning } from "../../kit/messages/notify";
import { onDidChangeSetting } from "../../kit/settings/settings";
import { shownLabel } from "../../kit/text/shownText";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.indexGroup": On<"group">;
    "chainside.pauseIndex": On<"group">;
    "chainside.resumeIndex": On<"group">;
    "chainside.forgetIndex": On<"group">;
  }
}

/** While blocks of the past are read, the status bar says how far it is. */
function statusItem(app: Chainside): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("chainside.index", vscode.StatusBarAlignment.Left, 19.8);
  item.name = vscode.l10n.t("FISCO BCOS index");
  item.command = "chainside.chains.focus" satisfies CommandId;
  const show = (): void => {
    const group = app.indexes.running.find((each) => !isWhole(app.indexes.stateOf(each)));
    if (!group) {
      item.hide();
      return;
    }
    const state = app.indexes.stateOf(group);
    const percent = state.kind !== "none" && state.reach ? ` ${indexPercent(state.reach)}%` : "";
    item.text = shownLabel(`$(sync~spin) ${vscode.l10n.t("Indexing")}${percent}`);
    const message = vscode.l10n.t("Indexing {0}: {1}", group.groupId, indexText(state));
    item.tooltip = message;
    item.accessibilityInformation = { label: clauses([message]) };
    item.show();
  };
  show();
  return vscode.Disposable.from(item, app.indexes.onDidChange(show), app.connections.onDidChange(show));
}

/** Says why an index stopped by itself, and what to do. */
async function tellFailure(app: Chainside, group: ChainGroup, error: unknown): Promise<void> {
  const words = vscode.l10n.t("{0} is no longer indexed: {1}", group.groupId, await sentence(app, error));
  if (!(error instanceof ChainError) || error.code !== "historyBudget") {
    void showWarning(words);
    return;
  }
  const settings = vscode.l10n.t("Open Settings");
  const open = (): Thenable<unknown> =>
    vscode.commands.executeCommand("workbench.action.openSettings", "chainside.history.budgetMB");
  onButton(showWarning(words, settings), settings, open, app.errors.show);
}

/** Indexes of groups: made, paused, and forgotten by commands; a file of SQLite that a process of its own writes. */
export function registerChainIndex(app: Chainside): vscode.Disposable {
  /** Chains whose index a user asked for in this window, and that isn't whole yet. */
  const awaited = new Set<string>();
  const failed = new Set<string>();
  const groupOf = (key: string): ChainGroup | undefined =>
    app.connections.groups.find(({ chainKey }) => chainKey === key);
  const hear = async (key: string): Promise<void> => {
    const group = groupOf(key);
    if (!group) return;
    const state = app.indexes.stateOf(group);
    if (state.kind !== "failed") failed.delete(key);
    else if (!failed.has(key)) {
      failed.add(key);
      awaited.delete(key);
      await tellFailure(app, group, state.error);
    }
    if (state.kind !== "running" || !awaited.has(key) || !isWhole(state)) return;
    awaited.delete(key);
    (await import("./indexCommands")).tellWhole(app, group);
  };
  const begin = async (group: ChainGroup): Promise<void> => {
    const { indexGroup } = await import("./indexCommands");
    if (await indexGroup(app, group)) awaited.add(group.chainKey);
  };
  const indexed = new Set<string>();
  return vscode.Disposable.from(
    statusItem(app),
    app.indexes.onDidChange((key) => {
      hear(key).catch(app.errors.log);
      // groups come to be looked at, or no longer are
      const now = app.indexes.running.some(({ chainKey }) => chainKey === key);
      if (now !== indexed.has(key)) {
        if (now) indexed.add(key);
        else indexed.delete(key);
        app.watch.lookNow();
      }
    }),
    // a node that doesn't tell of blocks is asked
    app.watch.add({ heights: () => app.indexes.running, health: () => [] }),
    onDidChangeSetting("history.budgetMB", () => app.indexes.budgetChanged()),
    registerTargetCommands(app, {
      "chainside.indexGroup": reads(begin),
      "chainside.resumeIndex": reads(begin),
      "chainside.pauseIndex": reads(async (group) => (await import("./indexCommands")).pauseIndex(app, group)),
      "chainside.forgetIndex": reads(async (group) => (await import("./indexCommands")).forgetIndex(app, group)),
    }),
  );
}
