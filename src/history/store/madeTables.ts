import type { Dialect, Table } from "./dialect";
import type { StoreTransaction } from "./historyStore";

/**
 * Makes tables that aren't there yet, and adds the columns that came later to those that are.
 * @returns whether a column was added: views that show it have to be made again
 */
export async function makeTables(
  { execute, rows }: Pick<StoreTransaction, "execute" | "rows">,
  dialect: Dialect,
  tables: readonly Table[],
): Promise<boolean> {
  let added = false;
  for (const table of tables) {
    for (const sql of dialect.createTable(table)) await execute(sql);
    const later = table.columns.filter((column) => column.added);
    if (later.length === 0) continue;
    const known = new Set((await rows(dialect.columnNames, [table.name])).map(([name]) => String(name).toLowerCase()));
    for (const column of later) {
      if (known.has(column.name)) continue;
      await execute(dialect.addColumn(table.name, column));
      added = true;
    }
  }
  return added;
}
