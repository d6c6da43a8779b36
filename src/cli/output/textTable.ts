import { fittedWidths, tableLines, wrapped } from "../../text/columns";
import { shortened } from "../../text/shortText";
import { visibleLine } from "../../text/visibleText";

const maxCellLength = 120;

const cellText = (text: string): string => visibleLine(shortened(text, maxCellLength));

/** Columns of the terminal; without end where the output goes elsewhere. */
export const terminalWidth = (): number =>
  process.stdout.isTTY && process.stdout.columns > 0 ? process.stdout.columns : Number.POSITIVE_INFINITY;

/** Prose no wider than the terminal; where a line goes on, it is indented. */
export const proseLines = (text: string): string[] => wrapped(text, terminalWidth(), "  ");

/** A table for a terminal, no wider than it, with a line below its heads. @param right columns whose values stand on the right */
export function textTable(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly number[] = [],
  cell = cellText,
): string[] {
  const cells = [heads, ...rows.map((row) => row.map(cell))];
  const room = terminalWidth();
  const rule = fittedWidths(cells, right, room).map((width) => "-".repeat(width));
  return tableLines([heads, rule, ...cells.slice(1)], right, room);
}
