import * as vscode from "vscode";
import { looksLikeNodeConfig, nodeConfigFileKind } from "../../nodeConfig/recognizeNodeConfig";

export const languageId = "fisco-ini";
/** Languages that a config.ini has before anybody looked into it. Any other was somebody's choice. */
const generic = new Set(["ini", "properties", "plaintext"]);

async function besideNodeFiles(document: vscode.TextDocument): Promise<boolean> {
  if (document.uri.scheme !== "file") return false;
  const folder = vscode.Uri.joinPath(document.uri, "..");
  const other = document.uri.path.endsWith("config.ini") ? "config.genesis" : "config.ini";
  for (const path of [other, "conf/node.nodeid"]) {
    try {
      await vscode.workspace.fs.stat(vscode.Uri.joinPath(folder, path));
      return true;
    } catch {
      // Not there: the next one may be.
    }
  }
  return false;
}

/**
 * Gives a config.ini or config.genesis of a FISCO BCOS node the language `fisco-ini`, judged by its content or, while it is
 * nearly empty, by the files beside it. Gives the document as it is open afterwards; a foreign file comes back untouched.
 */
export async function switchLanguage(document: vscode.TextDocument): Promise<vscode.TextDocument> {
  const kind = nodeConfigFileKind(document.uri.path);
  if (!kind || document.languageId === languageId || !generic.has(document.languageId)) return document;
  const head = document.getText(new vscode.Range(0, 0, 2000, 0));
  const own = looksLikeNodeConfig(head, kind) || (head.trim().length < 20 && (await besideNodeFiles(document)));
  return own && !document.isClosed ? vscode.languages.setTextDocumentLanguage(document, languageId) : document;
}
