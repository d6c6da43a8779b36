import { offsetText, zoneOffsets } from "../../text/formats";
import { dayMs } from "../../time/units";
import type { DatabaseEngine } from "../store/dialect";

/** What saved questions say in the words of one database: times in milliseconds since 1970 as texts, in one time zone. */
interface DialectKeywords {
  second(time: string): string;
  hour(time: string): string;
  day(time: string): string;
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

/** A form of times in a database, of milliseconds since 1970. */
type TimeForm = (time: string) => string;

const strftime =
  (form: string): TimeForm =>
  (time) =>
    `strftime('${form}', ${time} / 1000, 'unixepoch')`;
const toChar =
  (form: string): TimeForm =>
  (time) =>
    `to_char(to_timestamp(${time} / 1000) AT TIME ZONE 'UTC', '${form}')`;
const dateFormat =
  (form: string): TimeForm =>
  (time) =>
    `date_format(timestampadd(SECOND, ${time} DIV 1000, '1970-01-01'), '${form}')`;

const forms: Readonly<Record<DatabaseEngine, DialectKeywords>> = {
  sqlite: { second: strftime("%Y-%m-%d %H:%M:%S"), hour: strftime("%Y-%m-%d %H:00"), day: strftime("%Y-%m-%d") },
  postgres: { second: toChar("YYYY-MM-DD HH24:MI:SS"), hour: toChar("YYYY-MM-DD HH24:00"), day: toChar("YYYY-MM-DD") },
  mysql: {
    second: dateFormat("%Y-%m-%d %H:%i:%s"),
    hour: dateFormat("%Y-%m-%d %H:00"),
    day: dateFormat("%Y-%m-%d"),
  },
};

/** Lists tables and views: `table`, `kind`, `columns`, `stands_for`. */
export const tablesQuery: Readonly<Record<DatabaseEngine, string>> = {
  sqlite: sqliteTables,
  postgres: serverTables("string_agg(c.column_name, ', ' ORDER BY c.ordinal_position)", "current_schema()"),
  mysql: serverTables("group_concat(c.column_name ORDER BY c.ordinal_position SEPARATOR ', ')", "database()"),
};

/** No chain of this kind is older; clocks of zones are known for these years. */
const firstMs = Date.UTC(2017, 0, 1);
const yearsAhead = 2;

/** A moment as the clocks of a zone show it, by arithmetic alone: no database has to know the zone. */
function shownIn(zone: string, nowMs: number): (time: string) => string {
  const offsets = zoneOffsets(firstMs, nowMs + yearsAhead * 365 * dayMs, zone);
  const [first, ...later] = offsets;
  if (first === undefined || (later.length === 0 && first.offsetMs === 0)) return (time) => time;
  if (later.length === 0) return (time) => `(${time} + ${first.offsetMs})`;
  return (time) => {
    const cases = later.toReversed().map(({ fromMs, offsetMs }) => `WHEN ${time} >= ${fromMs} THEN ${offsetMs}`);
    return `(${time} + CASE ${cases.join(" ")} ELSE ${first.offsetMs} END)`;
  };
}

/** The words of a database for times in a zone, and what its columns are called: `utc`, `utc+8`, `Europe/Berlin`. */
export function dialectKeywords(
  engine: DatabaseEngine,
  zone: string,
  nowMs: number,
): DialectKeywords & { readonly zoneName: string } {
  const shown = shownIn(zone, nowMs);
  const { second, hour, day } = forms[engine];
  const offsets = zoneOffsets(firstMs, nowMs + yearsAhead * 365 * dayMs, zone);
  return {
    second: (time) => second(shown(time)),
    hour: (time) => hour(shown(time)),
    day: (time) => day(shown(time)),
    zoneName: offsets.length === 1 ? offsetText(offsets[0]?.offsetMs ?? 0).toLowerCase() : zone,
  };
}
