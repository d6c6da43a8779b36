import * as vscode from "vscode";

/** The language of queries (`*.chain.sql`). */
export const queryLanguage = "chain-sql";

/** Opens a query to begin with. */
export async function openQuery(content: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: queryLanguage, content });
  await vscode.window.showTextDocument(document);
}
