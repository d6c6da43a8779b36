import { csvWriter } from "./csv";
import { jsonLinesWriter } from "./jsonLines";
import type { RowWriter, Sink } from "./rowWriter";

/** The forms that a result is written into a file in. */
export type ResultFormat = "csv" | "jsonl" | "parquet";

/**
 * What writes rows in a form; that of Parquet is loaded when it is asked for.
 * @param withMark of CSV, as `csvWriter` takes it
 */
export async function resultWriter(format: ResultFormat, sink: Sink, withMark?: boolean): Promise<RowWriter> {
  if (format === "parquet") return (await import("./parquet")).parquetRowWriter(sink);
  return format === "csv" ? csvWriter(sink, withMark) : jsonLinesWriter(sink);
}
