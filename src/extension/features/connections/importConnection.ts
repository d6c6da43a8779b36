import * as vscode from "vscode";
import { isSecure } from "../../../chain/transport/endpoint";
import { askChoice } from "../../kit/asking/ask";
import type { Target } from "../../kit/commands/target";
import { Cancelled } from "../../kit/errors/cancelled";
import type { Chainside } from "../../state/chainside";
import type { Connection } from "../../state/connections/connection";

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
  const { importProfile } = await import("../../../chain/profile/importProfile");
  const profile = await importProfile(path);
  let { endpoints, tls } = profile;
  if (endpoints.length === 0) {
    const { askEndpoints } = await import("../../flows/connections/askEndpoints");
    endpoints = await askEndpoints(app, {
      title,
      prompt: vscode.l10n.t(
        "These files come without node addresses. Enter the JSON-RPC addresses of nodes of this chain, separated by commas",
      ),
      secure: tls !== undefined,
    });
  }
  const name = await (await import("./connectionQuestions")).askConnectionName(app, title, profile.name);
  if (!tls && endpoints.some(isSecure)) tls = await (await import("./connectionQuestions")).askTlsFolder(title);
  return app.connections.add({ ...profile, ...(tls ? { tls } : {}), name, endpoints, access: "confirm" }, "session");
}
