import { plainValue, type ResultColumn } from "../query/queryResult";
import type { StoredValue } from "../store/historyStore";
import type { RowWriter, Sink } from "./rowWriter";

/** The names of columns, each once: of the same names the later ones get their place behind them. */
export function distinctColumns(columns: readonly ResultColumn[]): string[] {
  const taken = new Set<string>();
  return columns.map(({ name }, place) => {
    let found = name;
    while (taken.has(found)) found = `${found}_${place}`;
    taken.add(found);
    return found;
  });
}

/** A row as an object with a member for each column. */
export function rowObject(values: readonly StoredValue[], columns: readonly ResultColumn[]): object {
  const names = distinctColumns(columns);
  return Object.fromEntries(
    names.map((name, place) => [name, plainValue(values[place] ?? null, columns[place]?.type)]),
  );
}

/** An object a line. */
export const jsonLinesWriter = (sink: Sink): RowWriter => ({
  row: (values, columns) => sink(`${JSON.stringify(rowObject(values, columns))}\n`),
  end: async () => undefined,
});
