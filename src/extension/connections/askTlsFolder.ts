import * as vscode from "vscode";
import { clientError } from "../../chain/errors/clientError";
import type { TlsFiles } from "../../chain/profile/connectionProfile";
import { findTlsMaterial } from "../../chain/profile/tlsMaterial";
import { Cancelled } from "../asking/cancelled";

/**
 * Asks for the folder with the client's certificates: a node with TLS refuses a client without.
 * @throws Cancelled; ChainError usage `notAnSdkFolder`.
 */
export async function askTlsFolder(title: string): Promise<TlsFiles> {
  const [folder] =
    (await vscode.window.showOpenDialog({
      title: `${title} · ${vscode.l10n.t("the sdk folder of the chain (ca.crt, sdk.crt, sdk.key)")}`,
      openLabel: vscode.l10n.t("Use These Certificates"),
      canSelectFiles: false,
      canSelectFolders: true,
    })) ?? [];
  if (!folder) throw new Cancelled();
  const material = await findTlsMaterial(folder.fsPath);
  if (typeof material === "string") throw clientError("notAnSdkFolder", { path: folder.fsPath });
  return material;
}
