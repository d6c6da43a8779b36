import { columnWidths, tableLines } from "../../text/columns";
import { shortened } from "../../text/shortText";
import { visibleLine } from "../../text/visibleText";

const maxCellLength = 120;

const cellText = (text: string): string => visibleLine(shortened(text, maxCellLength));

/** A table for a terminal, with a line below its heads. @param right columns whose values stand on the right */
export function textTable(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly number[] = [],
  cell = cellText,
): string[] {
  const cells = [heads, ...rows.map((row) => row.map(cell))];
  const rule = columnWidths(cells).map((width) => "-".repeat(width));
  return tableLines([heads, rule, ...cells.slice(1)], right);
}
