import { columnWidths, tableLines } from "../../../text/columns";

/** A line break would tear the grid apart. */
const shown = (cell: string): string => cell.replace(/\r?\n/g, "⏎").replaceAll("\t", " ");

/** Rows as text in columns, with a header and a line below it. */
export function textGrid(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(shown));
  const rule = columnWidths([columns, ...cells]).map((width) => "─".repeat(width));
  return tableLines([columns, rule, ...cells]).join("\n");
}
