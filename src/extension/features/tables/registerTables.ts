import * as vscode from "vscode";
import { reads, registerTargetCommands, writes } from "../../flows/target/chainCommands";
import type { Target } from "../../flows/target/target";
import { showInformation } from "../../kit/asking/notify";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { WritableGroup } from "../../state/connections/writableGroup";
import { TablePanel } from "./tablePanel";

/** The tables of the chain: a grid page for each that is opened, and commands that need no page. */
export function registerTables(app: Chainside): vscode.Disposable {
  const panels = new Map<string, TablePanel>();
  const open = async (group: ChainGroup, target: Target): Promise<void> => {
    const { askTable } = await import("./askTable");
    const table =
      target.kind === "text" ? target.text : await askTable(app, group, target, vscode.l10n.t("Open Table"));
    // Asked before a tab opens, so that an unknown table is a message and no empty page.
    const { describeTable } = await import("../../../chain/services/table/describeTable");
    await describeTable(group.session, table);
    const id = `${group.id}${table}`;
    const known = panels.get(id);
    if (known?.group === group) {
      known.show();
      return;
    }
    known?.dispose();
    const panel = new TablePanel(app, group, table, () => {
      if (panels.get(id) === panel) panels.delete(id);
    });
    panels.set(id, panel);
  };
  const append = async (group: WritableGroup, target: Target): Promise<void> => {
    const { askTable } = await import("./askTable");
    const { changeTable } = await import("./changeTable");
    const table = await askTable(app, group, target, vscode.l10n.t("Append Columns"));
    void showInformation(await changeTable(app, group, table, { kind: "appendColumns" }));
  };
  return vscode.Disposable.from(
    registerTargetCommands(app, {
      "chainside.openTable": reads(open),
      "chainside.createTable": writes(async (group, target) =>
        (await import("./createTables")).makeTable(app, group, target),
      ),
      "chainside.createKvTable": writes(async (group, target) =>
        (await import("./createTables")).makeKvTable(app, group, target),
      ),
      "chainside.appendColumns": writes(append),
      "chainside.kvGet": reads(async (group, target) => (await import("./keyValues")).readKey(app, group, target)),
      "chainside.kvSet": writes(async (group, target) => (await import("./keyValues")).writeKey(app, group, target)),
      "chainside.runTableSql": reads(async (group, target) =>
        (await import("./runTableSql")).runTableSql(app, group, target),
      ),
    }),
    new vscode.Disposable(() => {
      for (const panel of panels.values()) panel.dispose();
    }),
  );
}
