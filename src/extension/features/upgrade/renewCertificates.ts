import { join } from "node:path";
import * as vscode from "vscode";
import {
  type CertificateRenewal,
  carryOutRenewal,
  maxCertificateDays,
  planRenewal,
  usualCertificateDays,
} from "../../../chain/certificates/renewal";
import { ChainError } from "../../../errors/chainError";
import { dateTimeText } from "../../../text/formats";
import { listed } from "../../../text/joining";
import { askNodeFolder } from "../../flows/nodes/askNodeFolder";
import { askText } from "../../kit/asking/ask";
import type { Target } from "../../kit/commands/target";
import { Cancelled } from "../../kit/errors/cancelled";
import { showInformation, showWarning } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";

/** What was planned with the CA beside the nodes; asks for its folder where it isn't there. @throws Cancelled; ChainError */
async function planned(folders: readonly string[], days: number): Promise<readonly CertificateRenewal[]> {
  try {
    return await planRenewal(folders, { days });
  } catch (error) {
    if (!(error instanceof ChainError) || error.code !== "noAuthorityKey") throw error;
    const [chosen] =
      (await vscode.window.showOpenDialog({
        title: vscode.l10n.t("Folder of the chain's CA (nodes/ca)"),
        canSelectFiles: false,
        canSelectFolders: true,
      })) ?? [];
    if (!chosen) throw new Cancelled();
    return planRenewal(folders, { days, authority: chosen.fsPath });
  }
}

const lineOf = ({ folder, file, endedAtMs, endsAtMs, keptAs }: CertificateRenewal): string =>
  vscode.l10n.t(
    "{0}: ends {1} instead of {2}; the old one is kept as {3}",
    join(folder, file),
    dateTimeText(endsAtMs),
    dateTimeText(endedAtMs),
    keptAs,
  );

/** Issues the certificates of node folders again by the chain's CA, once that is agreed to. @throws Cancelled; ChainError */
export async function renewCertificates(app: Chainside, target: Target, selection: readonly Target[]): Promise<void> {
  const title = vscode.l10n.t("Renew Certificates");
  const selected = selection.flatMap((each) => (each.kind === "nodeFolder" ? [each.folder] : []));
  const folders = selected.length > 1 ? selected : [await askNodeFolder(app.nodeFolders, target, title)];
  const names = listed(folders.map(({ name }) => name));
  const typed = await askText({
    title,
    prompt: vscode.l10n.t("Enter how many days the certificates of {0} are to hold, at most as long as the CA", names),
    value: String(usualCertificateDays),
    validate: (text) =>
      /^[1-9]\d{0,4}$/.test(text.trim()) && Number(text) <= maxCertificateDays
        ? undefined
        : vscode.l10n.t("Enter a number from 1 to {0}.", maxCertificateDays),
  });
  const renewals = await planned(
    folders.map(({ uri }) => uri.fsPath),
    Number(typed),
  );
  const renew = vscode.l10n.t("Renew");
  const question = vscode.l10n.t("Renew certificates of {0}? Keys and node IDs stay as they are.", names);
  const detail = renewals.map(lineOf).join("\n");
  if ((await showWarning(question, { modal: true, detail }, renew)) !== renew) return;
  await carryOutRenewal(renewals);
  app.nodeFolders.forget();
  void showInformation(
    vscode.l10n.t("Renewed. A node reads its certificates when it starts: restart {0} one by one.", names),
  );
}
