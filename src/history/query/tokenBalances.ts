import { quotedName } from "../store/dialect";
import { textOf } from "./addressQuery";
import type { SqliteQueries } from "./sqliteQuery";

/** A token's event that changed an account's balance. */
export interface BalanceLine {
  readonly tx: number;
  readonly block: number;
  readonly time: number;
  readonly hash: string;
  /** The token. */
  readonly contract: string;
  /** In the token's smallest unit, decimal, with `-` where the account gave. */
  readonly change: string;
  /** What the account's changes of this token come to, up to this one; undefined where too many would have to be added up. */
  readonly balance?: string;
}

/** The table of an event by which a token tells of transfers, with the columns that it has for its parameters. */
interface TransferTable {
  readonly table: string;
  readonly from: string;
  readonly to: string;
  readonly value: string;
}

const transferSignature = "Transfer(address,address,uint256)";
/** More changes of an account by one event are not added up for a page. */
const maxAdded = 100_000;
/** Tables of more interfaces are not looked through. */
const maxTables = 50;

/**
 * Tables of ERC-20's event in the interfaces that the index knows: sender and recipient are indexed, the value isn't. ERC-721's
 * event of the same signature has three indexed parameters, the last of which is a token's number.
 */
function transferTables(queries: SqliteQueries): TransferTable[] {
  const { rows } = queries.ask(
    `SELECT d.name, max(CASE WHEN c.cid = 5 THEN c.name END), max(CASE WHEN c.cid = 6 THEN c.name END), max(CASE WHEN c.cid = 7 THEN c.name END)
      FROM decoded_tables d JOIN pragma_table_info(d.name) c
      WHERE d.kind = 'event' AND d.signature = '${transferSignature}'
        AND (SELECT count(*) FROM pragma_index_list(d.name) i WHERE i.origin = 'c') = 2
      GROUP BY d.name`,
    maxTables,
  );
  return rows.map(([table, from, to, value]) => ({
    table: quotedName(textOf(table)),
    from: quotedName(textOf(from)),
    to: quotedName(textOf(to)),
    value: quotedName(textOf(value)),
  }));
}

/** Changes of an account's balances by one event, with the sum up to each where they are added up. */
function changes({ table, from, to, value }: TransferTable, address: string, added: boolean): string {
  const sum = added ? "bigsum(change) OVER (PARTITION BY contract ORDER BY tx, log)" : "NULL";
  return `SELECT tx, log, block, time, contract, change, ${sum} AS balance FROM (
    SELECT tx, log, block, time, contract,
      CASE WHEN ${from} = ${to} THEN big(0) WHEN ${to} = ${address} THEN ${value} ELSE big('-' || dec(${value})) END AS change
    FROM ${table} WHERE ${from} = ${address} OR ${to} = ${address})`;
}

function isTooMuch(queries: SqliteQueries, { table, from, to }: TransferTable, address: string): boolean {
  const { rows } = queries.ask(
    `SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE ${from} = :address OR ${to} = :address LIMIT ${maxAdded + 1})`,
    1,
    { parameters: { address } },
  );
  return Number(rows[0]?.[0]) > maxAdded;
}

/** What tokens tell of an account. */
export interface TokenBalances {
  readonly lines: BalanceLine[];
  /** All of it as a query for people; undefined where no token is known. */
  readonly sql?: string;
}

/**
 * Changes of an account's balances in tokens, newest first, by what tokens tell in their events: a token that changes balances without one
 * has others than these.
 * @param before number of the transaction before which they were
 */
export function tokenBalances(queries: SqliteQueries, address: string, before: number, max: number): TokenBalances {
  const tables = transferTables(queries);
  const found: BalanceLine[] = [];
  for (const table of tables) {
    const rowsOf = changes(table, ":address", !isTooMuch(queries, table, address));
    const { rows } = queries.ask(
      `SELECT b.tx, b.block, b.time, t.hash, b.contract, dec(b.change), dec(b.balance)
        FROM (${rowsOf}) b JOIN transactions t ON t.tx = b.tx
        WHERE b.tx < :before ORDER BY b.tx DESC, b.log DESC LIMIT ${max}`,
      max,
      { parameters: { address, before } },
    );
    for (const [tx, block, time, hash, contract, change, balance] of rows)
      found.push({
        ...{ tx: Number(tx), block: Number(block), time: Number(time), hash: textOf(hash) },
        ...{ contract: textOf(contract), change: textOf(change) },
        ...(balance === null ? {} : { balance: textOf(balance) }),
      });
  }
  const lines = found.sort((one, other) => other.tx - one.tx).slice(0, max);
  return tables.length === 0 ? { lines } : { lines, sql: balancesSql(tables, address) };
}

/** The balance after each change, the oldest first, as a chart wants it. */
function balancesSql(tables: readonly TransferTable[], address: string): string {
  const literal = `'${address.replaceAll("'", "''")}'`;
  const all = tables.map((table) => changes(table, literal, true));
  return `SELECT block, time, contract, dec(change) AS change, num(balance) AS balance, dec(balance) AS exact FROM (
  ${all.join("\n  UNION ALL\n  ")})
ORDER BY tx, log\n`;
}
