import { createHash } from "node:crypto";
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
   * The same beside others who write so: a single writer doesn't, and what two of them change at once they settle by the rows. It
   * makes no tables.
   */
  writeBeside<Result>(work: (transaction: StoreTransaction) => Promise<Result>): Promise<Result>;
  /** Does work that sees one state of the database. */
  read<Result>(work: (transaction: StoreTransaction) => Promise<Result>): Promise<Result>;
  /** Bytes on disk. */
  size(): Promise<number>;
  close(): Promise<void>;
}

/** Characters of a name that stays whole: what a column has room for by which rows are found. */
const maxLength = 255;
const digitsOfCut = 8;

/** As every database keeps it: no text in UTF-8 has half of a character. */
const kept = (text: string): string => withoutNull(text).replaceAll(/\p{Surrogate}/gu, "\ufffd");

/**
 * A name that a chain makes up, the same in every database: one that is too long is cut, with the first digits of its hash behind it. So
 * are signatures that are counted, and recipients that are no address.
 */
export function keptName(name: string): string {
  if (name.length <= maxLength) return kept(name);
  const digits = createHash("sha256").update(name).digest("hex").slice(0, digitsOfCut);
  return `${kept(name.slice(0, maxLength - digitsOfCut - 1))}…${digits}`;
}

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
