import * as vscode from "vscode";
import { targetGroup } from "../../flows/target/askGroup";
import { registerCommands } from "../../kit/commands/registerCommands";
import type { Chainside } from "../../state/chainside";
import { TablePanel } from "./tablePanel";

/** The tables of the chain: a grid page for each that is opened, and commands that need no page. */
export function registerTables(app: Chainside): vscode.Disposable {
  const panels = new Map<string, TablePanel>();
  const open = async (target: unknown): Promise<void> => {
    const group = await targetGroup(app, target);
    const { askTable } = await import("./askTable");
    const table = typeof target === "string" ? target : await askTable(app, group, target, vscode.l10n.t("Open Table"));
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
  const append = async (target: unknown): Promise<void> => {
    const group = await targetGroup(app, target);
    const { askTable } = await import("./askTable");
    const { changeTable } = await import("./changeTable");
    const table = await askTable(app, group, target, vscode.l10n.t("Append Columns"));
    void vscode.window.showInformationMessage(await changeTable(app, group, table, { kind: "appendColumns" }));
  };
  return vscode.Disposable.from(
    registerCommands(app, {
      "chainside.openTable": (target) => open(target),
      "chainside.createTable": async (target) => (await import("./createTables")).makeTable(app, target),
      "chainside.createKvTable": async (target) => (await import("./createTables")).makeKvTable(app, target),
      "chainside.appendColumns": (target) => append(target),
      "chainside.kvGet": async (target) => (await import("./keyValues")).readKey(app, target),
      "chainside.kvSet": async (target) => (await import("./keyValues")).writeKey(app, target),
      "chainside.runTableSql": async (target) => (await import("./runTableSql")).runTableSql(app, target),
    }),
    new vscode.Disposable(() => {
      for (const panel of panels.values()) panel.dispose();
    }),
  );
}
