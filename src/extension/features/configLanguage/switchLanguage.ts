import * as vscode from "vscode";
import { detectFile } from "../../../nodeConfig/detectFile";
import { isNodeFolder } from "../../../nodeConfig/nodeFolder";
import { readText } from "../../state/nodeFolders/nodeFolder";

export const languageId = "fisco-ini";
/** Languages that a config.ini has at first. Any other was chosen. */
const generic = new Set(["ini", "properties", "plaintext"]);

async function isInNodeFolder({ uri }: vscode.TextDocument): Promise<boolean> {
  const folder = vscode.Uri.joinPath(uri, "..");
  return uri.scheme === "file" && isNodeFolder((name) => readText(vscode.Uri.joinPath(folder, name)));
}

/** Documents that were gone before they got their language: a preview of a refactoring opens and closes its files again and again. */
type Passing = Set<string>;

const isVisible = (document: vscode.TextDocument): boolean =>
  vscode.window.visibleTextEditors.some((editor) => editor.document === document);

/** A document that is gone meanwhile stays what it was, and is left alone until a user sees it in an editor. */
async function giveLanguage(document: vscode.TextDocument, passing: Passing): Promise<vscode.TextDocument> {
  const uri = document.uri.toString();
  if (passing.has(uri) && !isVisible(document)) return document;
  passing.delete(uri);
  try {
    return await vscode.languages.setTextDocumentLanguage(document, languageId);
  } catch {
    passing.add(uri);
    return document;
  }
}

/**
 * Gives a config.ini or config.genesis of a FISCO BCOS node the language `fisco-ini`, judged by its content or, while it is
 * nearly empty, by the files beside it. Gives the document as it is open afterwards; a foreign file comes back untouched.
 */
export async function switchLanguage(document: vscode.TextDocument, passing: Passing): Promise<vscode.TextDocument> {
  if (document.languageId === languageId || !generic.has(document.languageId)) return document;
  if (!/[\\/]config\.(?:ini|genesis)$/.test(document.uri.path)) return document;
  const head = document.getText(new vscode.Range(0, 0, 2000, 0));
  const nearlyEmpty = head.trim().length < 20;
  const own = detectFile(document.uri.path, head, nearlyEmpty && (await isInNodeFolder(document))) !== undefined;
  return own && !document.isClosed ? giveLanguage(document, passing) : document;
}

/** Whether the document is the nodes.json of a node: the files beside it tell. */
export async function isPeerList(document: vscode.TextDocument): Promise<boolean> {
  return document.uri.path.endsWith("/nodes.json") && (await isInNodeFolder(document));
}
