import { byteOrderMark, csvCell } from "../../text/csvCell";
import type { EventRow } from "./messages";

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
