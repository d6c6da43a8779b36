import * as vscode from "vscode";
import { writeProfile } from "../../../chain/profile/checkedProfile";
import type { TlsFiles } from "../../../chain/profile/connectionProfile";
import { clientMaterial, importProfile } from "../../../chain/profile/importProfile";
import { isSecure, parseEndpoint } from "../../../chain/transport/endpoint";
import { askEndpoints } from "../../flows/connections/askEndpoints";
import { askChoice, askText, type Choice } from "../../kit/asking/ask";
import type { Target } from "../../kit/commands/target";
import { Cancelled } from "../../kit/errors/cancelled";
import { settingsFolder } from "../../kit/files/workspaceFolder";
import { showInformation, showWarning } from "../../kit/messages/notify";
import { takesRestrictedSettings } from "../../kit/settings/settings";
import type { Chainside } from "../../state/chainside";
import type { Connection } from "../../state/connections/connection";
import { removeEntries, type SettingsPlace, writeEntry } from "./settingEntries";

/**
 * Asks for the folder with the client's certificates: a node with TLS refuses a client without.
 * @throws Cancelled; ChainError usage `notAnSdkFolder`, `sdkFileMissing`.
 */
export async function askTlsFolder(title: string): Promise<TlsFiles> {
  const [folder] =
    (await vscode.window.showOpenDialog({
      title: `${title} · ${vscode.l10n.t("the chain's sdk folder (ca.crt or sm_ca.crt, and so on)")}`,
      openLabel: vscode.l10n.t("Use These Certificates"),
      canSelectFiles: false,
      canSelectFolders: true,
    })) ?? [];
  if (!folder) throw new Cancelled();
  return clientMaterial(folder.fsPath);
}

/** Asks what a new connection is called, and says when the name belongs to one that is there. @throws Cancelled */
export async function askConnectionName(app: Chainside, title: string, value: string): Promise<string> {
  const taken = (name: string): boolean => app.connections.all.some((each) => each.name === name);
  const name = await askText({
    title,
    prompt: vscode.l10n.t("Enter a name for the connection"),
    value,
    validate: (text) => {
      if (text.trim() === "") return vscode.l10n.t("Enter a name.");
      if (!taken(text.trim())) return undefined;
      return {
        message: vscode.l10n.t(
          "A connection with this name already exists. It gets the new addresses and certificates.",
        ),
        severity: vscode.InputBoxValidationSeverity.Info,
      };
    },
  });
  return name.trim();
}

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

type Source = "sdkFolder" | "nodeFolder" | "sdkConfig";

async function askPath(title: string): Promise<string> {
  const source = await askChoice<Source>(
    [
      {
        label: `$(folder) ${vscode.l10n.t("Chain's SDK folder")}`,
        detail: vscode.l10n.t("ca.crt, sdk.crt, and sdk.key, or sm_ca.crt and so on, such as nodes/127.0.0.1/sdk"),
        value: "sdkFolder",
      },
      {
        label: `$(server) ${vscode.l10n.t("Node folder")}`,
        detail: vscode.l10n.t("with config.ini, such as nodes/127.0.0.1/node0"),
        value: "nodeFolder",
      },
      {
        label: `$(settings) ${vscode.l10n.t("SDK configuration")}`,
        detail: vscode.l10n.t("config.toml of the console or Java SDK, config.ini of a C SDK"),
        value: "sdkConfig",
      },
    ],
    { title },
  );
  const files = source === "sdkConfig";
  const [picked] =
    (await vscode.window.showOpenDialog({
      title,
      openLabel: vscode.l10n.t("Import"),
      canSelectFiles: files,
      canSelectFolders: !files,
    })) ?? [];
  if (!picked) throw new Cancelled();
  return picked.fsPath;
}

/**
 * Makes a connection of files that describe one. What is not in them is asked: an address, certificates where the node has TLS.
 * @throws Cancelled; ChainError usage `notAnSdkFolder`, `sdkFileMissing`, `notANodeFolder`, `notAnSdkConfig`.
 */
export async function importConnection(app: Chainside, target: Target): Promise<Connection> {
  const title = vscode.l10n.t("Import Connection");
  const path = target.kind === "file" ? target.uri.fsPath : await askPath(title);
  const profile = await importProfile(path);
  let { endpoints, tls } = profile;
  if (endpoints.length === 0) {
    endpoints = await askEndpoints(app, {
      title,
      prompt: vscode.l10n.t(
        "These files come without node addresses. Enter the JSON-RPC addresses of nodes of this chain, separated by commas",
      ),
      secure: tls !== undefined,
    });
  }
  const name = await askConnectionName(app, title, profile.name);
  if (!tls && endpoints.some(isSecure)) tls = await askTlsFolder(title);
  return app.connections.add({ ...profile, ...(tls ? { tls } : {}), name, endpoints, access: "confirm" }, "session");
}

async function writeTo(app: Chainside, connection: Connection, place: SettingsPlace): Promise<void> {
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
  const places: Choice<SettingsPlace>[] = [
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
