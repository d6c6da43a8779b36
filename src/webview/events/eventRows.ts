import { byteOrderMark, csvCell } from "../../text/csvCell";
import { shortHex } from "../../text/shortText";
import type { EventRow, EventValue } from "./messages";

/** Newest first: later blocks, then later transactions, then later logs. */
function compareRows(one: EventRow, other: EventRow): number {
  return other.block - one.block || other.transactionIndex - one.transactionIndex || other.log - one.log;
}

export const rowKey = ({ transaction, log }: EventRow): string => `${transaction}:${log}`;

/** All events of a page, newest first, each once. To add one costs little, however many there are. */
export class EventRows {
  #rows: readonly EventRow[] = [];
  #keys = new Set<string>();

  get all(): readonly EventRow[] {
    return this.#rows;
  }

  /** What comes is mostly newer than all or older than all. */
  add(more: readonly EventRow[]): void {
    const fresh = more.filter((row) => !this.#keys.has(rowKey(row))).sort(compareRows);
    for (const row of fresh) this.#keys.add(rowKey(row));
    const known = this.#rows;
    const [newest] = known;
    const oldest = known.at(-1);
    const [first] = fresh;
    const last = fresh.at(-1);
    if (!newest || !oldest || !first || !last || compareRows(last, newest) <= 0) this.#rows = [...fresh, ...known];
    else if (compareRows(first, oldest) >= 0) this.#rows = [...known, ...fresh];
    else this.#rows = [...known, ...fresh].sort(compareRows);
  }

  /** Lets all but the newest go. */
  keep(count: number): void {
    for (const row of this.#rows.slice(count)) this.#keys.delete(rowKey(row));
    this.#rows = this.#rows.slice(0, count);
  }
}

function shownValue({ name, value, noted = value, hashed, type }: EventValue): string {
  const text = hashed ? `#${shortHex(value)}` : type === "string" ? JSON.stringify(value) : noted;
  return `${name ? `${name}: ` : ""}${text}`;
}

/** `Transfer(from: 0x…, value: 5)`; of an unknown event, the topics. */
export function rowText({ event, values, topics, data }: EventRow): string {
  if (event !== "") return `${event}(${values.map(shownValue).join(", ")})`;
  return [...topics, ...(data.length > 2 ? [data] : [])].join(" ");
}

/** Whether every word stands somewhere in the row, whatever its case. */
export function matchesRow(row: EventRow, words: string): boolean {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return true;
  const values = row.values.map(({ value }) => value);
  const text = [row.block, row.transaction, row.address, row.contract, rowText(row), ...values].join(" ").toLowerCase();
  return wanted.every((word) => text.includes(word));
}

/** Which rows of a list are to be drawn: those on screen and a few around them. */
export function visibleRange(
  view: { scrollTop: number; height: number },
  rowHeight: number,
  count: number,
): { first: number; end: number } {
  const spare = 8;
  const first = Math.max(0, Math.floor(view.scrollTop / rowHeight) - spare);
  return {
    first: Math.min(first, count),
    end: Math.min(count, Math.ceil((view.scrollTop + view.height) / rowHeight) + spare),
  };
}

/** A list or struct is JSON in the page, and JSON again in the file. */
function parsed(type: string, value: string): unknown {
  if (!/[\])]$/.test(type)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function argumentName(name: string, position: number): string {
  return name || `arg${position}`;
}

/** The events as JSON, oldest first: what was logged and what it means. */
export function rowsAsJson(rows: readonly EventRow[]): string {
  const list = [...rows].reverse().map(({ values, event, signature, contract, log, ...row }) => ({
    block: row.block,
    transaction: row.transaction,
    transactionIndex: row.transactionIndex,
    logIndex: log,
    address: row.address,
    ...(contract === "" ? {} : { contract }),
    ...(event === ""
      ? {}
      : {
          event,
          signature,
          arguments: values.map(({ name, type, value, indexed, hashed }) => ({
            name,
            type,
            value: parsed(type, value),
            ...(indexed ? { indexed } : {}),
            ...(hashed ? { hashed } : {}),
          })),
        }),
    topics: row.topics,
    data: row.data,
  }));
  return `${JSON.stringify(list, undefined, 2)}\n`;
}

/** An argument that an event doesn't have leaves its cell empty, as one that is empty does. */
const cell = (value: string | number): string => (value === "" ? "" : csvCell(value));

/**
 * The events as CSV (RFC 4180), oldest first, with a column for each argument name. Begins with a mark that tells spreadsheets it is UTF-8.
 */
export function rowsAsCsv(rows: readonly EventRow[]): string {
  const ordered = [...rows].reverse();
  const names = new Set(ordered.flatMap(({ values }) => values.map(({ name }, index) => argumentName(name, index))));
  const own = ["block", "transaction", "logIndex", "address", "contract", "event"];
  const columns = [...names];
  const heads = columns.map((name) => (own.includes(name) ? `${name} (argument)` : name));
  const lines = ordered.map(({ block, transaction, log, address, contract, event, values }) => {
    const given = new Map(values.map(({ name, value }, index) => [argumentName(name, index), value]));
    return [block, transaction, log, address, contract, event, ...columns.map((name) => given.get(name) ?? "")];
  });
  return `${byteOrderMark}${[[...own, ...heads], ...lines].map((line) => line.map(cell).join(",")).join("\r\n")}\r\n`;
}
