import * as vscode from "vscode";
import { reads, registerTargetCommands, writes } from "../../../flows/target/chainCommands";
import type { On, Target } from "../../../kit/commands/target";
import { Cancelled } from "../../../kit/errors/cancelled";
import { showWarning } from "../../../kit/messages/notify";
import type { Chainside } from "../../../state/chainside";
import type { ChainGroup } from "../../../state/connections/chainGroup";

declare module "../../../kit/commands/commands" {
  interface Commands {
    "chainside.repeatTransaction": On<"transaction" | "group">;
    "chainside.copyCommandLine": On<"transaction" | "group">;
    "chainside.forgetTransaction": On<"transaction" | "group">;
    "chainside.clearHistory": On<"group">;
  }
}

async function forget(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  const { askSent } = await import("../../../flows/sent/askSent");
  const sent = await askSent(app, group, target, vscode.l10n.t("Remove from History"));
  await app.sent.forget(group, sent.hash);
}

/** The chain keeps everything: only the list of this editor is emptied. */
async function clear(app: Chainside, group: ChainGroup): Promise<void> {
  const clearIt = vscode.l10n.t("Clear History");
  const chosen = await showWarning(
    vscode.l10n.t(
      "Clear the list of transactions sent from here to {0} ({1})?",
      group.groupId,
      app.sent.list(group).length,
    ),
    { modal: true, detail: vscode.l10n.t("The chain keeps the transactions. Only this list is cleared.") },
    clearIt,
  );
  if (chosen !== clearIt) throw new Cancelled();
  await app.sent.forgetAll(group);
}

/** Commands of what was sent from here; its lines are in the Contracts view. */
export function registerHistory(app: Chainside): vscode.Disposable {
  return registerTargetCommands(app, {
    "chainside.repeatTransaction": writes(async (group, target) =>
      (await import("./repeatSent")).repeatSent(app, group, target),
    ),
    "chainside.copyCommandLine": reads(async (group, target) =>
      (await import("../../../flows/commandLine/copyCommandLine")).copyCommandLine(app, group, target),
    ),
    "chainside.forgetTransaction": reads((group, target) => forget(app, group, target)),
    "chainside.clearHistory": reads((group) => clear(app, group)),
  });
}
