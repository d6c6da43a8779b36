import * as vscode from "vscode";
import type { StateChanges } from "../../../debugger/inspect/messages";
import { listed } from "../../../text/joining";
import { type RecordText, RecordWriter } from "../../flows/records/recordWriter";
import { recordUri } from "../../flows/target/recordUri";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** What a transaction changed, as a document. */
export function changesDocument(group: ChainGroup, changes: StateChanges): RecordText {
  const { transaction, status, accounts, builtins: precompiledContracts, notes } = changes;
  const writer = new RecordWriter();
  writer.heading(vscode.l10n.t("State Changes"));
  writer.field(vscode.l10n.t("Transaction"), transaction, recordUri(group, "transaction", transaction));
  writer.field(vscode.l10n.t("Status"), String(status));
  for (const note of notes) writer.comment(note);
  if (accounts.length === 0 && precompiledContracts.length === 0)
    writer.comment(
      status === 0 ? vscode.l10n.t("It changed no variable.") : vscode.l10n.t("Failed: all changes were reverted."),
    );
  for (const { address, contracts, changes: variables, others } of accounts) {
    writer.heading(listed(contracts) || vscode.l10n.t("Contract"));
    writer.field(vscode.l10n.t("Address"), address, recordUri(group, "contract", address));
    for (const { name, type, before, after } of variables) writer.field(`${name} (${type})`, `${before} → ${after}`);
    for (const { slot, before, after } of others) writer.field(vscode.l10n.t("Slot {0}", slot), `${before} → ${after}`);
  }
  if (precompiledContracts.length > 0)
    writer.heading(vscode.l10n.t("Built-In Contracts ({0})", precompiledContracts.length));
  for (const { contract, address, call, results } of precompiledContracts)
    writer.entry(`${contract}.${call}${results ? ` → ${results}` : ""}`, address);
  return writer.finish();
}
