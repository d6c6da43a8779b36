import * as vscode from "vscode";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { type RecordKind, recordScheme, recordUri } from "./recordUri";
import type { RecordText } from "./recordWriter";

/** Texts that were made once, by a search or a request, and are not asked for again. */
const made = new Map<string, RecordText>();

export function madeRecord(uri: vscode.Uri): RecordText | undefined {
  return made.get(uri.toString());
}

export function forgetMadeRecord(uri: vscode.Uri): void {
  made.delete(uri.toString());
}

/** Opens a read-only text that was just made. `json` for a node's answer as it came. */
export async function showRecord(title: string, record: RecordText, form: "fisco" | "json" = "fisco"): Promise<void> {
  const uri = vscode.Uri.from({
    scheme: recordScheme,
    path: `/${title.replaceAll("/", "-")}.${form}`,
    query: String(Date.now()),
  });
  made.set(uri.toString(), record);
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
}

/** Opens the document of a thing of a group. */
export async function openRecord(group: ChainGroup, kind: RecordKind, key: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(recordUri(group, kind, key));
  await vscode.window.showTextDocument(document, { preview: true });
}
