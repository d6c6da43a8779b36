import type { Signer } from "../../../../crypto/cryptoSuite";
import { clientError } from "../../../../errors/clientError";
import { questionsFor } from "../../../client/client";
import type { ChainSession } from "../../../session";
import type { WriteOutcome } from "../../../transaction/precompiledCall";
import { type Condition, meansFirst, type RowLimit } from "../condition";
import { appendColumns, createTable } from "../createTable";
import { describeTable, type TableDescription } from "../describeTable";
import type { TableWriteOptions } from "../openTable";
import { insertRow, removeRows, updateRows } from "../rows";
import { countRows, everyRow, selectRow, selectRows, type TableRow } from "../selectRows";
import { parseSql, type SqlStatement } from "./parseSql";

/** What a statement gave. */
export type SqlResult =
  | { readonly kind: "rows"; readonly columns: readonly string[]; readonly rows: readonly TableRow[] }
  | { readonly kind: "count"; readonly count: number }
  | { readonly kind: "description"; readonly description: TableDescription }
  /** `rows`: how many were inserted, changed or removed; 0 for create and alter. */
  | {
      readonly kind: "written";
      readonly statement: SqlStatement["kind"];
      readonly rows: number;
      readonly outcome: WriteOutcome;
    };

/** The one key that the conditions name, when they name nothing else: the row is then found without a scan. */
function keyOf({ keyField }: TableDescription, conditions: readonly Condition[]): string | undefined {
  const [only, ...others] = conditions;
  return only && others.length === 0 && only.operator === "=" && only.field === keyField ? only.value : undefined;
}

function pick(row: TableRow, columns: readonly string[]): TableRow {
  return Object.fromEntries(columns.map((column) => [column, row[column] ?? ""]));
}

async function runSelect(session: ChainSession, statement: SqlStatement & { kind: "select" }): Promise<SqlResult> {
  const { table, columns, limit } = statement;
  const description = await describeTable(session, table);
  const conditions = statement.conditions.length > 0 ? statement.conditions : [everyRow(description)];
  if (columns === "count") return { kind: "count", count: await countRows(session, table, conditions) };
  const all = [description.keyField, ...description.valueFields];
  const shown = columns ?? all;
  const unknown = shown.find((column) => !all.includes(column));
  if (unknown !== undefined) throw clientError("fieldUnknown", { table, field: unknown, columns: all });
  const key = keyOf(description, conditions);
  const rows = await readRows(session, table, conditions, limit, key);
  return { kind: "rows", columns: shown, rows: rows.map((row) => pick(row, shown)) };
}

async function readRows(
  session: ChainSession,
  table: string,
  conditions: readonly Condition[],
  limit: RowLimit,
  key: string | undefined,
): Promise<readonly TableRow[]> {
  if (key === undefined) return selectRows(session, table, conditions, limit);
  const row = await selectRow(session, table, key);
  return row && meansFirst(limit) ? [row] : [];
}

async function insertedRow(
  session: ChainSession,
  statement: SqlStatement & { kind: "insert" },
  options?: TableWriteOptions,
): Promise<TableRow> {
  const { table, values } = statement;
  let { columns } = statement;
  if (!columns) {
    const { keyField, valueFields } = await describeTable(session, table, questionsFor(options));
    columns = [keyField, ...valueFields];
  }
  if (columns.length !== values.length) {
    throw clientError("fieldMissing", {
      table,
      field: columns[values.length] ?? columns,
      columns: columns,
    });
  }
  return Object.fromEntries(columns.map((column, index) => [column, values[index] ?? ""] as const));
}

async function changeRows(
  session: ChainSession,
  signer: Signer,
  statement: SqlStatement & { kind: "update" | "delete" },
  options?: TableWriteOptions,
): Promise<WriteOutcome> {
  const { table, conditions, limit } = statement;
  const named = keyOf(await describeTable(session, table, questionsFor(options)), conditions);
  const key = meansFirst(limit) ? named : undefined;
  const where = key === undefined ? { table, conditions, limit } : { table, key };
  if (statement.kind === "delete") return removeRows(session, signer, where, options);
  return updateRows(session, signer, { ...where, changes: statement.changes }, options);
}

/**
 * Runs a statement of the console's SQL on the tables of the chain. A statement that changes something needs a signer.
 * @throws ChainError usage `sqlSyntax`, `sqlUnsupported`, `signerNeeded`; and what the table operations throw.
 */
export async function runSql(
  session: ChainSession,
  signer: Signer | undefined,
  text: string,
  options?: TableWriteOptions,
): Promise<SqlResult> {
  const statement = parseSql(text);
  if (statement.kind === "select") return runSelect(session, statement);
  if (statement.kind === "desc")
    return { kind: "description", description: await describeTable(session, statement.table) };
  if (!signer) throw clientError("signerNeeded", { operation: statement.kind });
  switch (statement.kind) {
    case "create":
      return {
        kind: "written",
        statement: "create",
        rows: 0,
        outcome: await createTable(session, signer, statement, options),
      };
    case "alter":
      return {
        kind: "written",
        statement: "alter",
        rows: 0,
        outcome: await appendColumns(session, signer, statement, options),
      };
    case "insert": {
      const row = await insertedRow(session, statement, options);
      const outcome = await insertRow(session, signer, { table: statement.table, row }, options);
      return { kind: "written", statement: "insert", rows: outcome.code, outcome };
    }
    case "update":
    case "delete": {
      const outcome = await changeRows(session, signer, statement, options);
      return { kind: "written", statement: statement.kind, rows: outcome.code, outcome };
    }
  }
}
