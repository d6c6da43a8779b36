import { bytesToHex } from "../../crypto/bytes/hex";
import { zonedTime } from "../../text/formats";
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
