import * as vscode from "vscode";
import type { TlsFiles } from "../../../chain/profile/connectionProfile";
import { clientMaterial } from "../../../chain/profile/importSdkFolder";
import { Cancelled } from "../../kit/errors/cancelled";

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
