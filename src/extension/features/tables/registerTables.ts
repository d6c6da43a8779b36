import * as vscode from "vscode";
import type { TableState } from "../../../webview/table/messages";
import { reads, registerTargetCommands, writes } from "../../flows/target/chainCommands";
import type { On, Target } from "../../kit/commands/target";
import { showInformation } from "../../kit/messages/notify";
import { OpenPages } from "../../kit/pages/openPages";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { groupTitle } from "../../state/connections/groupTitle";
import type { WritableGroup } from "../../state/connections/signingPermit";
import { type TableContent, TablePanel } from "./tablePanel";

declare module "../../kit/commands/commands" {
  interface Commands {
    "chainside.openTable": On<"path" | "text" | "group">;
    "chainside.appendColumns": On<"path" | "group">;
    "chainside.kvGet": On<"path" | "group">;
    "chainside.kvSet": On<"path" | "group">;
    "chainside.runTableSql": On<"path" | "group">;
  }
}

/** The state of a page comes from the window's memory: what is not as it should be is left alone. */
function restoredContent(state: unknown): TableContent | undefined {
  const { groupId, title, table } = (state ?? {}) as Partial<TableState>;
  return typeof groupId === "string" && typeof title === "string" && typeof table === "string"
    ? { groupId, title, table }
    : undefined;
}

/** The tables of the chain: a grid page for each that is opened, and commands that need no page. */
export function registerTables(app: Chainside): vscode.Disposable {
  const pages = new OpenPages<TableContent, TablePanel>({
    viewType: "chainside.table",
    key: ({ groupId, table }) => `${groupId} ${table}`,
    title: ({ table }) => table,
    make: (panel, content, closed) => new TablePanel(app, panel, content, closed),
    restore: restoredContent,
    // A page that is seen is a view of its chain.
    restored: () => app.connections.restore(),
  });
  const open = async (group: ChainGroup, target: Target): Promise<void> => {
    const { askTable } = await import("../../flows/target/askTable");
    const table =
      target.kind === "text" ? target.text : await askTable(app, group, target, vscode.l10n.t("Open Table"));
    // Asked before a tab opens, so that an unknown table is a message and no empty page.
    const { describeTable } = await import("../../../chain/services/table/describeTable");
    await describeTable(group.session, table);
    await pages.open({ groupId: group.id, title: groupTitle(group), table });
  };
  const append = async (group: WritableGroup, target: Target): Promise<void> => {
    const { askTable } = await import("../../flows/target/askTable");
    const { changeTable } = await import("./changeTable");
    const table = await askTable(app, group, target, vscode.l10n.t("Append Columns"));
    void showInformation(await changeTable(app, group, table, { kind: "appendColumns" }));
  };
  return vscode.Disposable.from(
    pages,
    registerTargetCommands(app, {
      "chainside.openTable": reads(open),
      "chainside.appendColumns": writes(append),
      "chainside.kvGet": reads(async (group, target) => (await import("./keyValues")).readKey(app, group, target)),
      "chainside.kvSet": writes(async (group, target) => (await import("./keyValues")).writeKey(app, group, target)),
      "chainside.runTableSql": reads(async (group, target) =>
        (await import("./runTableSql")).runTableSql(app, group, target),
      ),
    }),
  );
}
