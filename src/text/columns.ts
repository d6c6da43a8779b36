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

/** A line doesn't begin with these, and a break isn't wanted behind those. */
const closing = /[\u3001\u3002\u300b\u300d\u3011\uff01\uff09\uff0c\uff1a\uff1b\uff1f]/u;
const opening = /[\u300a\u300c\u3010\uff08]/u;

/** Words with the blanks behind them; each character of East Asian scripts is one, with the marks that belong to it. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  let before = " ";
  for (const character of text) {
    const isWide = wide.test(character) || wide.test(before);
    const isBreak = before === " " ? character !== " " : isWide && character !== " ";
    if (words.length === 0 || (isBreak && !closing.test(character) && !opening.test(before))) words.push(character);
    else words[words.length - 1] += character;
    before = character;
  }
  return words;
}

/**
 * A text in lines of at most so many columns, broken between words. A word that is longer stays whole, so that it can be copied.
 * @param indent what stands before all lines but the first
 */
export function wrapped(text: string, width: number, indent = ""): string[] {
  if (widthOf(text) <= width) return [text];
  const [first = "", ...words] = wordsOf(text);
  const lines = [first];
  for (const word of words) {
    const longer = `${lines.at(-1) ?? ""}${word}`;
    if (widthOf(longer.trimEnd()) > width) lines.push(indent + word);
    else lines[lines.length - 1] = longer;
  }
  return lines.map((line) => line.trimEnd());
}

const gap = "  ";

/**
 * The width of each column of a table that is no wider than the room, where columns of words can give so much; else of its widest cell.
 * @param right columns whose values stand on the right: they give nothing
 */
export function fittedWidths(rows: readonly (readonly string[])[], right: readonly number[], room: number): number[] {
  const widths = columnWidths(rows);
  const wordWidth = (place: number): number =>
    Math.max(...rows.flatMap((row) => wordsOf(row[place] ?? "").map((word) => widthOf(word.trimEnd()))), 0);
  const minWidths = widths.map((width, place) => (right.includes(place) ? width : wordWidth(place)));
  const fitted = [...widths];
  let excess = fitted.reduce((sum, width) => sum + width + gap.length, -gap.length) - room;
  while (excess > 0) {
    // the widest gives first
    const [widest] = fitted
      .map((width, place) => ({ width, place }))
      .filter(({ width, place }) => width > (minWidths[place] ?? 0))
      .sort((one, other) => other.width - one.width);
    if (!widest) return widths;
    fitted[widest.place] = widest.width - 1;
    excess--;
  }
  return fitted;
}

/**
 * Rows of a table as lines, each column as wide as its widest cell. What is wider than the room is broken within columns of words.
 * @param right columns whose values stand on the right
 */
export function tableLines(
  rows: readonly (readonly string[])[],
  right: readonly number[] = [],
  room = Number.POSITIVE_INFINITY,
): string[] {
  const widths = fittedWidths(rows, right, room);
  return rows.flatMap((row) => {
    const cells = row.map((cell, place) => (right.includes(place) ? [cell] : wrapped(cell, widths[place] ?? 0)));
    const height = Math.max(1, ...cells.map((lines) => lines.length));
    return Array.from({ length: height }, (_, line) =>
      cells
        .map((lines, place) => padded(lines[line] ?? "", widths[place] ?? 0, right.includes(place)))
        .join(gap)
        .trimEnd(),
    );
  });
}
