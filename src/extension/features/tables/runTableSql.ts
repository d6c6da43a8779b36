import * as vscode from "vscode";
import type { RowLimit } from "../../../chain/services/table/condition";
import { countRows } from "../../../chain/services/table/selectRows";
import { parseSql } from "../../../chain/services/table/sql/parseSql";
import { runSql, type SqlResult } from "../../../chain/services/table/sql/runSql";
import type { SqlStatement } from "../../../chain/services/table/sql/sqlStatement";
import type { ChainSession } from "../../../chain/session";
import { showRecord } from "../../flows/records/showRecord";
import { signAndSend } from "../../flows/signing/signAndSend";
import type { Target } from "../../flows/target/target";
import { askText } from "../../kit/asking/ask";
import { showInformation } from "../../kit/asking/notify";
import { showProgress } from "../../kit/asking/progress";
import { showResult } from "../../kit/asking/showResult";
import { complaint } from "../../kit/errors/complaint";
import { textGrid } from "../../kit/text/textGrid";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { requireWritable } from "../../state/connections/writableGroup";

const memoryKey = "chainside.lastTableSql";

/** How many rows a statement changes: the node changes no more than 500 at once. */
function affected(count: number, { count: limit = 500 }: RowLimit): number {
  return Math.min(count, limit, 500);
}

/** What running it does, in one sentence; nothing for what changes nobody's row. */
async function consequence(session: ChainSession, statement: SqlStatement): Promise<string[]> {
  switch (statement.kind) {
    case "update":
      return [
        vscode.l10n.t(
          "Rows to be changed: {0}.",
          affected(await countRows(session, statement.table, statement.conditions), statement.limit),
        ),
      ];
    case "delete":
      return [
        vscode.l10n.t(
          "Rows to be permanently deleted: {0}.",
          affected(await countRows(session, statement.table, statement.conditions), statement.limit),
        ),
      ];
    case "alter":
      return [vscode.l10n.t("Columns can't be removed later. They're empty in existing rows.")];
    default:
      return [];
  }
}

function rowCount(count: number): string {
  return count === 1 ? vscode.l10n.t("1 row") : vscode.l10n.t("{0} rows", count);
}

async function showSqlResult(text: string, result: SqlResult): Promise<void> {
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
      const columns = valueFields.join(", ");
      showResult(
        vscode.l10n.t("{0}: key {1}, columns {2}", table, keyField, columns),
        [keyField, ...valueFields].join(),
      );
      return;
    }
    case "written":
      void showInformation(
        vscode.l10n.t("Done in block {0}: {1}.", result.outcome.receipt.blockNumber, rowCount(result.rows)),
      );
  }
}

/** Runs a statement of the console's SQL on the tables of the chain. */
export async function runTableSql(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  const clicked = target.kind === "path" && target.entryType !== "directory" ? target.path.replace("/tables/", "") : "";
  const text = await askText({
    title: vscode.l10n.t("Run Table SQL"),
    prompt: vscode.l10n.t("create table, alter table, desc, insert, select, update, or delete, as in the console"),
    placeHolder: "select * from t_demo where id = 1",
    value: clicked ? `select * from ${clicked}` : app.context.workspaceState.get<string>(memoryKey, ""),
    validate: (typed) => complaint(app, () => void parseSql(typed)),
  });
  await app.context.workspaceState.update(memoryKey, text);
  const statement = parseSql(text);
  if (statement.kind === "select" || statement.kind === "desc") {
    const result = await showProgress(
      { location: vscode.ProgressLocation.Window, title: vscode.l10n.t("Run Table SQL") },
      () => runSql(group.session, undefined, text),
    );
    await showSqlResult(text, result);
    return;
  }
  const result = await signAndSend(
    app,
    {
      group: requireWritable(group),
      title: vscode.l10n.t("Run Table SQL"),
      lines: [{ label: "SQL", value: text }],
      warnings: await consequence(group.session, statement),
    },
    (signer, options) => runSql(group.session, signer, text, options),
  );
  if (statement.kind === "create" || statement.kind === "alter") group.notify("bfs");
  await showSqlResult(text, result);
}
