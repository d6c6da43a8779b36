import { type Column, type Dialect, type Index, quotedName, shortName, type Table } from "../store/dialect";

const types: Readonly<Record<Exclude<Column["type"], "text">, string>> = {
  int: "BIGINT",
  time: "BIGINT",
  bool: "TINYINT",
  json: "LONGTEXT",
  big: "CHAR(78)",
  blob: "LONGBLOB",
};
/** Characters of a long text that an index holds. */
const indexed = 191;
const maxNameLength = 64;

const list = (names: readonly string[]): string => names.map(quotedName).join(", ");

/**
 * MySQL 8 and MariaDB. Names are in quotation marks as everywhere, which the session's SQL mode says (`mysqlSession.ts`). Indexes come with
 * their tables, and have all rows: neither has indexes of some.
 * @param isMariaDb their collations by which texts compare byte by byte, blanks at the end included, have different names
 */
export function mysqlDialect(isMariaDb: boolean): Dialect {
  const collation = `CHARACTER SET utf8mb4 COLLATE ${isMariaDb ? "utf8mb4_nopad_bin" : "utf8mb4_0900_bin"}`;
  const typeOf = ({ type, max }: Column): string => {
    if (type === "big" || type === "json") return `${types[type]} ${collation}`;
    if (type !== "text") return types[type];
    return `${max === undefined ? "LONGTEXT" : `VARCHAR(${max})`} ${collation}`;
  };
  const key = ({ columns }: Table, index: Index): string => {
    const parts = index.columns.map((name) => {
      const column = columns.find((each) => each.name === name);
      const isLong = column?.type === "json" || (column?.type === "text" && column.max === undefined);
      return `${quotedName(name)}${isLong ? `(${indexed})` : ""}`;
    });
    return `${index.unique ? "UNIQUE " : ""}KEY ${quotedName(shortName(`by_${index.columns.join("_")}`, maxNameLength))} (${parts.join(", ")})`;
  };
  return {
    quoted: quotedName,
    forUpdate: "FOR UPDATE",
    nowMs: "CAST(unix_timestamp(sysdate(3)) * 1000 AS SIGNED)",
    createView: (name, query) => `CREATE OR REPLACE VIEW ${quotedName(name)} AS ${query}`,
    addColumn: (table, column) =>
      `ALTER TABLE ${quotedName(table)} ADD COLUMN ${quotedName(column.name)} ${typeOf(column)}`,
    columnNames:
      "SELECT column_name FROM information_schema.columns WHERE table_schema = database() AND table_name = ?",
    createTable(table) {
      const lines = [
        ...table.columns.map(
          (column) => `${quotedName(column.name)} ${typeOf(column)}${column.optional ? "" : " NOT NULL"}`,
        ),
        `PRIMARY KEY (${list(table.key)})`,
        ...(table.indexes ?? []).map((index) => key(table, index)),
      ];
      return [
        `CREATE TABLE IF NOT EXISTS ${quotedName(table.name)} (${lines.join(", ")}) ENGINE = InnoDB ROW_FORMAT = DYNAMIC`,
      ];
    },
    kept({ key: [first = ""] }) {
      return `ON DUPLICATE KEY UPDATE ${quotedName(first)} = ${quotedName(first)}`;
    },
    merged(_, merges) {
      const changes = Object.entries(merges).map(([column, merge]) => {
        const own = quotedName(column);
        const given = `VALUES(${own})`;
        const both = {
          new: given,
          sum: `${own} + ${given}`,
          least: `LEAST(${own}, ${given})`,
          greatest: `GREATEST(${own}, ${given})`,
        };
        return `${own} = ${both[merge]}`;
      });
      return `ON DUPLICATE KEY UPDATE ${changes.join(", ")}`;
    },
  };
}
