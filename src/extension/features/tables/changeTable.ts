import * as vscode from "vscode";
import { describeTable } from "../../../chain/services/table/describeTable";
import type { Written } from "../../../operations/kit/results";
import { setValueOperation } from "../../../operations/kv/kv";
import type { Prepared } from "../../../operations/model/operation";
import { columnNames, readColumns } from "../../../operations/table/askedTables";
import {
  appendColumnsOperation,
  insertRowOperation,
  removeMatchingOperation,
  removeRowOperation,
  updateRowOperation,
} from "../../../operations/table/table";
import { withoutCurlyQuotes } from "../../../text/halfWidth";
import { listed } from "../../../text/joining";
import type { TableChange } from "../../../webview/table/messages";
import { signPrepared } from "../../flows/operations/doOperation";
import { operationContext } from "../../flows/operations/operationContext";
import { askText } from "../../kit/asking/ask";
import { Cancelled } from "../../kit/errors/cancelled";
import { complaint } from "../../kit/errors/complaint";
import { showWarning } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { WritableGroup } from "../../state/connections/signingPermit";

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
async function straightChange(change: TableChange): Promise<TableChange> {
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

async function askNewColumns(app: Chainside, { session }: WritableGroup, table: string): Promise<readonly string[]> {
  const description = await describeTable(session, table);
  const typed = await askText({
    validate: (text) =>
      columnNames(text).length === 0
        ? vscode.l10n.t("Enter at least one column.")
        : complaint(app, () => void readColumns(text, description)),
    title: vscode.l10n.t("Append columns to {0}", table),
    prompt: vscode.l10n.t(
      "Enter the names of the new columns, separated by commas. Existing columns: {0}",
      listed(description.valueFields),
    ),
  });
  return columnNames(typed);
}

async function prepare(app: Chainside, group: WritableGroup, table: string, change: TableChange) {
  const context = operationContext(app, group);
  switch (change.kind) {
    case "insert":
      return insertRowOperation.prepare(context, { table, row: change.row });
    case "update":
      return updateRowOperation.prepare(context, { table, key: change.key, changes: change.changes });
    case "delete":
      return removeRowOperation.prepare(context, { table, key: change.key });
    case "deleteMatching":
      return removeMatchingOperation.prepare(context, { table, where: change.filter });
    case "appendColumns":
      return appendColumnsOperation.prepare(context, { table, columns: await askNewColumns(app, group, table) });
    case "set":
      return setValueOperation.prepare(context, { table, key: change.key, value: change.value });
  }
}

/**
 * Asks for what is missing, shows the consequence, signs and sends one change of a table. Gives the sentence that says what was done.
 * It asks by itself: the page has the row already, and what curly quotes mean is asked for each cell.
 * @throws Cancelled; ChainError of the checks before signing and of the chain.
 */
export async function changeTable(
  app: Chainside,
  group: WritableGroup,
  table: string,
  typed: TableChange,
): Promise<string> {
  const change = await straightChange(typed);
  const prepared: Prepared<Written> = await prepare(app, group, table, change);
  const outcome = await signPrepared(app, group, prepared);
  if (change.kind === "appendColumns") group.notify("bfs");
  return vscode.l10n.t("{0}: done in block {1}.", outcome.title, "result" in outcome ? outcome.result.blockNumber : 0);
}
