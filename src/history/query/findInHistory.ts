import { isAddress } from "../../crypto/bytes/hex";
import { typedTime } from "../../text/typedTime";
import { toBigText } from "../store/bigText";
import { quotedName } from "../store/dialect";
import type { StoredValue } from "../store/historyStore";
import { eventsWith, newest } from "./addressHistory";
import { textOf } from "./addressQuery";
import type { SqliteQueries } from "./sqliteQuery";

/** Something that a search found. */
export interface FoundLine {
  readonly kind: "block" | "transaction" | "address" | "event" | "change" | "argument";
  /** Number of a block, hash of a transaction, or address. */
  readonly key: string;
  readonly block?: number;
  readonly time?: number;
  /** What of it fits, where that isn't the key: an event with its parameter, a path, a function with its parameter. */
  readonly text?: string;
}

const maxFound = 10;
/** More are not looked through. */
const maxColumns = 200;

/** Transactions, blocks and addresses that begin with hex digits. */
function byPrefix(queries: SqliteQueries, prefix: string): FoundLine[] {
  const parameters = { prefix, end: `${prefix}g` };
  const within = (column: string): string => `${column} >= :prefix AND ${column} < :end LIMIT ${maxFound}`;
  const ask = (sql: string): StoredValue[][] => queries.ask(sql, maxFound, { parameters }).rows as StoredValue[][];
  return [
    ...ask(`SELECT hash, block, time FROM transactions WHERE ${within("hash")}`).map(
      ([hash, block, time]): FoundLine => ({
        kind: "transaction",
        key: textOf(hash),
        block: Number(block),
        time: Number(time),
      }),
    ),
    ...ask(`SELECT number, time, hash FROM blocks WHERE ${within("hash")}`).map(
      ([number, time, hash]): FoundLine => ({
        kind: "block",
        key: textOf(number),
        time: Number(time),
        text: textOf(hash),
      }),
    ),
    ...ask(`SELECT address FROM addresses WHERE ${within("address")}`).map(
      ([address]): FoundLine => ({ kind: "address", key: textOf(address) }),
    ),
  ];
}

/** The block that was made next at a time, in milliseconds since 1970. */
function byTime(queries: SqliteQueries, time: number): FoundLine[] {
  const { rows } = queries.ask(
    "SELECT number, time FROM blocks WHERE time >= :time AND number > 0 ORDER BY time LIMIT 1",
    1,
    {
      parameters: { time },
    },
  );
  return rows.map(([number, at]) => ({ kind: "block", key: textOf(number), time: Number(at) }));
}

/** Events with this value. */
function byValue(queries: SqliteQueries, text: string): FoundLine[] {
  const isInteger = /^-?\d{1,77}$/.test(text);
  const value = (type: string): string | number | undefined => {
    if (type === "TEXT") return /^0x[0-9a-f]+$/i.test(text) ? text.toLowerCase() : text;
    if (type === "INTEGER") return isInteger && Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
    return type === "BIGTEXT" && isInteger ? toBigText(text) : undefined;
  };
  return eventsWith(queries, value, newest, maxFound).map(({ hash, block, time, event, parameter }) => ({
    ...{ kind: "event", key: hash, block, time, text: `${event} · ${parameter}` },
  }));
}

/** Calls of precompiled contracts that changed a thing of this name: a path, a table, a key, a node. */
function byObject(queries: SqliteQueries, object: string): FoundLine[] {
  const { rows } = queries.ask(
    `SELECT t.hash, c.block, c.time, c.action, c.object FROM changes c JOIN transactions t ON t.tx = c.tx
      WHERE c.object = :object ORDER BY c.tx DESC LIMIT ${maxFound}`,
    maxFound,
    { parameters: { object } },
  );
  return rows.map(([hash, block, time, action, of]) => ({
    ...{ kind: "change", key: textOf(hash), block: Number(block), time: Number(time) },
    text: `${textOf(action)} · ${textOf(of)}`,
  }));
}

/**
 * The newest calls of functions and events whose name, or whole signature, begins so, and transactions that failed with an error of that
 * name; capital letters or not.
 */
