import { createHash } from "node:crypto";

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
  /** Characters of a text that never has more: MySQL wants to know it of what it finds rows by. */
  readonly max?: number;
  /** It came after the table did: an index of before gets it, with NULL in the rows that are there. */
  readonly added?: true;
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

/** The databases that an index may be in; MariaDB goes as MySQL. */
export type DatabaseEngine = "sqlite" | "postgres" | "mysql";

/** What becomes of a column when a row comes that is there already: the new value, the sum, or the lesser or greater of both. */
type Merge = "new" | "sum" | "least" | "greatest";

/** How a database writes what the standard leaves open. All of them take names in quotation marks. */
export interface Dialect {
  /** The statements that make a table with its indexes, where it isn't there yet. */
  createTable(table: Table): string[];
  createView(name: string, query: string): string;
  /** The statement that adds a column, which may be NULL. */
  addColumn(table: string, column: Column): string;
  /** The statement that gives the names of a table's columns; the table's name is its value. */
  readonly columnNames: string;
  /** What stands behind a SELECT whose rows no other may change until the transaction ends. */
  readonly forUpdate: string;
  /** The database's own clock, in milliseconds since 1970. */
  readonly nowMs: string;
  /** A name as it stands in a statement; any text is one name. */
  quoted(name: string): string;
  /** What stands behind the rows of an INSERT: rows that are there stay as they are. */
  kept(table: Table): string;
  /** The same, where the columns that are named change. */
  merged(table: Table, merges: Merges): string;
}

export type Merges = Readonly<Record<string, Merge>>;

/** Letters, digits and underscores alone need no mind; everything else is in quotation marks, with those inside doubled. */
export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A name that is too long for the database keeps its beginning, and is unique by digits of its hash. */
export function shortName(name: string, maxLength: number): string {
  if (name.length <= maxLength) return name;
  const digits = createHash("sha256").update(name).digest("hex").slice(0, 16);
  return `${name.slice(0, maxLength - 17)}_${digits}`;
}

/** `INSERT INTO table (every column)`; the rows come behind it. */
export const insertInto = ({ quoted }: Dialect, { name, columns }: Table): string =>
  `INSERT INTO ${quoted(name)} (${columns.map((column) => quoted(column.name)).join(", ")})`;

/** `ON CONFLICT`, as SQLite and PostgreSQL have it. */
export function onConflict(
  quoted: (name: string) => string,
  { least, greatest }: { readonly least: string; readonly greatest: string },
): Pick<Dialect, "kept" | "merged"> {
  return {
    kept: () => "ON CONFLICT DO NOTHING",
    merged({ name, key }, merges) {
      const changes = Object.entries(merges).map(([column, merge]) => {
        const [own, given] = [`${quoted(name)}.${quoted(column)}`, `excluded.${quoted(column)}`];
        const value = {
          new: given,
          sum: `${own} + ${given}`,
          least: `${least}(${own}, ${given})`,
          greatest: `${greatest}(${own}, ${given})`,
        }[merge];
        return `${quoted(column)} = ${value}`;
      });
      return `ON CONFLICT (${key.map(quoted).join(", ")}) DO UPDATE SET ${changes.join(", ")}`;
    },
  };
}
