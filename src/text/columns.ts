/** Characters of East Asian scripts, and pictures, take two columns of a terminal, and of an editor. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** Columns that a text takes. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += wide.test(character) ? 2 : 1;
  return width;
}

/** A text with blanks behind it, or before it, up to a width. */
export function padded(text: string, width: number, isRight = false): string {
  const blanks = " ".repeat(Math.max(0, width - widthOf(text)));
  return isRight ? blanks + text : text + blanks;
}

/** The width of each column of a table. */
export const columnWidths = ([first = [], ...rows]: readonly (readonly string[])[]): number[] =>
  first.map((cell, place) => rows.reduce((width, row) => Math.max(width, widthOf(row[place] ?? "")), widthOf(cell)));

/** Rows of a table as lines, each column as wide as its widest cell. @param right columns whose values stand on the right */
export function tableLines(rows: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  const widths = columnWidths(rows);
  return rows.map((row) =>
    row
      .map((cell, place) => padded(cell, widths[place] ?? 0, right.includes(place)))
      .join("  ")
      .trimEnd(),
  );
}
