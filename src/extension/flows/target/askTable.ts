import * as vscode from "vscode";
import { listDirectory } from "../../../chain/services/bfs/listDirectory";
import { describeTable } from "../../../chain/services/table/describeTable";
import { requireTableName, tableName } from "../../../chain/services/table/tableNames";
import { askChoice, askText, type Choice } from "../../kit/asking/ask";
import type { Target } from "../../kit/commands/target";
import { complaint } from "../../kit/errors/complaint";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";

/** The clicked table, one of those right below `/tables`, or one named by hand. @throws Cancelled; ChainError where there is none */
export async function askTable(app: Chainside, group: ChainGroup, target: Target, title: string): Promise<string> {
  if (target.kind === "path" && target.entryType !== "directory") return tableName(target.path);
  const { entries } = await listDirectory(group.session, "/tables");
  const tables = entries.filter(({ type }) => type !== "directory");
  const chosen =
    tables.length === 0
      ? ""
      : await askChoice<string>(
          [
            ...tables.map(({ name }): Choice<string> => ({ label: `$(table) ${name}`, value: name })),
            { label: `$(edit) ${vscode.l10n.t("Enter a name…")}`, alwaysShow: true, value: "" },
          ],
          { title, placeHolder: vscode.l10n.t("Select a table") },
        );
  if (chosen) return chosen;
  const text = await askText({
    title,
    prompt: vscode.l10n.t("Enter the table name, with or without /tables/"),
    validate: (typed) => complaint(app, () => void requireTableName(typed)),
  });
  const table = tableName(text);
  await describeTable(group.session, table); // says which table doesn't exist
  return table;
}
