import * as vscode from "vscode";
import { getValue } from "../../../chain/services/kvTable/kvTable";
import { requireKey } from "../../../chain/services/table/tableNames";
import { labelled } from "../../../text/joining";
import { shortened } from "../../../text/shortText";
import { tableKind } from "../../flows/records/tableShape";
import { askTable } from "../../flows/target/askTable";
import { askText } from "../../kit/asking/ask";
import { showResult } from "../../kit/asking/showResult";
import type { Target } from "../../kit/commands/target";
import { complaint } from "../../kit/errors/complaint";
import { showInformation } from "../../kit/messages/notify";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { WritableGroup } from "../../state/connections/signingPermit";
import { changeTable } from "./changeTable";

function askKey(app: Chainside, title: string): Promise<string> {
  return askText({
    title,
    prompt: vscode.l10n.t("Key"),
    validate: (typed) => complaint(app, () => requireKey(typed)),
  });
}

/** Asks for a table; undefined, and said, for one of rows: the node would say only that it knows no such function. */
async function askKvTable(
  app: Chainside,
  group: ChainGroup,
  target: Target,
  title: string,
): Promise<string | undefined> {
  const table = await askTable(app, group, target, title);
  if ((await tableKind(group.session, table)) !== "rows") return table;
  void showInformation(vscode.l10n.t("{0} isn't a key-value table. To see and change its rows, open it.", table));
  return undefined;
}

/** Shows the text under a key. It asks by itself, as `writeKey`: a table of rows is no error here, but has a page. */
export async function readKey(app: Chainside, group: ChainGroup, target: Target): Promise<void> {
  const plain = vscode.l10n.t("Get Value from KV Table");
  const table = await askKvTable(app, group, target, plain);
  if (table === undefined) return;
  const key = await askKey(app, `${plain} · ${table}`);
  const value = await getValue(group.session, table, key);
  if (value === undefined) {
    void showInformation(vscode.l10n.t("{1} has no key {0}.", key, table));
    return;
  }
  showResult(labelled(table, `${key} → ${shortened(value, 200)}`), value);
}

/** Puts a text under a key, by the way of the table page, which asks what curly quotes around a value mean. */
export async function writeKey(app: Chainside, group: WritableGroup, target: Target): Promise<void> {
  const plain = vscode.l10n.t("Set Value in KV Table");
  const table = await askKvTable(app, group, target, plain);
  if (table === undefined) return;
  const title = `${plain} · ${table}`;
  const key = await askKey(app, title);
  const before = await getValue(group.session, table, key);
  const value = await askText({ title, prompt: vscode.l10n.t("Enter the value for {0}", key), value: before ?? "" });
  const note = await changeTable(app, group, table, { kind: "set", key, value });
  void showInformation(note);
}
