import * as vscode from "vscode";
import type { Chainside } from "../app/chainside";
import { setting, updateSetting } from "../settings/settings";
import type { Connection } from "./connection";
import type { ConnectionSetting } from "./connectionProfile";

/** After a new connection works: offers to write it into the settings. It stays for this session otherwise. */
export async function keepConnection(app: Chainside, connection: Connection): Promise<void> {
  const workspace = vscode.l10n.t("In This Workspace");
  const user = vscode.l10n.t("In My Settings");
  const places = vscode.workspace.workspaceFolders ? [workspace, user] : [user];
  const chosen = await vscode.window.showInformationMessage(
    vscode.l10n.t("Connected to {0}. Keep this connection?", connection.name),
    ...places,
  );
  if (!chosen) return;
  const { name, endpoints, group, tls, access, timeoutMs, archive } = connection.profile;
  const entry: ConnectionSetting = {
    name,
    endpoints,
    access,
    ...(group === "" ? {} : { group }),
    ...(tls ? { tls } : {}),
    ...(archive === undefined ? {} : { archive }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
  const others = setting("connections").filter((each) => each.name !== name);
  const target = chosen === workspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
  await updateSetting("connections", [...others, entry], target);
  if (connection.origin === "settings") return;
  // The settings now make a connection of their own; this session's one steps back for it.
  await app.connections.remove(connection);
  await app.connections.get(`settings:${name}`)?.connect();
}
