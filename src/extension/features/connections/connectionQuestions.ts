import * as vscode from "vscode";
import type { TlsFiles } from "../../../chain/profile/connectionProfile";
import { clientMaterial } from "../../../chain/profile/importProfile";
import { askText } from "../../kit/asking/ask";
import { Cancelled } from "../../kit/errors/cancelled";
import type { Chainside } from "../../state/chainside";

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
