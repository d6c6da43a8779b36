import { streamWholeFile } from "../../files/wholeFile";
import { type ResultFormat, resultWriter } from "../export/resultWriter";
import { writtenTimeMs } from "../query/historyQueries";
import type { SqliteQueries } from "../query/sqliteQuery";
import type { QueryParameters } from "./messages";

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
