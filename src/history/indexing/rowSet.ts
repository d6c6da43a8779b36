import type { Table } from "../store/dialect";
import type { StoredRow } from "../store/historyStore";
import { TimedCounts } from "./timedCounts";

/** Rows for tables that are written together. */
export class RowSet {
  /** Of the events and calls among them. */
  readonly counts = new TimedCounts();
  readonly #rows = new Map<string, { readonly table: Table; readonly rows: StoredRow[] }>();

  add(table: Table, row: StoredRow): void {
    const known = this.#rows.get(table.name);
    if (known) known.rows.push(row);
    else this.#rows.set(table.name, { table, rows: [row] });
  }

  get tables(): Iterable<{ readonly table: Table; readonly rows: readonly StoredRow[] }> {
    return this.#rows.values();
  }
}
