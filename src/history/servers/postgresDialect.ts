import { type Column, type Dialect, type Index, onConflict, quotedName, shortName, type Table } from "../store/dialect";

/**
 * Texts compare byte by byte, whatever language the database has: so wide integers sort as numbers (`bigText.ts`). Names are in small
 * letters, which is what PostgreSQL makes of a name without quotation marks: queries write them as they like.
 */
const types: Readonly<Record<Column["type"], string>> = {
  int: "bigint",
  time: "bigint",
  bool: "smallint",
  text: 'text COLLATE "C"',
  json: 'text COLLATE "C"',
  big: 'text COLLATE "C"',
  blob: "bytea",
};

const quoted = (name: string): string => quotedName(name.toLowerCase());
const list = (names: readonly string[]): string => names.map(quoted).join(", ");
/** PostgreSQL cuts names that are longer, and takes those that are the same then for one. */
const maxNameLength = 63;

function createIndex(table: string, { columns, unique = false, where }: Index): string {
  const condition = where === undefined ? "" : ` WHERE ${where}`;
  const name = quoted(shortName(`${table}__${columns.join("_")}`, maxNameLength));
  return `CREATE ${unique ? "UNIQUE " : ""}INDEX IF NOT EXISTS ${name} ON ${quoted(table)} (${list(columns)})${condition}`;
}

/** The type of a column's values in a list of them. */
export const arrayType = ({ type }: Column): string => `${types[type].replace(/ .*/, "")}[]`;

export const postgresDialect: Dialect = {
  ...onConflict(quoted, { least: "least", greatest: "greatest" }),
  quoted,
  forUpdate: "FOR UPDATE",
  nowMs: "(extract(epoch FROM clock_timestamp()) * 1000)::bigint",
  createView: (name, query) => `CREATE OR REPLACE VIEW ${quoted(name)} AS ${query}`,
  addColumn: (table, { name, type }) => `ALTER TABLE ${quoted(table)} ADD COLUMN ${quoted(name)} ${types[type]}`,
  columnNames:
    "SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = ?",
  createTable({ name, columns, key, indexes = [] }: Table) {
    const lines = columns.map(
      (column) => `${quoted(column.name)} ${types[column.type]}${column.optional ? "" : " NOT NULL"}`,
    );
    return [
      `CREATE TABLE IF NOT EXISTS ${quoted(name)} (${lines.join(", ")}, PRIMARY KEY (${list(key)}))`,
      ...indexes.map((index) => createIndex(name, index)),
    ];
  },
};
