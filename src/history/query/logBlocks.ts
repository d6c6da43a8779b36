import type { HistoryQueries } from "./historyQueries";

/** Blocks that one answer names: a range with more is asked of the node itself. */
const maxBlocks = 20_000;

/** Which logs of which blocks. */
interface LogRange {
  readonly from: number;
  readonly to: number;
  /** In lower case; empty: any. */
  readonly addresses: readonly string[];
  /** For each position the accepted topics; null accepts any. */
  readonly topics: readonly (readonly string[] | null)[];
}

type Values = Record<string, string | number>;

/** A condition that a column has one of some texts, by named parameters. */
function oneOf(column: string, name: string, texts: readonly string[], parameters: Values): string {
  const names = texts.map((text, index) => {
    parameters[`${name}${index}`] = text;
    return `:${name}${index}`;
  });
  return `${column} IN (${names.join(", ")})`;
}

/**
 * The blocks of a range in which there are such logs, and the hash of its last block, by which the caller sees that the index is of its
 * chain; undefined where the index doesn't have the whole range, or too many such blocks.
 * @throws as `HistoryQueries.ask`
 */
export async function blocksWithLogs(
  queries: HistoryQueries,
  { from, to, addresses, topics }: LogRange,
): Promise<{ readonly blocks: readonly number[]; readonly lastHash: string } | undefined> {
  const state = await queries.ask(`SELECT "key", value FROM state WHERE "key" IN ('low', 'high')`, 2);
  const known = new Map(state.rows.map(([key, value]) => [String(key), Number(value)]));
  if (from < (known.get("low") ?? 1) || to > (known.get("high") ?? -1)) return undefined;
  const last = await queries.ask("SELECT hash FROM blocks WHERE number = :last", 1, { parameters: { last: to } });
  const [hash] = last.rows[0] ?? [];
  const parameters: Values = { first: from, last: to };
  const conditions = ["block >= :first", "block <= :last"];
  if (addresses.length > 0) conditions.push(oneOf("address", "a", addresses, parameters));
  for (const [position, accepted] of topics.entries())
    if (accepted) conditions.push(oneOf(`topic${position}`, `t${position}_`, accepted, parameters));
  const sql = `SELECT DISTINCT block FROM logs WHERE ${conditions.join(" AND ")} ORDER BY block`;
  const { rows, more } = await queries.ask(sql, maxBlocks, { parameters });
  return more ? undefined : { blocks: rows.map(([block]) => Number(block)), lastHash: String(hash ?? "") };
}
