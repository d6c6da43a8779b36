import * as vscode from "vscode";
import { numberText } from "../../../text/formats";
import { blocksText } from "../../flows/history/indexText";
import { type GroupedNode, itemLine } from "../../flows/lines/groupNode";
import { commandOf } from "../../kit/commands/commands";
import { sentence } from "../../kit/errors/complaint";
import type { Chainside } from "../../state/chainside";

/** What is in an index, why it stopped, and what can be done with it. */
export async function indexNodes(app: Chainside, folder: GroupedNode): Promise<GroupedNode[]> {
  const { group } = folder;
  const state = app.indexes.stateOf(group);
  if (state.kind === "none") return [];
  const target = { kind: "group", group } as const;
  const lines: GroupedNode[] = [];
  const add = (id: string, label: string, icon: string, description: string, command?: vscode.Command): void => {
    lines.push(itemLine(folder, { id, label, icon, description, ...(command ? { command } : {}) }));
  };
  if (state.kind === "failed") add("problem", vscode.l10n.t("Stopped"), "warning", await sentence(app, state.error));
  if (state.reach) {
    const { missing, refusedTables } = state.reach;
    add("blocks", vscode.l10n.t("Indexed"), "package", blocksText(state.reach));
    if (missing > 0)
      add(
        "missing",
        vscode.l10n.t("Archived"),
        "archive",
        vscode.l10n.t("{0} blocks without transactions", numberText(missing)),
      );
    if (refusedTables > 0)
      add(
        "refused",
        vscode.l10n.t("Without a table"),
        "info",
        vscode.l10n.t("{0} events and functions", numberText(refusedTables)),
      );
  }
  const charts = vscode.l10n.t("Charts");
  add("charts", charts, "graph", "", commandOf("chainside.openCharts", charts, target));
  const query = vscode.l10n.t("New Chain Query");
  add("query", query, "search", "", commandOf("chainside.newChainQuery", query, target));
  return lines;
}
