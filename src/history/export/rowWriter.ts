import type { ResultColumn } from "../query/queryResult";
import type { StoredValue } from "../store/historyStore";

/** Takes what is written, in its order. */
export type Sink = (piece: string | Uint8Array) => void;

/** Writes the rows of a result in one form, one after the other: never more than a few thousand of them are in memory. */
export interface RowWriter {
  row(values: readonly StoredValue[], columns: readonly ResultColumn[]): void;
  /** @param columns also where there was no row */
  end(columns: readonly ResultColumn[]): Promise<void>;
}
