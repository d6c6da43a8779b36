import * as vscode from "vscode";
import { noted } from "../../../text/joining";
import { shortHex } from "../../../text/shortText";
import { askHash } from "../../flows/debug/askTransaction";
import { showJson } from "../../flows/records/showRecord";
import { askText } from "../../kit/asking/ask";
import { showInformation } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";

const urlKey = "archiveQueryUrl";

/** Fetches a transaction and its receipt from an archive query service and shows them. */
export async function lookUpArchived(app: Chainside): Promise<void> {
  const title = vscode.l10n.t("Look Up Archived Transaction");
  const state = app.context.workspaceState;
  const running = app.connections.activeGroup?.archive;
  const typed = await askText({
    title,
    prompt: vscode.l10n.t("Address of the archive query service"),
    value: running ?? state.get<string>(urlKey) ?? "http://127.0.0.1:8080",
    validate: (text) =>
      /^https?:\/\/\S+$/.test(text.trim())
        ? undefined
        : vscode.l10n.t("Enter an address such as http://127.0.0.1:8080."),
  });
  const address = typed.trim();
  const hash = await askHash({ title, prompt: vscode.l10n.t("Transaction hash") });
  const service = await import("../../../chain/archive/queryService");
  const transaction = await service.getArchivedTransaction(address, hash);
  const receipt = await service.getArchivedReceipt(address, hash);
  if (address !== running) await state.update(urlKey, address);
  if (!transaction && !receipt) {
    void showInformation(vscode.l10n.t("The archive doesn't have this transaction."));
    return;
  }
  await showJson(noted(shortHex(hash), vscode.l10n.t("archive")), { archive: address, transaction, receipt });
}
