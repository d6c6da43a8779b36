import * as vscode from "vscode";
import { withoutCurlyQuotes } from "../../../text/halfWidth";
import type { TableChange } from "../../../webview/table/messages";
import { Cancelled } from "../../kit/errors/cancelled";
import { showWarning } from "../../kit/messages/notify";

/** What a person means by a value in curly quotes: the quotes belong to it only where that is said. @throws Cancelled */
async function straightCell(column: string, value: string): Promise<string> {
  const bare = withoutCurlyQuotes(value);
  if (bare === undefined) return value;
  const without = vscode.l10n.t("Without Quotes");
  const withQuotes = vscode.l10n.t("Keep Quotes");
  const question = vscode.l10n.t(
    "{0}: full-width quotes around {1} would be stored as part of the value.",
    column,
    bare,
  );
  const chosen = await showWarning(question, { modal: true }, without, withQuotes);
  if (chosen === undefined) throw new Cancelled();
  return chosen === without ? bare : value;
}

async function straightCells(cells: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const straight: Record<string, string> = {};
  for (const [column, value] of Object.entries(cells)) straight[column] = await straightCell(column, value);
  return straight;
}

/** A change with the values that were meant where curly quotes stand around all of one. @throws Cancelled */
export async function straightChange(change: TableChange): Promise<TableChange> {
  switch (change.kind) {
    case "insert":
      return { ...change, row: await straightCells(change.row) };
    case "update":
      return { ...change, changes: await straightCells(change.changes) };
    case "set":
      return { ...change, value: await straightCell(change.key, change.value) };
    default:
      return change;
  }
}
