import type { Dialect, Table } from "./dialect";

/** What stands in a column: integers beyond 2^53 as bigint. */
export type StoredValue = string | number | bigint | Uint8Array | null;
export type StoredRow = readonly StoredValue[];

/** Work inside of one transaction of the database. */
export interface StoreTransaction {
  /** One statement, with its values in the order of its question marks. */
  execute(sql: string, values?: StoredRow): Promise<void>;
  /** What a statement gives, whole. */
  rows(sql: string, values?: StoredRow): Promise<StoredValue[][]>;
  /** Many rows, with a value for each column of the table: the way that costs least. */
  insert(table: Table, rows: readonly StoredRow[]): Promise<void>;
  /** The same statement for many rows of values. */
  executeMany(sql: string, rows: readonly StoredRow[]): Promise<void>;
}

/** A database that holds an index. What differs between databases is behind this interface and its dialect. */
export interface HistoryStore {
  readonly dialect: Dialect;
  /** For people: a file, or a server without its password. */
  readonly label: string;
  /**
   * Does work in one transaction that writes: all of it, or nothing when it throws. Those of other processes wait.
   * @throws ChainError usage `historyBusy`, `historyDisk`
   */
  write<Result>(work: (transaction: StoreTransaction) => Promise<Result>): Promise<Result>;
  /** Does work that sees one state of the database. */
  read<Result>(work: (transaction: StoreTransaction) => Promise<Result>): Promise<Result>;
  /** Bytes on disk. */
  size(): Promise<number>;
  close(): Promise<void>;
}
