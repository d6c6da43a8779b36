/** East Asian letters take two columns in an editor. */
function width(text: string): number {
  let sum = 0;
  for (const letter of text)
    sum += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/.test(letter) ? 2 : 1;
  return sum;
}

/** A line break would tear the grid apart. */
const shown = (cell: string): string => cell.replace(/\r?\n/g, "⏎").replaceAll("\t", " ");

/** Rows as text in columns, with a header and a line below it. */
export function textGrid(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(shown));
  const widths = columns.map((column, index) =>
    Math.max(width(column), ...cells.map((row) => width(row[index] ?? ""))),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, index) => cell + " ".repeat(Math.max(0, (widths[index] ?? 0) - width(cell))))
      .join("  ")
      .trimEnd();
  return [line(columns), widths.map((each) => "─".repeat(each)).join("  "), ...cells.map(line)].join("\n");
}
