import * as vscode from "vscode";
import { parseEndpoint } from "../../../chain/transport/endpoint";
import { askEndpoints } from "../../flows/connections/askEndpoints";
import { Cancelled } from "../../kit/errors/cancelled";
import { showWarning } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { Connection } from "../../state/connections/connection";
import { askConnectionName, askTlsFolder } from "./connectionQuestions";
import { removeEntries } from "./settingEntries";

/** Asks for an address (and certificates for https) and makes a connection of it for this session. @throws Cancelled */
export async function askConnection(app: Chainside, title: string): Promise<Connection> {
  const endpoints = await askEndpoints(app, {
    title,
    prompt: vscode.l10n.t("JSON-RPC address of a node. Separate several addresses of one chain with commas"),
    secure: false,
  });
  const parsed = endpoints.map(parseEndpoint);
  const tls = parsed.some(({ secure }) => secure) ? await askTlsFolder(title) : undefined;
  const [first] = parsed;
  const name = await askConnectionName(app, title, first ? `${first.host}:${first.port}` : "");
  return app.connections.add({ name, endpoints, group: "", access: "confirm", ...(tls ? { tls } : {}) }, "session");
}

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
