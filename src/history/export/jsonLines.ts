import { plainValue, type ResultColumn } from "../query/historyQueries";
import type { StoredValue } from "../store/historyStore";

/** Takes what is written, in its order. */
export type Sink = (piece: string | Uint8Array) => void;

/** Writes the rows of a result in one form, one after the other: never more than a few thousand of them are in memory. */
export interface RowWriter {
  row(values: readonly StoredValue[], columns: readonly ResultColumn[]): void;
  /** @param columns also where there was no row */
  end(columns: readonly ResultColumn[]): Promise<void>;
}

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
