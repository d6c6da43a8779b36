/**
 * What the index keeps in a column, whichever database it is. `big` are integers wider than 63 bits (`bigText.ts`), `time` milliseconds
 * since 1970, `json` lists and structs as JSON text.
 */
export type ColumnType = "int" | "time" | "bool" | "text" | "json" | "big" | "blob";

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** Whether it may be NULL; most may not. */
  readonly optional?: boolean;
}

export interface Index {
  readonly columns: readonly string[];
  readonly unique?: boolean;
  /** Only rows that fulfil it, plain SQL. */
  readonly where?: string;
}

/** A table of the index, in words that every database has. */
export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly key: readonly string[];
  readonly indexes?: readonly Index[];
  /** A row that is there already is the same row: it stays. */
  readonly shared?: true;
}

/** How a database writes what the standard leaves open. */
export interface Dialect {
  /** The statements that make a table with its indexes, where it isn't there yet. */
  createTable(table: Table): string[];
  /** A name as it stands in a statement; any text is one name. */
  quoted(name: string): string;
  /** The lesser of two values, and the greater. */
  least(one: string, other: string): string;
  greatest(one: string, other: string): string;
}

/** Letters, digits and underscores alone need no mind; everything else is in quotation marks, with those inside doubled. */
export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
