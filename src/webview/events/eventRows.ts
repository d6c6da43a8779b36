import type { EventRow, EventValue } from "./messages";

/** Newest first: later blocks, then later transactions, then later logs. */
export function compareRows(one: EventRow, other: EventRow): number {
  return other.block - one.block || other.transactionIndex - one.transactionIndex || other.log - one.log;
}

export const rowKey = ({ transaction, log }: EventRow): string => `${transaction}:${log}`;

/** Both together, newest first, each event once. What comes is mostly newer than all or older than all. */
export function mergeRows(known: readonly EventRow[], more: readonly EventRow[]): EventRow[] {
  const keys = new Set(known.map(rowKey));
  const fresh = more.filter((row) => !keys.has(rowKey(row))).sort(compareRows);
  const [newest] = known;
  const oldest = known.at(-1);
  const last = fresh.at(-1);
  if (!newest || !oldest || !last || compareRows(last, newest) <= 0) return [...fresh, ...known];
  const [first] = fresh;
  if (first && compareRows(first, oldest) >= 0) return [...known, ...fresh];
  return [...known, ...fresh].sort(compareRows);
}

function shownValue({ name, value, hashed, type }: EventValue): string {
  const text = hashed ? `#${value.slice(0, 10)}…` : type === "string" ? JSON.stringify(value) : value;
  return `${name ? `${name}: ` : ""}${text}`;
}

/** `Transfer(from: 0x…, value: 5)`; of what nobody knows, the topics. */
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
