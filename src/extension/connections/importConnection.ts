import * as vscode from "vscode";
import type { ImportedProfile, ImportNote } from "../../chain/profile/connectionProfile";
import type { Chainside } from "../app/chainside";
import { askChoice, askText } from "../asking/ask";
import { Cancelled } from "../asking/cancelled";
import type { Connection } from "./connection";

type Source = "sdkFolder" | "nodeFolder" | "sdkConfig";

async function readSource(source: Source, path: string): Promise<ImportedProfile> {
  switch (source) {
    case "sdkFolder":
      return (await import("../../chain/profile/importSdkFolder")).importSdkFolder(path);
    case "nodeFolder":
      return (await import("../../chain/profile/importNodeFolder")).importNodeFolder(path);
    case "sdkConfig":
      return (await import("../../chain/profile/importSdkConfig")).importSdkConfig(path);
  }
}

async function askSource(title: string): Promise<{ source: Source; path: string }> {
  const source = await askChoice<Source>(
    [
      {
        label: `$(folder) ${vscode.l10n.t("SDK folder of a chain")}`,
        detail: vscode.l10n.t("ca.crt, sdk.crt and sdk.key, such as nodes/127.0.0.1/sdk"),
        value: "sdkFolder",
      },
      {
        label: `$(server) ${vscode.l10n.t("Node folder")}`,
        detail: vscode.l10n.t("with config.ini, such as nodes/127.0.0.1/node0"),
        value: "nodeFolder",
      },
      {
        label: `$(settings) ${vscode.l10n.t("Configuration of an SDK")}`,
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
  return { source, path: picked.fsPath };
}

function noteText(note: ImportNote): string {
  switch (note.code) {
    case "smTls":
      return vscode.l10n.t(
        "This chain's RPC port speaks GM TLS, which VS Code cannot. Switch it off on a development node (disable_ssl=true), or put a proxy that speaks GM TLS in front of the node.",
      );
    case "missingFile":
      return vscode.l10n.t("{0} is named but not there. Copy the chain's sdk folder again.", note.path ?? "");
    case "noEndpoint":
      return vscode.l10n.t("No node's address was found beside these files, so it has to be typed.");
  }
}

/** A clicked folder or file says by itself what it is. */
function sourceOf(uri: vscode.Uri): Source {
  if (/\.(toml|ini)$/i.test(uri.path)) return "sdkConfig";
  return /\/sdk\/?$/.test(uri.path) ? "sdkFolder" : "nodeFolder";
}

/**
 * Makes a connection of files that describe one.
 * @throws Cancelled; ChainError usage `notAnSdkFolder`, `notANodeFolder`, `notAnSdkConfig`.
 */
export async function importConnection(app: Chainside, target: unknown): Promise<Connection> {
  const title = vscode.l10n.t("Import Connection");
  const given =
    target instanceof vscode.Uri ? { source: sourceOf(target), path: target.fsPath } : await askSource(title);
  const { profile, notes } = await readSource(given.source, given.path);
  for (const note of notes) void vscode.window.showWarningMessage(noteText(note));
  const endpoints =
    profile.endpoints.length > 0
      ? profile.endpoints
      : [
          await askText({
            title,
            prompt: vscode.l10n.t("JSON-RPC address of a node"),
            value: profile.tls ? "https://127.0.0.1:20200" : "http://127.0.0.1:20200",
            validate: (text) =>
              /^https?:\/\/\S+$/.test(text.trim())
                ? undefined
                : vscode.l10n.t("Write it as http://HOST:PORT or https://HOST:PORT."),
          }),
        ];
  const name = await askText({
    title,
    prompt: vscode.l10n.t("A name for the connection"),
    value: profile.name,
    validate: (text) => (text.trim() === "" ? vscode.l10n.t("It needs a name.") : undefined),
  });
  return app.connections.add({ ...profile, name: name.trim(), endpoints, access: "confirm" }, "session");
}
