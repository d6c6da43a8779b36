import { leasesTable } from "../schema/baseTables";
import type { Dialect } from "../store/dialect";
import type { StoreTransaction } from "../store/historyStore";
import type { IndexState } from "./indexState";
import { keptLink, requireLinked } from "./linkedBlocks";

/** A range of blocks that one writer fills, from `next` on up. */
export interface Lease {
  readonly low: number;
  readonly high: number;
  readonly next: number;
}

/** Who leases, and what. */
interface LeaseWish {
  /** Unlike that of any other writer. */
  readonly holder: string;
  /** How long it is the holder's without a word of it, in milliseconds. */
  readonly leaseMs: number;
  /** Blocks that are wanted: where none is left, no range begins. */
  readonly lowest: number;
  readonly height: number;
  /** Whether new ranges begin; otherwise those that others left are ended. */
  readonly begins: boolean;
  readonly maxBlocks: number;
}

/** Where few blocks are left they are shared, but for the last few: none waits long for the last range of another. */
const shares = 8;

const leastBlocks = 10;

const { name: leases } = leasesTable;

const ranges = async (transaction: StoreTransaction): Promise<Lease[]> =>
  (await transaction.rows(`SELECT low, high, next_block FROM ${leases} ORDER BY low DESC`)).map(
    ([low, high, next]) => ({ low: Number(low), high: Number(high), next: Number(next) }),
  );

/**
 * Takes ranges that are full into what the index has, as far as they adjoin it.
 * @throws ChainError usage `historyForked` where two neighbors don't fit
 */
export async function absorb(
  transaction: StoreTransaction,
  { low, high }: Pick<IndexState, "low" | "high">,
): Promise<{ readonly low: number; readonly high: number }> {
  let [first, last] = [low, high];
  const all = await ranges(transaction);
  const takes = async (range: Lease, below: number): Promise<void> => {
    const links = [await keptLink(transaction, below), await keptLink(transaction, below + 1)];
    requireLinked(links.filter((link) => link !== undefined));
    await transaction.execute(`DELETE FROM ${leases} WHERE low = ?`, [range.low]);
  };
  // the highest come first: those below what is there adjoin it one after the other
  for (const range of all) {
    if (range.next <= range.high) {
      if (last < first) break;
      continue;
    }
    if (last < first) {
      await takes(range, range.high);
      [first, last] = [range.low, range.high];
    } else if (range.high === first - 1) {
      await takes(range, range.high);
      first = range.low;
    }
  }
  for (const range of [...all].reverse()) {
    if (range.low !== last + 1 || range.next <= range.high || last < first) continue;
    await takes(range, last);
    last = range.high;
  }
  return { low: first, high: last };
}

/** Takes a range: one that isn't filled any more, else a new one. `busy` where others fill what is left, `none` where nothing is. */
export async function takeLease(
  transaction: StoreTransaction,
  dialect: Pick<Dialect, "nowMs">,
  { low, high }: Pick<IndexState, "low" | "high">,
  { holder, leaseMs, lowest, height, begins, maxBlocks }: LeaseWish,
): Promise<Lease | "busy" | "none"> {
  const until = `${dialect.nowMs} + ${leaseMs}`;
  const [left] = await transaction.rows(
    `SELECT low, high, next_block FROM ${leases} WHERE next_block <= high AND (holder = ? OR expires < ${dialect.nowMs})
      ORDER BY low DESC LIMIT 1`,
    [holder],
  );
  if (left) {
    const [first, last, next] = left.map(Number) as [number, number, number];
    await transaction.execute(`UPDATE ${leases} SET holder = ?, expires = ${until} WHERE low = ?`, [holder, first]);
    return { low: first, high: last, next };
  }
  const all = await ranges(transaction);
  const isEmpty = high < low;
  const top = Math.max(isEmpty ? -1 : high, ...all.map((range) => range.high));
  const bottom = Math.min(isEmpty ? height + 1 : low, ...all.map((range) => range.low));
  const above = top >= 0 && top < height;
  const wanted = above ? height - top : bottom - lowest;
  if (!begins || wanted <= 0) return all.length > 0 ? "busy" : "none";
  const count = Math.min(wanted, maxBlocks, Math.max(leastBlocks, Math.ceil(wanted / shares)));
  const first = above ? top + 1 : bottom - count;
  const lease = { low: first, high: first + count - 1, next: first };
  await transaction.execute(
    `INSERT INTO ${leases} (low, high, next_block, holder, expires) VALUES (?, ?, ?, ?, ${until})`,
    [lease.low, lease.high, lease.next, holder],
  );
  return lease;
}

/**
 * Whether a range is still this writer's, as far as it knows it; then no other takes it until the transaction ends, and it is written
 * that its blocks below `next` are there.
 */
export async function advance(
  transaction: StoreTransaction,
  { forUpdate, nowMs }: Pick<Dialect, "forUpdate" | "nowMs">,
  lease: Lease,
  next: number,
  { holder, leaseMs }: Pick<LeaseWish, "holder" | "leaseMs">,
): Promise<boolean> {
  const [row] = await transaction.rows(`SELECT holder, next_block FROM ${leases} WHERE low = ? ${forUpdate}`, [
    lease.low,
  ]);
  if (row?.[0] !== holder || Number(row[1]) !== lease.next) return false;
  await transaction.execute(`UPDATE ${leases} SET next_block = ?, expires = ${nowMs} + ${leaseMs} WHERE low = ?`, [
    next,
    lease.low,
  ]);
  return true;
}
