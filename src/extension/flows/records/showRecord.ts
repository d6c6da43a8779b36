import * as vscode from "vscode";
import { stringifyExactJson } from "../../../chain/json/exactJson";
import { openDocument } from "../../kit/files/showFile";
import { tabName } from "../../kit/files/tabName";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { type RecordKind, recordScheme, recordUri } from "../target/recordUri";
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
    path: `/${tabName(title)}.${form}`,
    query: String(Date.now()),
  });
  made.set(uri.toString(), record);
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
}

/** Opens an answer as JSON. */
export const showJson = (title: string, value: unknown): Promise<void> =>
  showRecord(title, { text: `${stringifyExactJson(value, 2)}\n`, links: [] }, "json");

const askedAnew = new vscode.EventEmitter<vscode.Uri>();

/** Documents whose text is to be made once more. */
export const onDidAskAnew = askedAnew.event;

/** Opens the document of a thing of a group, as it is now: VS Code keeps the text of one that was closed for minutes. */
export async function openRecord(group: ChainGroup, kind: RecordKind, key: string): Promise<void> {
  const uri = recordUri(group, kind, key);
  if (openDocument(uri)) askedAnew.fire(uri);
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { preview: true });
}