function byName(queries: SqliteQueries, text: string): FoundLine[] {
  const parameters = { pattern: `${text.replaceAll(/[!%_]/g, "!$&")}%` };
  const ask = (sql: string): StoredValue[][] => queries.ask(sql, maxFound, { parameters }).rows as StoredValue[][];
  const { rows: tables } = queries.ask(
    "SELECT name, signature, kind FROM decoded_tables WHERE signature LIKE :pattern ESCAPE '!' ORDER BY kind DESC, name",
    maxFound,
    { parameters },
  );
  const found = tables.flatMap(([table, signature, kind]) =>
    ask(
      `SELECT e.tx, t.hash, e.block, e.time FROM (SELECT * FROM ${quotedName(textOf(table))} ORDER BY tx DESC LIMIT ${maxFound}) e
        JOIN transactions t ON t.tx = e.tx`,
    ).map(([tx, hash, block, time]) => ({
      ...{ tx: Number(tx), kind: kind === "event" ? ("event" as const) : ("transaction" as const) },
      ...{ key: textOf(hash), block: Number(block), time: Number(time), text: textOf(signature) },
    })),
  );
  const failed = ask(
    `SELECT tx, hash, block, time, substr(error, 1, 200) FROM transactions
      WHERE status <> 0 AND error LIKE :pattern ESCAPE '!' ORDER BY tx DESC LIMIT ${maxFound}`,
  ).map(([tx, hash, block, time, error]) => ({
    ...{ tx: Number(tx), kind: "transaction" as const, key: textOf(hash) },
    ...{ block: Number(block), time: Number(time), text: textOf(error) },
  }));
  const lines = [...found, ...failed].sort((one, other) => other.tx - one.tx).slice(0, maxFound);
  return lines.map(({ tx: _, ...line }) => line);
}

/** The newest rows of a table that are looked through for a text, and how long, in milliseconds, all tables together may take. */
const maxRead = 50_000;
const maxReadMs = 1500;
const shortestText = 3;

/** Parameters that are texts, of calls and events; those of the calls first. */
function textColumns(queries: SqliteQueries): { table: string; signature: string; column: string }[] {
  const { rows } = queries.ask(
    `SELECT d.name, d.signature, json_extract(c.value, '$.name') FROM decoded_tables d, json_each(d.columns) c
      WHERE json_extract(c.value, '$.type') IN ('text', 'json')
        AND json_extract(c.value, '$.name') NOT IN ('contract', 'sender') ORDER BY d.kind, d.name, c.key`,
    maxColumns,
  );
  return rows.map(([table, signature, column]) => ({
    ...{ table: textOf(table), signature: textOf(signature), column: textOf(column) },
  }));
}

/**
 * Calls and events with a text in an argument that contains this one, capital letters or not. No database has an index for that: of each
 * table the newest rows are looked through, as long as it takes no longer than a person waits.
 */
function byArgument(queries: SqliteQueries, text: string): FoundLine[] {
  const found: (FoundLine & { readonly tx: number })[] = [];
  const until = performance.now() + maxReadMs;
  for (const { table, signature, column } of textColumns(queries)) {
    if (performance.now() > until) break;
    const value = `e.${quotedName(column)}`;
    const { rows } = queries.ask(
      `SELECT e.tx, t.hash, e.block, e.time, substr(${value}, 1, 200) FROM
        (SELECT * FROM ${quotedName(table)} ORDER BY tx DESC LIMIT ${maxRead}) e JOIN transactions t ON t.tx = e.tx
        WHERE ${value} LIKE :pattern ESCAPE '!' LIMIT ${maxFound}`,
      maxFound,
      { parameters: { pattern: `%${text.replaceAll(/[!%_]/g, "!$&")}%` } },
    );
    for (const [tx, hash, block, time, words] of rows)
      found.push({
        ...{ tx: Number(tx), kind: "argument", key: textOf(hash), block: Number(block), time: Number(time) },
        text: `${signature} · ${column}: ${textOf(words)}`,
      });
  }
  const lines = found.sort((one, other) => other.tx - one.tx).slice(0, maxFound);
  return lines.map(({ tx: _, ...line }) => line);
}

/**
 * What fits a text: the beginning of a hash or address, a time, a value of an event, a path, the name of a function, event or error, a
 * part of a text that a call or an event has. The likeliest first.
 */
export function findInHistory(queries: SqliteQueries, typed: string): FoundLine[] {
  const text = typed.trim();
  if (text === "") return [];
  const isHex = /^0x[0-9a-f]{2,64}$/i.test(text);
  const time = typedTime(text);
  return [
    ...(isHex && !isAddress(text) ? byPrefix(queries, text.toLowerCase()) : []),
    ...(time === undefined ? [] : byTime(queries, time)),
    ...byValue(queries, text),
    ...byObject(queries, isHex ? text.toLowerCase() : text),
    ...(isHex || time !== undefined || text.length < shortestText
      ? []
      : [...byName(queries, text), ...byArgument(queries, text)]),
  ];
}
