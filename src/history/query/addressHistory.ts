import type { HistoryCursor, HistoryFilter, HistoryPart } from "../../webview/explorer/messages";
import { quotedName } from "../store/dialect";
import type { StoredValue } from "../store/historyStore";
import {
  addressQuery,
  bareAddress,
  filterConditions,
  historyOrders,
  partConditions,
  rightsCondition,
  textOf,
} from "./addressQuery";
import type { SqliteQueries } from "./sqliteQuery";
import { type BalanceLine, type TokenBalances, tokenBalances } from "./tokenBalances";

/** A transaction as a list shows it. */
interface HistoryLine {
  /** Its number in the index: the cursor of pages. */
  readonly tx: number;
  readonly block: number;
  readonly time: number;
  readonly hash: string;
  readonly from: string;
  readonly to: string;
  /** Signature of the function, or the selector; empty where there is neither. */
  readonly call: string;
  /** The contract that it made; empty for others. */
  readonly created: string;
  readonly status: number | null;
  readonly error: string;
  readonly gas: number;
}

/** An event that has the address as a value. */
interface NamingEvent {
  readonly tx: number;
  readonly block: number;
  readonly time: number;
  readonly hash: string;
  readonly contract: string;
  /** Signature. */
  readonly event: string;
  /** Name of the parameter. */
  readonly parameter: string;
}

/** A call of a precompiled contract that gave rights to an account or contract, took them, or changed it otherwise. */
interface RightsLine {
  readonly tx: number;
  readonly block: number;
  readonly time: number;
  readonly hash: string;
  readonly from: string;
  readonly action: string;
  /** JSON. */
  readonly arguments: string;
  readonly status: number;
  /** Negative where the precompiled contract refused. */
  readonly code: number | null;
}

interface FunctionCount {
  readonly call: string;
  readonly calls: number;
  readonly callers: number;
  readonly failed: number;
  readonly gas: number;
}

interface FailureCount {
  readonly status: number;
  readonly error: string;
  readonly call: string;
  readonly failures: number;
}

/** A page of lines, newest first unless another order is wanted. */
interface LinePage<Line> {
  readonly lines: readonly Line[];
  /** More are there: they come behind this one. */
  readonly next?: HistoryCursor;
  /** All of it as a query for people, where a part was asked for. Balances have none where no token is known. */
  readonly sql?: string;
}

/** What an index has of an address. A question for one part gives that alone. */
export interface AddressHistory {
  /** The blocks that the index has. */
  readonly low: number;
  readonly high: number;
  readonly counts?: { readonly sent: number; readonly received: number; readonly first: number; readonly last: number };
  /** Who made it, by which transaction. */
  readonly maker?: HistoryLine;
  readonly sent?: LinePage<HistoryLine>;
  readonly received?: LinePage<HistoryLine>;
  readonly created?: LinePage<HistoryLine>;
  readonly named?: LinePage<NamingEvent>;
  readonly rights?: LinePage<RightsLine>;
  /** Of tokens. */
  readonly balances?: LinePage<BalanceLine>;
  /** Of calls to it, most first. */
  readonly functions?: readonly FunctionCount[];
  readonly failures?: readonly FailureCount[];
}

const pageLines = 20;
const maxGroups = 50;
/** More tables of events are not looked through. */
const maxTables = 200;
export const newest = Number.MAX_SAFE_INTEGER;
const lineColumns =
  "tx, block, time, hash, from_address, to_address, coalesce(method, selector), created, status, error, coalesce(gas_used, 0)";

function historyLine(row: readonly StoredValue[]): HistoryLine {
  const [tx, block, time, hash, from, to, call, created, status, error, gas] = row;
  return {
    ...{ tx: Number(tx), block: Number(block), time: Number(time), hash: textOf(hash) },
    ...{ from: textOf(from), to: textOf(to), call: textOf(call), created: textOf(created) },
    ...{ status: typeof status === "number" ? status : null, error: textOf(error), gas: Number(gas) },
  };
}

function paged<Line extends { readonly tx: number }>(lines: readonly Line[]): LinePage<Line> {
  const shown = lines.slice(0, pageLines);
  const last = shown.at(-1);
  return lines.length > pageLines && last ? { lines: shown, next: { tx: last.tx } } : { lines: shown };
}

