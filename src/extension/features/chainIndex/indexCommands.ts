import * as vscode from "vscode";
import { numberText } from "../../../text/formats";
import { blocksText } from "../../flows/history/indexText";
import { requireIndexed } from "../../flows/history/requireIndexed";
import { askChoice, askInteger } from "../../kit/asking/ask";
import { runCommand } from "../../kit/commands/commands";
import { Cancelled } from "../../kit/errors/cancelled";
import { onButton, showInformation, showWarning } from "../../kit/messages/notify";
import { setting } from "../../kit/settings/settings";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** Newest blocks that are offered alone where a chain is long. */
const newest = 10_000;

/** From which block on. @throws Cancelled */
async function askFrom(height: number): Promise<number> {
  const title = vscode.l10n.t("Index This Group");
  const choices = [
    {
      label: vscode.l10n.t("All blocks"),
      description: numberText(height + 1),
      value: 0 as number | undefined,
    },
    ...(height > 2 * newest
      ? [{ label: vscode.l10n.t("The newest {0} blocks", numberText(newest)), value: height - newest + 1 }]
      : []),
    { label: vscode.l10n.t("From a block on…"), value: undefined },
  ];
  const placeHolder = vscode.l10n.t(
    "Blocks are read from the node into a file on this computer, at most {0} MB",
    numberText(setting("history.budgetMB")),
  );
  const from = await askChoice(choices, { title, placeHolder });
  return (
    from ?? askInteger({ title, prompt: vscode.l10n.t("Enter the lowest block to index") }, { from: 0, to: height })
  );
}

/** Says that an index is whole, once after it was asked for. */
export function tellWhole(app: Chainside, group: ChainGroup): void {
  const state = app.indexes.stateOf(group);
  if (state.kind === "none" || !state.reach) return;
  const query = vscode.l10n.t("New Chain Query");
  const text = vscode.l10n.t("{0} is indexed: {1}.", group.groupId, blocksText(state.reach));
  onButton(
    showInformation(text, query),
    query,
    () => runCommand("chainside.newChainQuery", { kind: "group", group }),
    app.errors.show,
  );
}

/** Indexes a group that has no index; one that is paused or failed goes on. @throws Cancelled; ChainError */
export async function indexGroup(app: Chainside, group: ChainGroup): Promise<boolean> {
  const { kind } = app.indexes.stateOf(group);
  if (kind === "running") {
    void showInformation(vscode.l10n.t("{0} has an index already. It follows new blocks.", group.groupId));
    return false;
  }
  if (kind !== "none") {
    await app.indexes.start(group);
    return true;
  }
  const from = await askFrom(await group.refreshHeight());
  await app.indexes.start(group, from);
  return true;
}

const requireIndex = (app: Chainside, group: ChainGroup): void =>
  requireIndexed(app, group, vscode.l10n.t("{0} has no index.", group.groupId));

/** @throws Cancelled */
export async function pauseIndex(app: Chainside, group: ChainGroup): Promise<void> {
  requireIndex(app, group);
  await app.indexes.pause(group);
}

/** @throws Cancelled */
export async function forgetIndex(app: Chainside, group: ChainGroup): Promise<void> {
  requireIndex(app, group);
  const forget = vscode.l10n.t("Forget");
  const sure = await showWarning(
    vscode.l10n.t("Forget the index of {0}?", group.groupId),
    { modal: true, detail: vscode.l10n.t("Its file is deleted. The chain isn't changed, and can be indexed again.") },
    forget,
  );
  if (sure !== forget) throw new Cancelled();
  await app.indexes.forget(group);
}
