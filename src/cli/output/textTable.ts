import { shortened } from "../../text/shortened";
import { visibleLine } from "../../text/visibleText";

/** Characters of East Asian scripts take two columns of a terminal. */
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;

/** Columns that a text takes in a terminal. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += wide.test(character) ? 2 : 1;
  return width;
}

const longestCell = 120;

const cellText = (text: string): string => visibleLine(shortened(text, longestCell));

/** A table for a terminal. @param right columns whose values stand on the right */
export function textTable(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly number[] = [],
): string[] {
  const cells = rows.map((row) => row.map(cellText));
  const widths = heads.map((head, place) =>
    cells.reduce((width, row) => Math.max(width, widthOf(row[place] ?? "")), widthOf(head)),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((text, place) => {
        const blanks = " ".repeat(Math.max(0, (widths[place] ?? 0) - widthOf(text)));
        return right.includes(place) ? blanks + text : text + blanks;
      })
      .join("  ")
      .trimEnd();
  return [line(heads), line(widths.map((width) => "-".repeat(width))), ...cells.map(line)];
}
