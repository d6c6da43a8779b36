import * as vscode from "vscode";
import { writeProfile } from "../../../chain/profile/checkedProfile";
import { askChoice, type Choice } from "../../kit/asking/ask";
import { settingsFolder } from "../../kit/files/workspaceFolder";
import { showInformation } from "../../kit/messages/notify";
import { takesRestrictedSettings } from "../../kit/settings/settings";
import type { Chainside } from "../../state/chainside";
import type { Connection } from "../../state/connections/connection";
import { writeEntry } from "./settingEntries";

type Place = vscode.ConfigurationTarget.Workspace | vscode.ConfigurationTarget.Global;

async function writeTo(app: Chainside, connection: Connection, place: Place): Promise<void> {
  const { name } = connection;
  const folder = place === vscode.ConfigurationTarget.Workspace ? settingsFolder() : undefined;
  await writeEntry(place, writeProfile(connection.profile, folder));
  if (connection.origin === "settings") return;
  // The settings now make a connection of their own; this session's one steps back for it.
  const kept = app.connections.get(`settings:${name}`);
  if (kept) {
    await app.connections.replace(connection, kept);
    return;
  }
  void showInformation(
    vscode.l10n.t(
      "Saved {0}. Your settings have another connection of that name, which counts, so this one stays for this session only.",
      name,
    ),
  );
}

/** After a new connection works: offers to write it into the settings. It stays for this session otherwise. */
export async function offerToKeep(app: Chainside, connection: Connection): Promise<void> {
  const workspace = vscode.l10n.t("In This Workspace");
  const user = vscode.l10n.t("In My Settings");
  const places = takesRestrictedSettings() ? [workspace, user] : [user];
  const chosen = await showInformation(
    vscode.l10n.t("Connected to {0}. Save this connection?", connection.name),
    ...places,
  );
  if (!chosen) return;
  const target = chosen === workspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
  await writeTo(app, connection, target);
}

/** Writes a connection of this session into the settings, where the user says. @throws Cancelled */
export async function keepConnection(app: Chainside, connection: Connection): Promise<void> {
  const places: Choice<Place>[] = [
    {
      label: `$(folder) ${vscode.l10n.t("In This Workspace")}`,
      detail: vscode.l10n.t("in .vscode/settings.json, for everyone who opens this folder"),
      value: vscode.ConfigurationTarget.Workspace,
    },
    {
      label: `$(account) ${vscode.l10n.t("In My Settings")}`,
      detail: vscode.l10n.t("for every folder that you open"),
      value: vscode.ConfigurationTarget.Global,
    },
  ];
  const target = await askChoice(takesRestrictedSettings() ? places : places.slice(1), {
    title: vscode.l10n.t("Save Connection {0}", connection.name),
  });
  await writeTo(app, connection, target);
}
