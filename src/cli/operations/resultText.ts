import { stringifyExactJson } from "../../chain/json/exactJson";
import { t } from "../../text/catalogue";
import { padded, tableLines, widthOf } from "../../text/columns";
import { visibleLine } from "../../text/visibleText";
import type { Page } from "./envelope";

type Entries = Readonly<Record<string, unknown>>;

const isEntries = (value: unknown): value is Entries =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isPlain = (value: unknown): boolean => typeof value !== "object" || value === null;

/** One value on one line, nothing in it that a terminal would obey. */
function cell(value: unknown): string {
  if (value === undefined || value === null) return "-";
  if (typeof value === "string") return visibleLine(value);
  if (isPlain(value)) return String(value);
  return visibleLine(stringifyExactJson(value));
}

function entriesTable(rows: readonly Entries[]): string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return tableLines([names.map(visibleLine), ...rows.map((row) => names.map((name) => cell(row[name])))]);
}

function listLines(items: readonly unknown[]): string[] {
  if (items.length === 0) return [t("(none)")];
  return items.every(isEntries) ? entriesTable(items) : items.map(cell);
}

function entryLines([name, value]: readonly [string, unknown], width: number): string[] {
  const label = visibleLine(name);
  if (Array.isArray(value) && value.some(isEntries))
    return [`${label}:`, ...listLines(value).map((line) => `  ${line}`)];
  if (isEntries(value)) return [`${label}:`, ...objectLines(value).map((line) => `  ${line}`)];
  if (Array.isArray(value))
    return [`${padded(`${label}:`, width)} ${value.length === 0 ? "-" : value.map(cell).join(", ")}`];
  return [`${padded(`${label}:`, width)} ${cell(value)}`];
}

function objectLines(value: Entries): string[] {
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  const width = Math.max(0, ...entries.map(([name]) => widthOf(visibleLine(name)) + 1));
  return entries.flatMap((entry) => entryLines(entry, width));
}

/** A result for people: rows of alike things as a table, an object as names and values, a text as itself. */
export function resultLines(result: unknown): string[] {
  if (Array.isArray(result)) return listLines(result);
  if (isEntries(result)) return objectLines(result);
  if (typeof result === "string") return result.split("\n").map(visibleLine);
  return [result === undefined || result === null ? t("(none)") : cell(result)];
}

/** Where the list of a result is: the result itself, or the only list in it. */
function listOf(result: unknown): { readonly list: readonly unknown[]; readonly name?: string } | undefined {
  if (Array.isArray(result)) return { list: result };
  if (!isEntries(result)) return undefined;
  const lists = Object.entries(result).filter(([, value]) => Array.isArray(value));
  const [only] = lists;
  return lists.length === 1 && only ? { list: only[1] as readonly unknown[], name: only[0] } : undefined;
}

/** The entries of the list of a result. */
export const itemsOf = (result: unknown): readonly unknown[] => listOf(result)?.list ?? [];

/** One entry on a line: its values in their order. */
export const rowText = (item: unknown): string =>
  isEntries(item) ? Object.values(item).map(cell).join("  ") : cell(item);

/** Which part of a list was asked for; `own` where the operation itself took that part from the chain. */
export interface AskedPart {
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
  readonly own: boolean;
}

/** Whether a result names the place where to go on itself. */
export const namesNext = (result: unknown): boolean => isEntries(result) && result["next"] !== undefined;

/** The part of a long list that was asked for; a result without a list is whole. */
export function pageOf(
  result: unknown,
  { offset = 0, limit, own }: AskedPart,
): { readonly result: unknown; readonly page?: Page } {
  const found = listOf(result);
  if (!found) return { result };
  const count = found.list.length;
  if (own) {
    // An operation that takes its part from the chain has said so in its result.
    const more = (result as Entries)["more"] === true || namesNext(result);
    return more || offset > 0 ? { result, page: { offset, count, more } } : { result };
  }
  if (offset === 0 && limit === undefined) return { result };
  const part = found.list.slice(offset, limit === undefined ? undefined : offset + limit);
  const page = { offset, count: part.length, total: count, more: offset + part.length < count };
  return { result: found.name === undefined ? part : { ...(result as Entries), [found.name]: part }, page };
}
