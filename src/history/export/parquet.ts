import { ByteWriter, ParquetWriter, schemaFromColumnData } from "hyparquet-writer";
import { clientError } from "../../errors/clientError";
import { plainValue, type ResultColumn } from "../query/historyQueries";
import type { StoredValue } from "../store/historyStore";
import { distinctColumns, type RowWriter, type Sink } from "./jsonLines";

/** Rows of one group of the file; columns are written group by group. */
const groupRows = 20_000;

type ParquetType = "INT64" | "DOUBLE" | "BOOLEAN" | "TIMESTAMP" | "STRING" | "BYTE_ARRAY";

/** What a column that is computed holds, by its rows of the first group; texts take everything. */
function seenType(values: readonly StoredValue[]): ParquetType {
  const present = values.filter((value) => value !== null);
  const isInteger = (value: StoredValue): boolean => typeof value === "bigint" || Number.isInteger(value);
  if (present.length === 0) return "STRING";
  if (present.every(isInteger)) return "INT64";
  if (present.every((value) => typeof value === "number" || typeof value === "bigint")) return "DOUBLE";
  return present.every((value) => value instanceof Uint8Array) ? "BYTE_ARRAY" : "STRING";
}

function parquetType({ type }: ResultColumn, values: readonly StoredValue[]): ParquetType {
  switch (type) {
    case "int":
      return "INT64";
    case "time":
      return "TIMESTAMP";
    case "bool":
      return "BOOLEAN";
    case "blob":
      return "BYTE_ARRAY";
    case undefined:
      return seenType(values);
    default:
      return "STRING";
  }
}

/** @throws ChainError usage `historyQueryWrong` for a computed column that turns into something else */
function parquetValue(value: StoredValue, type: ParquetType, { name, type: own }: ResultColumn): unknown {
  if (value === null) return null;
  const isNumber = typeof value === "number" || typeof value === "bigint";
  switch (type) {
    // a node may tell a time that no clock knows
    case "TIMESTAMP":
    case "INT64":
      if (typeof value === "bigint" || Number.isInteger(value)) return BigInt(value as number | bigint);
      break;
    case "DOUBLE":
      if (isNumber) return Number(value);
      break;
    case "BOOLEAN":
      if (isNumber) return Number(value) !== 0;
      break;
    case "BYTE_ARRAY":
      if (value instanceof Uint8Array) return value;
      break;
    case "STRING":
      return String(plainValue(value, own));
  }
  throw clientError("historyQueryWrong", { reason: `${name} has values of several types: CAST(${name} AS TEXT)` });
}

/** Apache Parquet: integers of 64 bits, times in milliseconds, wide integers as decimal texts, bytes as they are; packed by Snappy. */
export function parquetRowWriter(sink: Sink): RowWriter {
  const bytes = new ByteWriter();
  // written bytes go out; the writer knows by itself how many they were
  const flush = (): void => {
    sink(new Uint8Array(bytes.buffer, 0, bytes.index).slice());
    bytes.index = 0;
  };
  let writer: ParquetWriter | undefined;
  let types: ParquetType[] = [];
  let group: (readonly StoredValue[])[] = [];

  const write = (columns: readonly ResultColumn[]): void => {
    const names = distinctColumns(columns);
    const cells = columns.map((_, place) => group.map((row) => row[place] ?? null));
    if (!writer) types = columns.map((column, place) => parquetType(column, cells[place] ?? []));
    const columnData = columns.map((column, place) => {
      const type = types[place] ?? "STRING";
      return {
        name: names[place] ?? "",
        type,
        data: (cells[place] ?? []).map((cell) => parquetValue(cell, type, column)),
      };
    });
    writer ??= new ParquetWriter({ writer: bytes, schema: schemaFromColumnData({ columnData }) });
    if (group.length > 0) void writer.write({ columnData, rowGroupSize: groupRows });
    flush();
    group = [];
  };
  return {
    row(values, columns) {
      group.push(values);
      if (group.length >= groupRows) write(columns);
    },
    async end(columns) {
      if (!writer || group.length > 0) write(columns);
      await writer?.finish();
      flush();
    },
  };
}
