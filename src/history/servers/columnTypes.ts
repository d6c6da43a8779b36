import { baseTables } from "../schema/baseTables";
import type { ColumnType } from "../store/dialect";
import type { StoredValue } from "../store/historyStore";

/** What the columns of an index's tables hold, by names in small letters: a server knows only how it keeps them. */
export class ColumnTypes {
  readonly #tables = new Map<string, ReadonlyMap<string, ColumnType>>();
  /** Columns of views have the names of those that they come from. */
  readonly #views = new Map<string, ColumnType>();

  constructor() {
    for (const { name, columns } of baseTables) {
      this.#tables.set(name, new Map(columns.map((column) => [column.name, column.type])));
      for (const column of columns) if (!this.#views.has(column.name)) this.#views.set(column.name, column.type);
    }
  }

  /** @param rows name and columns of `decoded_tables` */
  add(rows: readonly (readonly StoredValue[])[]): void {
    for (const [name, columns] of rows) {
      const own = JSON.parse(String(columns)) as { readonly name: string; readonly type: ColumnType }[];
      this.#tables.set(String(name).toLowerCase(), new Map(own.map((each) => [each.name.toLowerCase(), each.type])));
    }
  }

  of(table: string, column: string): ColumnType | undefined {
    return (this.#tables.get(table.toLowerCase()) ?? this.#views).get(column.toLowerCase());
  }
}
