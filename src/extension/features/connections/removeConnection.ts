import * as vscode from "vscode";
import { Cancelled } from "../../kit/errors/cancelled";
import { showWarning } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { Connection } from "../../state/connections/connection";
import { removeEntries } from "./settingEntries";

/** Takes a connection away: from the settings that name it, after a question, or from this session. @throws Cancelled */
export async function removeConnection(app: Chainside, connection: Connection): Promise<void> {
  if (connection.origin !== "settings") return app.connections.remove(connection);
  const remove = vscode.l10n.t("Remove");
  const chosen = await showWarning(
    vscode.l10n.t("Remove the connection {0} from the settings?", connection.name),
    { modal: true, detail: vscode.l10n.t("The chain and its certificate files aren't changed.") },
    remove,
  );
  if (chosen !== remove) throw new Cancelled();
  await removeEntries(connection.name);
}
