import { type Column, type Dialect, type Index, onConflict, quotedName } from "../store/dialect";

/**
 * Declared types, by which SQLite chooses how it stores and by which a query's results are written again (`BIGTEXT`, `TIMEINT`): names
 * with INT are integers, with TEXT texts.
 */
const types: Readonly<Record<Column["type"], string>> = {
  int: "INTEGER",
  time: "TIMEINT",
  bool: "BOOLINT",
  text: "TEXT",
  json: "JSONTEXT",
  big: "BIGTEXT",
  blob: "BLOB",
};

const list = (names: readonly string[]): string => names.map(quotedName).join(", ");

function createIndex(table: string, { columns, unique = false, where }: Index): string {
  const name = quotedName(`${table}__${columns.join("_")}`);
  const condition = where === undefined ? "" : ` WHERE ${where}`;
  return `CREATE ${unique ? "UNIQUE " : ""}INDEX IF NOT EXISTS ${name} ON ${quotedName(table)} (${list(columns)})${condition}`;
}

export const sqliteDialect: Dialect = {
  ...onConflict(quotedName, { least: "min", greatest: "max" }),
  quoted: quotedName,
  // who writes in a file writes alone
  forUpdate: "",
  nowMs: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
  createView: (name, query) => `CREATE VIEW IF NOT EXISTS ${quotedName(name)} AS ${query}`,
  addColumn: (table, { name, type }) =>
    `ALTER TABLE ${quotedName(table)} ADD COLUMN ${quotedName(name)} ${types[type]}`,
  columnNames: "SELECT name FROM pragma_table_info(?)",
  createTable({ name, columns, key, indexes = [] }) {
    const [only] = key;
    const isRow = key.length === 1 && columns.some((column) => column.name === only && column.type === "int");
    const lines = columns.map((column) => {
      const isKey = isRow && column.name === only;
      return `${quotedName(column.name)} ${types[column.type]}${isKey ? " PRIMARY KEY" : column.optional ? "" : " NOT NULL"}`;
    });
    if (!isRow) lines.push(`PRIMARY KEY (${list(key)})`);
    const table = `CREATE TABLE IF NOT EXISTS ${quotedName(name)} (${lines.join(", ")})${isRow ? "" : " WITHOUT ROWID"}`;
    return [table, ...indexes.map((index) => createIndex(name, index))];
  },
};
