import * as vscode from "vscode";
import { targetGroup } from "../../../flows/target/askGroup";
import { Cancelled } from "../../../kit/asking/cancelled";
import { registerCommands } from "../../../kit/commands/registerCommands";
import type { Chainside } from "../../../state/chainside";

async function forget(app: Chainside, target: unknown): Promise<void> {
  const { askSent } = await import("../../../flows/sent/askSent");
  const { group, sent } = await askSent(app, target, vscode.l10n.t("Remove from History"));
  await app.sent.forget(group, sent.hash);
}

/** The chain keeps everything: only the list of this editor is emptied. */
async function clear(app: Chainside, target: unknown): Promise<void> {
  const group = await targetGroup(app, target);
  const clearIt = vscode.l10n.t("Clear History");
  const chosen = await vscode.window.showWarningMessage(
    vscode.l10n.t(
      "Forget the {0} transactions that were sent from here to {1}?",
      app.sent.list(group).length,
      group.groupId,
    ),
    { modal: true, detail: vscode.l10n.t("The chain keeps them; only this list is emptied.") },
    clearIt,
  );
  if (chosen !== clearIt) throw new Cancelled();
  await app.sent.forgetAll(group);
}

/** Commands of what was sent from here; its lines are in the Contracts view. */
export function registerHistory(app: Chainside): vscode.Disposable {
  return registerCommands(app, {
    "chainside.repeatTransaction": async (target) => (await import("./repeatSent")).repeatSent(app, target),
    "chainside.copyCommandLine": async (target) =>
      (await import("../../../flows/commandLine/copyCommandLine")).copyCommandLine(app, target),
    "chainside.forgetTransaction": (target) => forget(app, target),
    "chainside.clearHistory": (target) => clear(app, target),
  });
}
