import { countedMs } from "../schema/baseTables";
import type { Table } from "../store/dialect";
import { keptName, type StoredRow } from "../store/historyStore";

/** How often events came and functions were called: for each ten minutes, contract and name, to be added to what is there. */
export class TimedCounts {
  readonly #rows = new Map<string, [kind: string, name: string, time: number, contract: string, total: number]>();

  /**
   * Counts one.
   * @param name signature where an ABI tells it; else topic or selector, or nothing
   * @param time of its block, in milliseconds since 1970
   */
  add(kind: "event" | "call", name: string, time: number, contract: string): void {
    const [counted, address, begin] = [keptName(name), keptName(contract), time - (time % countedMs)];
    const key = `${kind} ${begin} ${address.length} ${address}${counted}`;
    const row = this.#rows.get(key);
    if (row) row[4] += 1;
    else this.#rows.set(key, [kind, counted, begin, address, 1]);
  }

  /** In the order of a text of their keys: writers beside each other, who change the same rows, wait for one another in one direction. */
  get rows(): StoredRow[] {
    return [...this.#rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  }
}

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
