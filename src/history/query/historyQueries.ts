import { bytesToHex } from "../../crypto/bytes/hex";
import { zonedTime } from "../../text/formats";
import { mebibyte } from "../../text/limits/sizes";
import { hourMs } from "../../time/units";
import { fromBigText } from "../store/bigText";
import type { ColumnType } from "../store/dialect";
import type { StoredValue } from "../store/historyStore";

/** A column of a result. `type` is known where it comes from a table as it is; what is computed has none. */
export interface ResultColumn {
  readonly name: string;
  readonly type?: ColumnType;
}

export interface QueryResult {
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly (readonly StoredValue[])[];
  /** There are more than were asked for. */
  readonly more: boolean;
}

/**
 * A value for programs, as JSON has it: wide integers in decimal digits, bytes as hex, and integers beyond 2^53 as text.
 * @param type of its column
 */
export function plainValue(value: StoredValue, type: ColumnType | undefined): string | number | boolean | null {
  if (value instanceof Uint8Array) return bytesToHex(value);
  if (typeof value === "bigint") return String(value);
  if (type === "bool" && typeof value === "number") return value !== 0;
  if (type === "big" && typeof value === "string") return String(fromBigText(value) ?? value);
  return value;
}

/** The same for people: times in the person's zone, with its offset. Empty where there is nothing. */
export function shownValue(value: StoredValue, type: ColumnType | undefined): string {
  if (value === null) return "";
  if (type === "time" && typeof value === "number") return zonedTime(value);
  return String(plainValue(value, type));
}

/** Longest query, in characters. */
export const maxQueryLength = 1_000_000;
export const usualTimeMs = 30_000;
/** The same where all rows are written into a file. */
export const writtenTimeMs = hourMs;

export interface QueryOptions {
  /** Values of named parameters, without the colon. */
  readonly parameters?: Readonly<Record<string, string | number>>;
  /** The query is ended after so long; `usualTimeMs` when absent. */
  readonly timeMs?: number;
}

/** Takes a row; says false where it wants no more. */
export type TakeRow = (row: StoredValue[], columns: readonly ResultColumn[]) => boolean;

/** Characters and bytes of a result that is kept whole. */
const maxKept = 64 * mebibyte;

/** Keeps rows up to a number, as long as memory has room for them. */
export function keptRows(max: number): { readonly rows: StoredValue[][]; readonly take: TakeRow } {
  const rows: StoredValue[][] = [];
  let kept = 0;
  const take: TakeRow = (row) => {
    if (rows.length >= max || kept > maxKept) return false;
    for (const value of row) kept += typeof value === "string" || value instanceof Uint8Array ? value.length : 8;
    rows.push(row);
    return true;
  };
  return { rows, take };
}

export interface EndOfRows {
  readonly columns: readonly ResultColumn[];
  /** There are more than were taken. */
  readonly more: boolean;
}

/** An index that is asked, and only read: by the means of its database nothing that is asked can change it or run for ever. */
export interface HistoryQueries {
  /** @throws ChainError usage `historyQuery…`, `historyBusy`; of a server also transport `historyDatabaseAway` */
  ask(sql: string, max: number, options?: QueryOptions): QueryResult | Promise<QueryResult>;
  /** Hands each row over until that says false. @throws as `ask` */
  each(sql: string, options: QueryOptions, take: TakeRow): EndOfRows | Promise<EndOfRows>;
  close(): void | Promise<void>;
}
