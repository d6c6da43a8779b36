import { parseExactJson, stringifyExactJson } from "../../chain/json/exactJson";
import { t } from "../../text/catalogue";
import { padded, tableLines, widthOf } from "../../text/columns";
import { visibleLine } from "../../text/visibleText";
import { terminalWidth } from "../output/textTable";
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

const isFlat = (value: unknown): boolean => isPlain(value) || (Array.isArray(value) && value.every(isPlain));
const listCell = (value: unknown): string => (Array.isArray(value) ? value.map(cell).join(", ") || "-" : cell(value));

/** JSON texts shorter than this are texts. */
const longText = 40;

/** What a long text holds that is JSON, such as the configuration that a node tells of itself; else the value. */
function unpacked(value: unknown): unknown {
  if (typeof value !== "string" || value.length < longText) return value;
  const text = value.trim();
  if (!["{}", "[]"].includes(`${text[0]}${text.at(-1)}`)) return value;
  try {
    const held = parseExactJson(text);
    return isPlain(held) ? value : held;
  } catch (error) {
    if (error instanceof SyntaxError) return value;
    throw error;
  }
}

const unpackedEntries = (entries: Entries): Entries =>
  Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, unpacked(value)]));

/** Rows as a table; undefined where something is nested in them or the table would be too wide. */
function entriesTable(rows: readonly Entries[], room: number): string[] | undefined {
  if (!rows.every((row) => Object.values(row).every(isFlat))) return undefined;
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = tableLines([names.map(visibleLine), ...rows.map((row) => names.map((name) => listCell(row[name])))]);
  return lines.every((line) => widthOf(line) <= room) ? lines : undefined;
}

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

/** An item of a list whose items take several lines. */
const itemLines = (item: unknown, room: number): string[] =>
  valueLines(item, room - 2).map((line, place) => (place === 0 ? `- ${line}` : `  ${line}`));

function listLines(items: readonly unknown[], room: number): string[] {
  if (items.length === 0) return [t("(none)")];
  const held = items.map(unpacked);
  if (held.every(isPlain)) return held.map(cell);
  const rows = held.every(isEntries) ? held.map(unpackedEntries) : undefined;
  return (rows && entriesTable(rows, room)) ?? held.flatMap((item) => itemLines(item, room));
}

function entryLines([name, given]: readonly [string, unknown], width: number, room: number): string[] {
  const label = visibleLine(name);
  const value = unpacked(given);
  const line = (message: string): string => `${padded(`${label}:`, width)} ${message}`;
  if (isPlain(value)) return [line(cell(value))];
  if (Array.isArray(value) && value.every(isPlain)) {
    const whole = line(listCell(value));
    if (value.length < 2 || widthOf(whole) <= room) return [whole];
  }
  const empty = Array.isArray(value) ? value.length === 0 : Object.keys(value as Entries).length === 0;
  return empty ? [line("-")] : [`${label}:`, ...indented(valueLines(value, room - 2))];
}

function objectLines(value: Entries, room: number): string[] {
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  const width = Math.max(0, ...entries.map(([name]) => widthOf(visibleLine(name)) + 1));
  return entries.flatMap((entry) => entryLines(entry, width, room));
}

function valueLines(value: unknown, room: number): string[] {
  if (Array.isArray(value)) return listLines(value, room);
  return isEntries(value) ? objectLines(value, room) : [cell(value)];
}

/**
 * A result for people: rows of alike things as a table where it is no wider than the room, else as a list; an object as names and values, a
 * text as itself. What is nested stands indented below its name, also what nodes put into a text as JSON.
 * @param room columns; default those of the terminal
 */
export function resultLines(result: unknown, room = terminalWidth()): string[] {
  if (typeof result === "string") return result.split("\n").map(visibleLine);
  return result === undefined || result === null ? [t("(none)")] : valueLines(result, room);
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
interface AskedPart {
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
