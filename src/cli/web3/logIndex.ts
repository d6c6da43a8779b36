import type { HistoryQueries } from "../../history/query/historyQueries";
import type { LogIndex } from "../../web3/blocks/logs";
import type { IndexLocation } from "../history/indexFile";
import { openQueries } from "../history/openIndex";

/** Blocks that one answer names: a range with more is asked of the node itself. */
const maxBlocks = 20_000;

type LogRange = Parameters<LogIndex["blocksWith"]>[0];
type Values = Record<string, string | number>;

/** A condition that a column has one of some texts, by named parameters. */
function oneOf(column: string, name: string, texts: readonly string[], parameters: Values): string {
  const names = texts.map((text, index) => {
    parameters[`${name}${index}`] = text;
    return `:${name}${index}`;
  });
  return `${column} IN (${names.join(", ")})`;
}

async function blocksOf(
  queries: HistoryQueries,
  { from, to, addresses, topics }: LogRange,
): Promise<number[] | undefined> {
  const state = await queries.ask(`SELECT "key", value FROM state WHERE "key" IN ('low', 'high')`, 2);
  const known = new Map(state.rows.map(([key, value]) => [String(key), Number(value)]));
  if (from < (known.get("low") ?? 1) || to > (known.get("high") ?? -1)) return undefined;
  const parameters: Values = { first: from, last: to };
  const conditions = ["block >= :first", "block <= :last"];
  if (addresses.length > 0) conditions.push(oneOf("address", "a", addresses, parameters));
  for (const [position, accepted] of topics.entries())
    if (accepted) conditions.push(oneOf(`topic${position}`, `t${position}_`, accepted, parameters));
  const sql = `SELECT DISTINCT block FROM logs WHERE ${conditions.join(" AND ")} ORDER BY block`;
  const { rows, more } = await queries.ask(sql, maxBlocks, { parameters });
  return more ? undefined : rows.map(([block]) => Number(block));
}

/** The events of an index that was made by `chainside index`; opened for each question, so that the newest one is asked. */
export const logIndexOf = (place: IndexLocation, passwordFile: string | undefined): LogIndex => ({
  async blocksWith(range) {
    const queries = await openQueries(place, passwordFile);
    try {
      return await blocksOf(queries, range);
    } finally {
      await queries.close();
    }
  },
});
