import * as vscode from "vscode";
import { askTransaction, targetTransaction } from "../../flows/debug/askTransaction";
import { startDebugging } from "../../flows/debug/startDebugging";
import { targetGroup } from "../../flows/target/askGroup";
import type { Target } from "../../kit/commands/target";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

const words = () => ({
  title: vscode.l10n.t("Debug Transaction"),
  prompt: vscode.l10n.t("Hash of the transaction to debug"),
});

/** The transaction to debug, where none was clicked. @throws Cancelled */
export const askDebugged = (app: Chainside, group: ChainGroup | undefined): Promise<string> =>
  askTransaction(app, group, words());

/** Debugs a transaction: the clicked one, the hash that another command hands over, else one that is asked for. @throws Cancelled */
export async function debugTransaction(app: Chainside, target: Target): Promise<void> {
  const group =
    target.awayGroup === undefined ? (target.group ?? app.connections.activeGroup) : await targetGroup(app, target);
  const transaction = await targetTransaction(app, group, target, words());
  await startDebugging(transaction, { transaction }, group);
}
