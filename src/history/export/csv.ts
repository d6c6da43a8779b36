import { plainValue, type ResultColumn } from "../query/queryResult";
import type { StoredValue } from "../store/historyStore";
import type { RowWriter, Sink } from "./rowWriter";

/** A text that has to be told from nothing, or that holds a mark of the form, stands in quotation marks (RFC 4180). */
function cell(value: string | number | boolean | null): string {
  if (value === null) return "";
  const text = String(value);
  return typeof value === "string" && /^$|[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const line = (cells: readonly (string | number | boolean | null)[]): string => `${cells.map(cell).join(",")}\n`;

/** CSV as RFC 4180 has it, in UTF-8, with a line of names; NULL is empty, an empty text `""`. */
export function csvWriter(sink: Sink): RowWriter {
  let begun = false;
  const begin = (columns: readonly ResultColumn[]): void => {
    if (!begun) sink(line(columns.map(({ name }) => name)));
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
