import { randomBytes } from "node:crypto";
import { closeSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { hourMs } from "../../time/units";
import { type ResultFormat, resultWriter } from "../export/resultWriter";
import type { SqliteQueries } from "../query/sqliteQuery";
import type { QueryParameters } from "./messages";

/** What is written with all its rows may take its time. */
const timeMs = hourMs;

/**
 * Writes all rows of a query into a file, which is there when it is whole. Gives how many. Until then it has a name that no one knows
 * beforehand and that nothing had: a link of the project at the place, or beside it, isn't written through.
 * @throws ChainError as `SqliteQueries.each`; Error of the file system
 */
export async function writeResult(
  queries: SqliteQueries,
  { sql, parameters, to, format }: { sql: string; parameters: QueryParameters; to: string; format: ResultFormat },
): Promise<number> {
  const begun = `${to}.${randomBytes(8).toString("hex")}.part`;
  const file = openSync(begun, "wx");
  let rows = 0;
  try {
    const writer = await resultWriter(
      format,
      (piece) => void (typeof piece === "string" ? writeSync(file, piece) : writeSync(file, piece)),
    );
    const { columns } = queries.each(sql, { parameters, timeMs }, (row, known) => {
      writer.row(row, known);
      rows += 1;
      return true;
    });
    await writer.end(columns);
    closeSync(file);
    renameSync(begun, to);
    return rows;
  } catch (error) {
    try {
      closeSync(file);
    } finally {
      rmSync(begun, { force: true });
    }
    throw error;
  }
}
