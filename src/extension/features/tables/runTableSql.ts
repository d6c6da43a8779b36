import * as vscode from "vscode";
import { parseSql } from "../../../chain/services/table/sql/parseSql";
import { tableName } from "../../../chain/services/table/tableNames";
import { queryOperation, type SqlOutcome, sqlOperation } from "../../../operations/table/sql";
import { listed } from "../../../text/joining";
import { signOperation } from "../../flows/operations/doOperation";
import { operationContext } from "../../flows/operations/operationContext";
import { showRecord } from "../../flows/records/showRecord";
import { askConvertible } from "../../kit/asking/askConvertible";
import { showProgress } from "../../kit/asking/progress";
import { showResult } from "../../kit/asking/showResult";
import type { Target } from "../../kit/commands/target";
import { showInformation } from "../../kit/messages/notify";
import { textGrid } from "../../kit/text/textGrid";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { requireWritable } from "../../state/connections/signingPermit";

const memoryKey = "chainside.lastTableSql";

function rowCount(count: number): string {
  return count === 1 ? vscode.l10n.t("1 row") : vscode.l10n.t("{0} rows", count);
}

async function showSqlResult(text: string, result: SqlOutcome): Promise<void> {
  switch (result.kind) {
    case "rows": {
      const grid = textGrid(
        result.columns,
        result.rows.map((row) => result.columns.map((column) => row[column] ?? "")),
      );
      const title = rowCount(result.rows.length);
      await showRecord(title, { text: `// ${text}\n// ${title}\n\n${grid}\n`, links: [] });
      return;
    }
    case "count":
      showResult(rowCount(result.count), String(result.count));
      return;
    case "description": {
      const { table, keyField, valueFields } = result.description;
      const columns = listed(valueFields);
      showResult(
        vscode.l10n.t("{0}: key {1}, columns {2}", table, keyField, columns),
        [keyField, ...valueFields].join(),
      );
      return;
    }
    case "written":
      void showInformation(vscode.l10n.t("Done in block {0}: {1}.", result.blockNumber, rowCount(result.rows)));
  }
}

/** Runs a statement of the console's SQL on the tables of the chain: it is read first to know whether it signs, and which question asks. */
export async function runTableSql(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  const clicked = target.kind === "path" && target.entryType !== "directory" ? tableName(target.path) : "";
  const { text, read: statement } = await askConvertible(
    app,
    {
      title: vscode.l10n.t("Run Table SQL"),
      prompt: vscode.l10n.t("create table, alter table, desc, insert, select, update, or delete, as in the console"),
      placeHolder: "select * from t_demo where id = 1",
      value: clicked ? `select * from ${clicked}` : app.context.workspaceState.get<string>(memoryKey, ""),
    },
    parseSql,
  );
  await app.context.workspaceState.update(memoryKey, text);
  if (statement.kind === "select" || statement.kind === "desc") {
    const result = await showProgress(
      { location: vscode.ProgressLocation.Window, title: vscode.l10n.t("Run Table SQL") },
      () => queryOperation.prepare(operationContext(app, group), { statement: text }).run(),
    );
    if ("result" in result) await showSqlResult(text, result.result);
    return;
  }
  const result = await signOperation(app, requireWritable(group), sqlOperation, { statement: text });
  if (statement.kind === "create" || statement.kind === "alter") group.notify("bfs");
  if (result) await showSqlResult(text, result);
}
