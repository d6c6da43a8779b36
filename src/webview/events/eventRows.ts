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

/** `Transfer(from: 0x…, value: 5)`; of what no one knows, the topics. */
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
