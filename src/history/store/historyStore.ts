import type { Dialect, Merges, Table } from "./dialect";

/** What stands in a column: integers beyond 2^53 as bigint. */
export type StoredValue = string | number | bigint | Uint8Array | null;
export type StoredRow = readonly StoredValue[];

/** PostgreSQL has no text with the character 0: a sign for it stands there. */
export const withoutNull = (text: string): string => (text.includes("\0") ? text.replaceAll("\0", "\u2400") : text);

/** Work inside of one transaction of the database. */
export interface StoreTransaction {
  /** One statement, with its values in the order of its question marks. */
  execute(sql: string, values?: StoredRow): Promise<void>;
  /** What a statement gives, whole. */
  rows(sql: string, values?: StoredRow): Promise<StoredValue[][]>;
  /** Many rows, with a value for each column of the table: the way that costs least. */
  insert(table: Table, rows: readonly StoredRow[]): Promise<void>;
  /** Many rows, each with another key; of those that are there already some columns change. */
  merge(table: Table, rows: readonly StoredRow[], merges: Merges): Promise<void>;
  /** Changes columns of many rows: in each the new values in the order of the names, then those of the key. */
  update(table: Table, names: readonly string[], rows: readonly StoredRow[]): Promise<void>;
  /** Makes a table where the index has none of this name. */
  makeTable(table: Table): Promise<void>;
  dropTable(table: Pick<Table, "name">): Promise<void>;
}

/** A database that holds an index. What differs between databases is behind this interface and its dialect. */
export interface HistoryStore {
  readonly dialect: Dialect;
  /** For people: a file, or a server without its password. */
  readonly label: string;
  /** Makes tables, and views by their statements, that aren't there yet. @throws as `write` */
  makeSchema(tables: readonly Table[], views: Readonly<Record<string, string>>): Promise<void>;
  /**
   * Does work in one transaction that writes: all of it, or nothing when it throws. Those of other processes wait.
   * @throws ChainError usage `historyBusy`, `historyDiskFull`; of a server also transport `historyDatabaseAway`, usage
   * `historyDatabaseRefused`
   */
  write<Result>(work: (transaction: StoreTransaction) => Promise<Result>): Promise<Result>;
  /**
   * The same beside others who write so: no one does who writes alone, and what two of them change at once they settle by the rows. It
   * makes no tables.
   */
  writeBeside<Result>(work: (transaction: StoreTransaction) => Promise<Result>): Promise<Result>;
  /** Does work that sees one state of the database. */
  read<Result>(work: (transaction: StoreTransaction) => Promise<Result>): Promise<Result>;
  /** Bytes on disk. */
  size(): Promise<number>;
  close(): Promise<void>;
}
