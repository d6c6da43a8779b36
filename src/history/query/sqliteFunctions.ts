import type { Database, Sqlite3Static, SqlValue } from "@sqlite.org/sqlite-wasm";
import { typedTime } from "../../text/typedTime";
import { fromBigText, toBigText } from "../store/bigText";

/** The number that a value stands for: a wide integer's text, decimal digits, or a number; undefined for anything else. */
function integerOf(value: SqlValue | undefined): bigint | undefined {
  if (typeof value === "bigint") return value;
  if (typeof value === "number") return Number.isInteger(value) ? BigInt(value) : undefined;
  if (typeof value !== "string" || value.length > maxNumberLength) return undefined;
  return fromBigText(value) ?? (/^-?(?:\d+|0x[0-9a-fA-F]+)$/.test(value) ? BigInt(value) : undefined);
}

/** Digits of a number that is read. */
const maxNumberLength = 100;

function bigOf(value: bigint | undefined): string | null {
  if (value === undefined) return null;
  try {
    return toBigText(value);
  } catch {
    return null;
  }
}

/** A day or time in UTC as milliseconds since 1970. @throws RangeError for another text */
function momentOf(value: SqlValue | undefined): number {
  const time = typeof value === "string" ? typedTime(value, "UTC") : undefined;
  if (time === undefined) throw new RangeError(`${String(value)}: YYYY-MM-DD, YYYY-MM-DD HH:MM:SS`);
  return Math.floor(time);
}

/**
 * What a query can say of integers wider than 63 bits (`bigText.ts`): `big(x)` writes one as columns have them, `dec(x)` gives its decimal
 * digits, `num(x)` a number with 15 exact digits, `bigsum(x)` the exact sum. `moment(text)` reads a day or time in UTC.
 */
export function addQueryFunctions({ capi }: Sqlite3Static, database: Database): void {
  const options = { arity: 1, deterministic: true };
  database.createFunction("moment", (_, value) => momentOf(value), options);
  database.createFunction("big", (_, value) => bigOf(integerOf(value)), options);
  database.createFunction("dec", (_, value) => integerOf(value)?.toString() ?? null, options);
  database.createFunction(
    "num",
    (_, value) => {
      const number = integerOf(value);
      return number === undefined ? (typeof value === "number" ? value : null) : Number(number);
    },
    options,
  );
  // by the memory that SQLite has for each sum
  const sums = new Map<number, bigint>();
  const add = (context: number, value: SqlValue, sign: 1n | -1n): void => {
    const key = capi.sqlite3_aggregate_context(context, 8);
    const number = integerOf(value);
    if (number !== undefined) sums.set(key, (sums.get(key) ?? 0n) + sign * number);
  };
  const sumOf = (context: number): bigint | undefined => sums.get(capi.sqlite3_aggregate_context(context, 0));
  database.createFunction({
    name: "bigsum",
    arity: 1,
    xStep: (context: number, value: SqlValue) => add(context, value, 1n),
    xInverse: (context: number, value: SqlValue) => add(context, value, -1n),
    xValue: (context: number) => bigOf(sumOf(context)),
    xFinal: (context: number) => {
      const sum = sumOf(context);
      sums.delete(capi.sqlite3_aggregate_context(context, 0));
      return bigOf(sum);
    },
  } as never);
}