function lines(
  queries: SqliteQueries,
  condition: string,
  address: string,
  filter: HistoryFilter = {},
  after?: HistoryCursor,
): LinePage<HistoryLine> {
  const { order = "newest" } = filter;
  const { behind, by } = historyOrders[order];
  const { conditions, values } = filterConditions(filter);
  const wanted = [condition, ...(after ? [behind] : []), ...conditions];
  const parameters = {
    address,
    ...(after ? { tx: after.tx } : {}),
    ...(after && order === "gas" ? { gas: after.gas ?? 0 } : {}),
    ...values,
  };
  const { rows } = queries.ask(
    `SELECT ${lineColumns} FROM transactions WHERE ${wanted.join(" AND ")} ORDER BY ${by} LIMIT ${pageLines + 1}`,
    pageLines + 1,
    { parameters },
  );
  const { lines: shown, next } = paged(rows.map(historyLine));
  const last = shown.at(-1);
  return next && last ? { lines: shown, next: { tx: last.tx, gas: last.gas } } : { lines: shown };
}

/** What precompiled contracts were asked to change about an address, newest first. */
function rightsOf(queries: SqliteQueries, address: string, before: number): LinePage<RightsLine> {
  const { rows } = queries.ask(
    `SELECT c.tx, c.block, c.time, t.hash, t.from_address, c.action, c.arguments, c.status, c.code
      FROM changes c JOIN transactions t ON t.tx = c.tx
      WHERE ${rightsCondition} AND c.tx < :before
      ORDER BY c.tx DESC LIMIT ${pageLines + 1}`,
    pageLines + 1,
    { parameters: { bare: bareAddress(address), before } },
  );
  const all = rows.map(
    ([tx, block, time, hash, from, action, args, status, code]): RightsLine => ({
      ...{ tx: Number(tx), block: Number(block), time: Number(time), hash: textOf(hash), from: textOf(from) },
      ...{ action: textOf(action), arguments: textOf(args), status: Number(status) },
      code: code === null || code === undefined ? null : Number(code),
    }),
  );
  return paged(all);
}

/** Columns of events that have an index: what a contract indexes. */
function indexedColumns(queries: SqliteQueries): { table: string; signature: string; column: string; type: string }[] {
  const { rows } = queries.ask(
    `SELECT d.name, d.signature, c.name, t.type FROM decoded_tables d JOIN pragma_index_list(d.name) i
      JOIN pragma_index_info(i.name) c JOIN pragma_table_info(d.name) t ON t.name = c.name
      WHERE d.kind = 'event' AND i.origin = 'c' AND c.seqno = 0`,
    maxTables,
  );
  return rows.map(([table, signature, column, type]) => ({
    ...{ table: textOf(table), signature: textOf(signature), column: textOf(column), type: textOf(type) },
  }));
}

/** Events of known contracts with an indexed parameter of this value, newest first. */
export function eventsWith(
  queries: SqliteQueries,
  wanted: (type: string) => string | number | undefined,
  before: number,
  max: number,
): NamingEvent[] {
  const found: NamingEvent[] = [];
  for (const { table, signature, column, type } of indexedColumns(queries)) {
    const value = wanted(type);
    if (value === undefined) continue;
    const { rows } = queries.ask(
      `SELECT e.tx, e.block, e.time, t.hash, e.contract FROM ${quotedName(table)} e JOIN transactions t ON t.tx = e.tx
        WHERE e.${quotedName(column)} = :value AND e.tx < :before ORDER BY e.tx DESC LIMIT ${max}`,
      max,
      { parameters: { value, before } },
    );
    for (const [tx, block, time, hash, contract] of rows)
      found.push({
        ...{ tx: Number(tx), block: Number(block), time: Number(time), hash: textOf(hash) },
        ...{ contract: textOf(contract), event: signature, parameter: column },
      });
  }
  return found.sort((one, other) => other.tx - one.tx).slice(0, max);
}

/** Lines of one transaction that are shown at most. */
const maxOfTransaction = 10_000;

/**
 * A page never ends within a transaction, whose number is the cursor: events of one that doesn't fit whole come with the next, and one that
 * fits no page has one of its own.
 * @param read gives so many lines before a transaction
 */
