import type { DatabaseEngine } from "../store/dialect";

/** What saved questions say in the words of one database: times in milliseconds since 1970 as texts, in UTC. */
export interface DialectKeywords {
  utc(time: string): string;
  hour(time: string): string;
  day(time: string): string;
  /** The other way round: a text such as `2026-11-19` or `2026-11-19 13:05:00`, in UTC, as milliseconds. */
  moment(text: string): string;
  /** Lists tables and views: `table`, `kind`, `columns`, `stands_for`. */
  readonly tables: string;
}

const sqliteTables = `SELECT m.name AS "table", m.type AS kind, group_concat(p.name, ', ') AS columns,
    (SELECT d.signature FROM decoded_tables d WHERE d.name = m.name) AS stands_for
  FROM pragma_table_list l JOIN sqlite_master m ON m.name = l.name, pragma_table_info(m.name) p
  WHERE l.schema = 'main' AND m.type IN ('table', 'view') AND m.name NOT LIKE 'sqlite_%' GROUP BY m.name ORDER BY m.type, m.name`;

const serverTables = (columns: string, schema: string): string => `SELECT t.table_name AS "table",
    CASE WHEN t.table_type = 'VIEW' THEN 'view' ELSE 'table' END AS kind, ${columns} AS columns, min(d.signature) AS stands_for
  FROM information_schema.tables t
  JOIN information_schema.columns c ON c.table_schema = t.table_schema AND c.table_name = t.table_name
  LEFT JOIN decoded_tables d ON lower(d.name) = lower(t.table_name)
  WHERE t.table_schema = ${schema} GROUP BY t.table_name, t.table_type ORDER BY kind, t.table_name`;

const strftime = (form: string) => (time: string) => `strftime('${form}', ${time} / 1000, 'unixepoch')`;
const toChar = (form: string) => (time: string) =>
  `to_char(to_timestamp(${time} / 1000) AT TIME ZONE 'UTC', '${form}')`;
const dateFormat = (form: string) => (time: string) =>
  `date_format(timestampadd(SECOND, ${time} DIV 1000, '1970-01-01'), '${form}')`;

export const queryWords: Readonly<Record<DatabaseEngine, DialectKeywords>> = {
  sqlite: {
    utc: strftime("%Y-%m-%d %H:%M:%S"),
    hour: strftime("%Y-%m-%d %H:00"),
    day: strftime("%Y-%m-%d"),
    moment: (text) => `moment(${text})`,
    tables: sqliteTables,
  },
  postgres: {
    utc: toChar("YYYY-MM-DD HH24:MI:SS"),
    hour: toChar("YYYY-MM-DD HH24:00"),
    day: toChar("YYYY-MM-DD"),
    moment: (text) => `CAST(extract(epoch FROM CAST(${text} AS timestamp)) * 1000 AS bigint)`,
    tables: serverTables("string_agg(c.column_name, ', ' ORDER BY c.ordinal_position)", "current_schema()"),
  },
  mysql: {
    utc: dateFormat("%Y-%m-%d %H:%i:%s"),
    hour: dateFormat("%Y-%m-%d %H:00"),
    day: dateFormat("%Y-%m-%d"),
    moment: (text) => `timestampdiff(SECOND, '1970-01-01', ${text}) * 1000`,
    tables: serverTables("group_concat(c.column_name ORDER BY c.ordinal_position SEPARATOR ', ')", "database()"),
  },
};
