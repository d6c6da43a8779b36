import * as vscode from "vscode";
import { noted } from "../../../text/joining";
import { showJson } from "../../flows/records/showRecord";
import { askHash } from "../../flows/target/askHash";
import { askText } from "../../kit/asking/ask";
import { showInformation } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";

const urlKey = "archiveQueryUrl";

/** Fetches a transaction and its receipt from an archive query service and shows them. */
export async function lookUpArchived(app: Chainside): Promise<void> {
  const title = vscode.l10n.t("Look Up Archived Transaction");
  const state = app.context.workspaceState;
  const running = app.connections.activeGroup?.archive;
  const url = await askText({
    title,
    prompt: vscode.l10n.t("Address of the archive query service"),
    value: running ?? state.get<string>(urlKey) ?? "http://127.0.0.1:8080",
    validate: (text) =>
      /^https?:\/\/\S+$/.test(text.trim())
        ? undefined
        : vscode.l10n.t("Enter an address such as http://127.0.0.1:8080."),
  });
  const hash = await askHash({ title, prompt: vscode.l10n.t("Transaction hash") });
  const service = await import("../../../chain/archive/queryService");
  const transaction = await service.getArchivedTransaction(url.trim(), hash);
  const receipt = await service.getArchivedReceipt(url.trim(), hash);
  if (url.trim() !== running) await state.update(urlKey, url.trim());
  if (!transaction && !receipt) {
    void showInformation(vscode.l10n.t("The archive doesn't have this transaction."));
    return;
  }
  const found = { archive: url.trim(), transaction, receipt };
  await showJson(noted(`${hash.slice(0, 12)}…`, vscode.l10n.t("archive")), found);
}
