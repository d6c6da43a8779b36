import { type QueryResult, shownValue } from "../../history/query/queryResult";
import { t } from "../../text/catalogue";
import { widthOf } from "../../text/columns";
import { shortened } from "../../text/shortText";
import { visibleLine } from "../../text/visibleText";
import { textTable } from "../output/textTable";

/** Widest cell of a table; the rest of a longer value is left out. */
const widest = 68;

function narrowed(text: string): string {
  const line = visibleLine(shortened(text, 4 * widest));
  if (widthOf(line) <= widest) return line;
  let kept = "";
  let width = 0;
  for (const character of line) {
    width += widthOf(character);
    if (width > widest - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

/** A result as a table for a terminal; numbers are on the right. */
export function resultTable({ columns, rows }: QueryResult): string[] {
  const isNumber = columns.map(({ type }, place) => {
    if (type === "time") return false;
    return (
      rows.every((row) => row[place] === null || typeof row[place] === "number" || typeof row[place] === "bigint") ||
      type === "big"
    );
  });
  const cells = rows.map((row) => row.map((value, place) => shownValue(value, columns[place]?.type)));
  const right = columns.flatMap((_, place) => (isNumber[place] ? [place] : []));
  const names = columns.map(({ name }) => narrowed(name));
  return textTable(names, cells, right, narrowed);
}

/** What is said below a result. */
export const countLine = (rows: number, more: boolean): string =>
  more ? t("{0} rows; there are more (--rows)", rows) : rows === 1 ? t("1 row") : t("{0} rows", rows);
