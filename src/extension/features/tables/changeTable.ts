import * as vscode from "vscode";
import type { WriteOptions, WriteOutcome } from "../../../chain/services/builtinCall";
import { getValue } from "../../../chain/services/kvTable/getValue";
import { setValue } from "../../../chain/services/kvTable/setValue";
import { appendColumns } from "../../../chain/services/table/appendColumns";
import { describeTable } from "../../../chain/services/table/describeTable";
import { insertRow } from "../../../chain/services/table/insertRow";
import { openTable } from "../../../chain/services/table/openTable";
import { removeRows } from "../../../chain/services/table/removeRows";
import { countRows, selectRow } from "../../../chain/services/table/selectRows";
import { requireColumns } from "../../../chain/services/table/tableNames";
import { updateRows } from "../../../chain/services/table/updateRows";
import type { ChainSession } from "../../../chain/session";
import type { Signer } from "../../../crypto/cryptoSuite";
import type { TableChange } from "../../../webview/table/messages";
import type { ConfirmationLine } from "../../flows/signing/confirmSignature";
import { rightsWarnings } from "../../flows/signing/rightsWarnings";
import { signAndSend } from "../../flows/signing/signAndSend";
import { askText } from "../../kit/asking/ask";
import { complaint } from "../../kit/errors/complaint";
import type { Chainside } from "../../state/chainside";
import type { WritableGroup } from "../../state/connections/writableGroup";
import { columnNames } from "./createTables";

/** The node changes no more rows at once. */
const mostAtOnce = 500;

/** A change made ready to be asked and signed. */
interface Plan {
  readonly title: string;
  readonly lines: readonly ConfirmationLine[];
  readonly warnings: readonly string[];
  /** The function of the table that is called, for the rights to it; absent where the table manager is called. */
  readonly method?: string;
  send(session: ChainSession, signer: Signer, options?: WriteOptions): Promise<WriteOutcome>;
}

const cellLines = (cells: Readonly<Record<string, string>>): ConfirmationLine[] =>
  Object.entries(cells).map(([label, value]) => ({ label, value: value === "" ? '""' : value }));

async function planUpdate(
  session: ChainSession,
  table: string,
  { key, changes }: TableChange & { kind: "update" },
): Promise<Plan> {
  const before = await selectRow(session, table, key);
  return {
    title: vscode.l10n.t("Update {0} in {1}", key, table),
    lines: Object.entries(changes).map(([label, value]) => ({
      label,
      value: `${before?.[label] ?? ""} → ${value}`,
    })),
    warnings: [],
    method: "update(string,(string,string)[])",
    send: (on, signer, options) => updateRows(on, signer, { table, key, changes }, options),
  };
}

async function planDeleteMatching(
  session: ChainSession,
  table: string,
  { filter }: TableChange & { kind: "deleteMatching" },
): Promise<Plan> {
  const count = await countRows(session, table, filter);
  return {
    title: vscode.l10n.t("Delete rows of {0}", table),
    lines: filter.map(({ field, operator, value }) => ({ label: field, value: `${operator} ${value}` })),
    warnings: [
      count > mostAtOnce
        ? vscode.l10n.t("Matching rows: {0}. The chain deletes only the first {1} at once.", count, mostAtOnce)
        : vscode.l10n.t("The {0} matching rows are permanently deleted.", count),
    ],
    method: "remove((uint8,string,string)[],(uint32,uint32))",
    send: (on, signer, options) => removeRows(on, signer, { table, conditions: filter }, options),
  };
}

async function planAppend(app: Chainside, session: ChainSession, table: string): Promise<Plan> {
  const { keyField, valueFields } = await describeTable(session, table);
  const title = vscode.l10n.t("Append columns to {0}", table);
  const text = await askText({
    title,
    prompt: vscode.l10n.t(
      "Enter the names of the new columns, separated by commas. Existing columns: {0}",
      valueFields.join(", "),
    ),
    validate: (typed) =>
      columnNames(typed).length === 0
        ? vscode.l10n.t("Enter at least one column.")
        : complaint(app, () => requireColumns({ keyField, valueFields: [...valueFields, ...columnNames(typed)] })),
  });
  const columns = columnNames(text);
  return {
    title,
    lines: [{ label: vscode.l10n.t("Columns"), value: columns.join(vscode.l10n.t(", ")) }],
    warnings: [vscode.l10n.t("Columns can't be removed later. They're empty in existing rows.")],
    send: (on, signer, options) => appendColumns(on, signer, { table, columns }, options),
  };
}

async function planSet(
  session: ChainSession,
  table: string,
  { key, value }: TableChange & { kind: "set" },
): Promise<Plan> {
  const before = await getValue(session, table, key);
  return {
    title: vscode.l10n.t("Set {0} in {1}", key, table),
    lines: [{ label: key, value: before === undefined ? value : `${before} → ${value}` }],
    warnings: [],
    method: "set(string,string)",
    send: (on, signer, options) => setValue(on, signer, { table, key, value }, options),
  };
}

async function plan(app: Chainside, session: ChainSession, table: string, change: TableChange): Promise<Plan> {
  switch (change.kind) {
    case "insert":
      return {
        title: vscode.l10n.t("Insert into {0}", table),
        lines: cellLines(change.row),
        warnings: [],
        method: "insert((string,string[]))",
        send: (on, signer, options) => insertRow(on, signer, { table, row: change.row }, options),
      };
    case "update":
      return planUpdate(session, table, change);
    case "delete":
      return {
        title: vscode.l10n.t("Delete {0} from {1}", change.key, table),
        lines: cellLines((await selectRow(session, table, change.key)) ?? {}),
        warnings: [vscode.l10n.t("The row is permanently deleted.")],
        method: "remove(string)",
        send: (on, signer, options) => removeRows(on, signer, { table, key: change.key }, options),
      };
    case "deleteMatching":
      return planDeleteMatching(session, table, change);
    case "appendColumns":
      return planAppend(app, session, table);
    case "set":
      return planSet(session, table, change);
  }
}

/**
 * Asks for what is missing, shows the consequence, signs and sends one change of a table. Gives the sentence that says what was done.
 * @throws Cancelled; ChainError of the checks before signing and of the chain.
 */
export async function changeTable(
  app: Chainside,
  group: WritableGroup,
  table: string,
  change: TableChange,
): Promise<string> {
  const { session } = group;
  const { title, lines, warnings, method, send } = await plan(app, session, table, change);
  const rights = method
    ? await rightsWarnings(app, group, { kind: "callMethod", contract: await openTable(session, table), method })
    : [];
  const outcome = await signAndSend(
    app,
    {
      group,
      title,
      lines: [{ label: vscode.l10n.t("Table"), value: `/tables/${table}` }, ...lines],
      warnings: [...warnings, ...rights],
    },
    (signer, options) => send(session, signer, options),
  );
  if (change.kind === "appendColumns") group.notify("bfs");
  return vscode.l10n.t("{0}: done in block {1}.", title, outcome.receipt.blockNumber);
}
