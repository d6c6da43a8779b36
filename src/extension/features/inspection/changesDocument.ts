import * as vscode from "vscode";
import type { StateChanges } from "../../../debugger/inspect/messages";
import { recordUri } from "../../flows/records/recordUri";
import { type RecordText, RecordWriter } from "../../flows/records/recordWriter";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** What a transaction changed, as a document. */
export function changesDocument(group: ChainGroup, changes: StateChanges): RecordText {
  const { transaction, status, accounts, builtins, notes } = changes;
  const writer = new RecordWriter();
  writer.heading(vscode.l10n.t("State Changes"));
  writer.field(vscode.l10n.t("Transaction"), transaction, recordUri(group, "transaction", transaction));
  writer.field(vscode.l10n.t("Status"), String(status));
  for (const note of notes) writer.comment(note);
  if (accounts.length === 0 && builtins.length === 0)
    writer.comment(
      status === 0
        ? vscode.l10n.t("It changed no variable.")
        : vscode.l10n.t("It failed, so all that it had changed was taken back."),
    );
  for (const { address, contracts, changes: variables, others } of accounts) {
    writer.heading(contracts.join(", ") || vscode.l10n.t("Contract"));
    writer.field(vscode.l10n.t("Address"), address, recordUri(group, "contract", address));
    for (const { name, type, before, after } of variables) writer.field(`${name} (${type})`, `${before} → ${after}`);
    for (const { slot, before, after } of others) writer.field(vscode.l10n.t("Slot {0}", slot), `${before} → ${after}`);
  }
  if (builtins.length > 0) writer.heading(vscode.l10n.t("Built-In Contracts ({0})", builtins.length));
  for (const { contract, address, call, results } of builtins)
    writer.entry(`${contract}.${call}${results ? ` → ${results}` : ""}`, address);
  return writer.finish();
}
