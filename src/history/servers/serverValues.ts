import { baseTables } from "../schema/baseTables";
import type { ColumnType } from "../store/dialect";
import type { StoredValue } from "../store/historyStore";

/** What the columns of an index's tables hold, by names in small letters: a server knows only how it keeps them. */
export class ColumnTypes {
  readonly #tables = new Map<string, ReadonlyMap<string, ColumnType>>();
  /** Columns of views have the names of those that they come from. */
  readonly #views = new Map<string, ColumnType>();

  constructor() {
    for (const { name, columns } of baseTables) {
      this.#tables.set(name, new Map(columns.map((column) => [column.name, column.type])));
      for (const column of columns) if (!this.#views.has(column.name)) this.#views.set(column.name, column.type);
    }
  }

  /** @param rows name and columns of `decoded_tables` */
  add(rows: readonly (readonly StoredValue[])[]): void {
    for (const [name, columns] of rows) {
      const own = JSON.parse(String(columns)) as { readonly name: string; readonly type: ColumnType }[];
      this.#tables.set(String(name).toLowerCase(), new Map(own.map((each) => [each.name.toLowerCase(), each.type])));
    }
  }

  of(table: string, column: string): ColumnType | undefined {
    return (this.#tables.get(table.toLowerCase()) ?? this.#views).get(column.toLowerCase());
  }
}

/** An integer in digits: a number where that has it exactly. */
export function integerOf(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

/** A number in digits of any length: sums of integers stay exact. */
export const numberOf = (text: string): number | bigint => (/^-?\d+$/.test(text) ? integerOf(text) : Number(text));

/** Bytes of an object of their own: a driver's share memory with others. */
export const bytesOf = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes);

/** Question marks as PostgreSQL has them: statements of ours have them for values alone. */
export function numbered(sql: string): string {
  let place = 0;
  return sql.replaceAll("?", () => `$${++place}`);
}

/** Bytes of rows that go in one statement: less than the least that a server takes by itself. */
const pieceBytes = 1 << 20;

/** Groups of rows whose values take about so many bytes. */
export function* piecesOf<Row extends readonly StoredValue[]>(rows: readonly Row[]): Generator<Row[]> {
  let piece: Row[] = [];
  let size = 0;
  for (const row of rows) {
    for (const value of row)
      size += typeof value === "string" || value instanceof Uint8Array ? 2 * value.length + 8 : 16;
    piece.push(row);
    if (size < pieceBytes) continue;
    yield piece;
    [piece, size] = [[], 0];
  }
  if (piece.length > 0) yield piece;
}

/** Runs what is handed over one after the other, for one connection does one thing at a time. */
export class OneByOne {
  #last: Promise<unknown> = Promise.resolve();

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const own = this.#last.then(work);
    this.#last = own.catch(() => undefined);
    return own;
  }
}