function pagedEvents<Line extends { readonly tx: number }>(
  before: number,
  read: (before: number, max: number) => readonly Line[],
): LinePage<Line> {
  const all = read(before, pageLines + 1);
  if (all.length <= pageLines) return { lines: all };
  const next = all[pageLines]?.tx ?? 0;
  const whole = all.slice(0, pageLines).filter(({ tx }) => tx > next);
  const last = whole.at(-1);
  if (last) return { lines: whole, next: { tx: last.tx } };
  return { lines: read(next + 1, maxOfTransaction).filter(({ tx }) => tx === next), next: { tx: next } };
}

function functionsOf(queries: SqliteQueries, address: string): FunctionCount[] {
  const { rows } = queries.ask(
    `SELECT coalesce(method, selector, ''), count(*), count(DISTINCT from_address), sum(status <> 0), round(avg(gas_used))
      FROM transactions WHERE to_address = :address GROUP BY 1 ORDER BY 2 DESC`,
    maxGroups,
    { parameters: { address } },
  );
  return rows.map(([call, calls, callers, failed, gas]) => ({
    ...{ call: textOf(call), calls: Number(calls), callers: Number(callers), failed: Number(failed), gas: Number(gas) },
  }));
}

function failuresOf(queries: SqliteQueries, address: string): FailureCount[] {
  const { rows } = queries.ask(
    `SELECT status, coalesce(error, ''), coalesce(method, selector, ''), count(*) FROM transactions
      WHERE to_address = :address AND status <> 0 GROUP BY 1, 2, 3 ORDER BY 4 DESC`,
    maxGroups,
    { parameters: { address } },
  );
  return rows.map(([status, error, call, failures]) => ({
    ...{ status: Number(status), error: textOf(error), call: textOf(call), failures: Number(failures) },
  }));
}

function balancesOf(queries: SqliteQueries, address: string, before: number): LinePage<BalanceLine> {
  let query: Pick<TokenBalances, "sql"> = {};
  const page = pagedEvents(before, (from, max) => {
    const { lines, ...more } = tokenBalances(queries, address, from, max);
    query = more;
    return lines;
  });
  return { ...page, ...query };
}

function rangeOf(queries: SqliteQueries): { readonly low: number; readonly high: number } {
  const { rows } = queries.ask("SELECT key, value FROM state WHERE key IN ('low', 'high')", 2);
  const known = new Map(rows.map(([key, value]) => [textOf(key), Number(value)]));
  return { low: known.get("low") ?? 0, high: known.get("high") ?? -1 };
}

/** What the index has of an address: all of it, or the next page of one part. */
export function addressHistory(
  queries: SqliteQueries,
  named: string,
  part?: HistoryPart,
  filter: HistoryFilter = {},
  after?: HistoryCursor,
): AddressHistory {
  const address = named.toLowerCase();
  const range = rangeOf(queries);
  const before = after?.tx ?? newest;
  const events = (): LinePage<NamingEvent> =>
    pagedEvents(before, (from, max) =>
      eventsWith(queries, (type) => (type === "TEXT" ? address : undefined), from, max),
    );
  if (part === "balances") return { ...range, balances: balancesOf(queries, address, before) };
  if (part) {
    const sql = addressQuery(part, address, filter);
    if (part === "named") return { ...range, named: { ...events(), sql } };
    if (part === "rights") return { ...range, rights: { ...rightsOf(queries, address, before), sql } };
    return { ...range, [part]: { ...lines(queries, partConditions[part], address, filter, after), sql } };
  }
  const [counts] = queries.ask(
    "SELECT sent, received, first_block, last_block FROM addresses WHERE address = :address",
    1,
    {
      parameters: { address },
    },
  ).rows;
  const [maker] = queries.ask(`SELECT ${lineColumns} FROM transactions WHERE created = :address`, 1, {
    parameters: { address },
  }).rows;
  const [sent, received, first, last] = counts ?? [];
  return {
    ...range,
    counts: {
      sent: Number(sent ?? 0),
      received: Number(received ?? 0),
      first: Number(first ?? 0),
      last: Number(last ?? 0),
    },
    ...(maker ? { maker: historyLine(maker) } : {}),
    sent: lines(queries, partConditions.sent, address),
    received: lines(queries, partConditions.received, address),
    created: lines(queries, partConditions.created, address),
    named: events(),
    rights: rightsOf(queries, address, newest),
    balances: balancesOf(queries, address, newest),
    functions: functionsOf(queries, address),
    failures: failuresOf(queries, address),
  };
}
