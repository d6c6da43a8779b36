import { shortened } from "../../text/shortText";
import { plainValue } from "../query/queryResult";
import type { SqliteQueries } from "../query/sqliteQuery";
import type { PlainValue, QueryParameters, ShownResult } from "./messages";

/** Characters of one value, and of all, that a page takes. */
const maxValueLength = 4000;
const maxCharacters = 8 * 1024 * 1024;

const short = (value: PlainValue): PlainValue => (typeof value === "string" ? shortened(value, maxValueLength) : value);

/** Rows of a query as a page shows them. @throws ChainError as `SqliteQueries.each` */
export function shownResult(
  queries: SqliteQueries,
  sql: string,
  max: number,
  parameters: QueryParameters,
): ShownResult {
  const began = performance.now();
  const rows: PlainValue[][] = [];
  let characters = 0;
  const { columns, more } = queries.each(sql, { parameters }, (row, known) => {
    if (rows.length >= max || characters > maxCharacters) return false;
    const shown = row.map((value, place) => short(plainValue(value, known[place]?.type)));
    for (const value of shown) characters += typeof value === "string" ? value.length : 8;
    rows.push(shown);
    return true;
  });
  return { columns, rows, more, milliseconds: Math.round(performance.now() - began) };
}
