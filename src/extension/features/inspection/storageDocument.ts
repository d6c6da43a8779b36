import * as vscode from "vscode";
import type { ShownValue, StorageView } from "../../../debugger/inspect/messages";
import { type RecordText, RecordWriter } from "../../flows/records/recordWriter";
import { recordUri } from "../../flows/target/recordUri";
import type { ChainGroup } from "../../state/connections/chainGroup";

function writeValue(
  writer: RecordWriter,
  { name, type, value, parts = [], partsLeft, isMapping }: ShownValue,
  indent: string,
): void {
  const isEmptyMapping = isMapping === true && parts.length === 0;
  writer.field(
    `${name} (${type})`,
    parts.length > 0 ? "" : isEmptyMapping ? vscode.l10n.t("no key is known") : value,
    undefined,
    indent,
  );
  for (const part of parts) writeValue(writer, part, `${indent}  `);
  if (partsLeft !== undefined) writer.entry(vscode.l10n.t("… {0} more", partsLeft), "", undefined, `${indent}  `);
}

/** The state variables of a contract as a document. */
export function storageDocument(group: ChainGroup, view: StorageView): RecordText {
  const { address, contract, source, block, variables, lookedUp, others, othersLeft, notes } = view;
  const writer = new RecordWriter();
  writer.heading(vscode.l10n.t("Storage of {0}", contract || address));
  writer.field(vscode.l10n.t("Address"), address, recordUri(group, "contract", address));
  if (source) writer.field(vscode.l10n.t("Source"), source);
  if (block !== undefined)
    writer.field(vscode.l10n.t("Block"), String(block), recordUri(group, "block", String(block)));
  for (const note of notes) writer.comment(note);
  if (variables.length > 0) writer.heading(vscode.l10n.t("State Variables ({0})", variables.length));
  for (const each of variables) writeValue(writer, each, "");
  if (lookedUp.length > 0) writer.heading(vscode.l10n.t("Looked Up"));
  for (const { expression, found, problem } of lookedUp) {
    if (found) writeValue(writer, { ...found, name: expression }, "");
    else writer.field(expression, problem ?? "");
  }
  if (others.length > 0) writer.heading(vscode.l10n.t("Other Slots ({0})", others.length + othersLeft));
  for (const { slot, word } of others) writer.field(slot, word);
  if (othersLeft > 0) writer.entry(vscode.l10n.t("… {0} more", othersLeft));
  return writer.finish();
}
