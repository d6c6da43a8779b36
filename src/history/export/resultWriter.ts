import { byteOrderMark, csvCell, usualByteOrderMark } from "../../text/csvCell";
import { plainValue, type ResultColumn } from "../query/historyQueries";
import type { StoredValue } from "../store/historyStore";
import { jsonLinesWriter, type RowWriter, type Sink } from "./jsonLines";

const line = (cells: readonly (string | number | boolean | null)[]): string => `${cells.map(csvCell).join(",")}\n`;

/**
 * CSV as RFC 4180 has it, in UTF-8, with a line of names; NULL is empty, an empty text `""`.
 * @param withMark a byte order mark comes first; where it isn't said, in Chinese
 */
export function csvWriter(sink: Sink, withMark = usualByteOrderMark()): RowWriter {
  let begun = false;
  const begin = (columns: readonly ResultColumn[]): void => {
    if (!begun) sink(`${withMark ? byteOrderMark : ""}${line(columns.map(({ name }) => name))}`);
    begun = true;
  };
  return {
    row(values: readonly StoredValue[], columns) {
      begin(columns);
      sink(line(values.map((value, place) => plainValue(value, columns[place]?.type))));
    },
    end: async (columns) => begin(columns),
  };
}

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
