import * as vscode from "vscode";
import { runCommand } from "../../kit/commands/commands";
import { Cancelled } from "../../kit/errors/cancelled";
import { onButton, showInformation } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** Says that there is no index, and offers to make one. @param message in place of that there is nothing to ask yet. @throws Cancelled */
export function requireIndexed(
  app: Chainside,
  group: ChainGroup,
  message = vscode.l10n.t("Queries ask an index, and {0} has none yet.", group.groupId),
): void {
  if (app.indexes.has(group)) return;
  const make = vscode.l10n.t("Index This Group");
  onButton(
    showInformation(message, make),
    make,
    () => runCommand("chainside.indexGroup", { kind: "group", group }),
    app.errors.show,
  );
  throw new Cancelled();
}
