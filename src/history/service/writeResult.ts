import { streamWholeFile } from "../../files/wholeFile";
import { shortened } from "../../text/shortText";
import type { CellValue, QueryRows } from "../../webview/queryResult/messages";
import { type ResultFormat, resultWriter } from "../export/resultWriter";
import { plainValue, writtenTimeMs } from "../query/historyQueries";
import type { SqliteQueries } from "../query/sqliteQuery";
import type { QueryParameters } from "./messages";

/** Characters of one value, and of all, that a page takes. */
const maxValueLength = 4000;
const maxCharacters = 8 * 1024 * 1024;

const short = (value: CellValue): CellValue => (typeof value === "string" ? shortened(value, maxValueLength) : value);

/** Rows of a query as a page shows them. @throws ChainError as `SqliteQueries.each` */
export function shownResult(queries: SqliteQueries, sql: string, max: number, parameters: QueryParameters): QueryRows {
  const began = performance.now();
  const rows: CellValue[][] = [];
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

/**
 * Writes all rows of a query into a file, which is there when it is whole: a link of the project at the place, or beside it, isn't written
 * through. Gives how many.
 * @throws ChainError as `SqliteQueries.each`; Error of the file system
 */
export async function writeResult(
  queries: SqliteQueries,
  { sql, parameters, to, format }: { sql: string; parameters: QueryParameters; to: string; format: ResultFormat },
): Promise<number> {
  return streamWholeFile(to, async (write) => {
    const writer = await resultWriter(format, write);
    let rows = 0;
    const { columns } = queries.each(sql, { parameters, timeMs: writtenTimeMs }, (row, known) => {
      writer.row(row, known);
      rows += 1;
      return true;
    });
    await writer.end(columns);
    return rows;
  });
}
