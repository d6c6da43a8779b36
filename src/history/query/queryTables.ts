import type { ColumnType } from "../store/dialect";
import { columnTypeOf, type SqliteQueries } from "./sqliteQuery";

/** A table or view that a query may name. */
export interface QueryTable {
  readonly name: string;
  readonly kind: "table" | "view";
  readonly columns: readonly { readonly name: string; readonly type?: ColumnType }[];
  /** What it was made for: an event or a function of a contract. */
  readonly standsFor?: {
    readonly kind: "event" | "call";
    readonly contract: string;
    readonly signature: string;
  };
}

const max = 100_000;

/** The tables and views of an index with their columns, by name. */
export function queryTables(queries: SqliteQueries): QueryTable[] {
  const { rows } = queries.ask(
    `SELECT m.name, m.type, p.name, p.type, d.kind, i.name, d.signature
      FROM pragma_table_list l JOIN sqlite_master m ON m.name = l.name JOIN pragma_table_info(m.name) p
      LEFT JOIN decoded_tables d ON d.name = m.name LEFT JOIN interfaces i ON i.id = d.interface
      WHERE l.schema = 'main' AND m.type IN ('table', 'view') AND m.name NOT LIKE 'sqlite_%' ORDER BY m.name, p.cid`,
    max,
  );
  const tables = new Map<string, QueryTable & { readonly columns: { name: string; type?: ColumnType }[] }>();
  for (const [name, kind, column, type, made, contract, signature] of rows) {
    const table = tables.get(String(name)) ?? {
      name: String(name),
      kind: kind === "view" ? "view" : "table",
      columns: [],
      ...(made === "event" || made === "call"
        ? { standsFor: { kind: made, contract: String(contract ?? ""), signature: String(signature ?? "") } }
        : {}),
    };
    const known = columnTypeOf(String(type));
    table.columns.push({ name: String(column), ...(known ? { type: known } : {}) });
    tables.set(table.name, table);
  }
  return [...tables.values()];
}
