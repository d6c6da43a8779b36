import * as vscode from "vscode";
import bodies from "./snippets.json";

/** Pieces of a contract, offered where code may stand. */
export function snippets(): vscode.CompletionItem[] {
  return Object.entries(bodies).map(([label, body]) => {
    const item = new vscode.CompletionItem(label, vscode.CompletionItemKind.Snippet);
    item.insertText = new vscode.SnippetString(body);
    item.detail = "Chainside";
    return item;
  });
}
