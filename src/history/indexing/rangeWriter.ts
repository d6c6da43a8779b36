import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { minuteMs } from "../../time/units";
import { pause } from "../../time/waitUntil";
import { leasesTable } from "../schema/baseTables";
import type { Dialect } from "../store/dialect";
import type { StoreTransaction } from "../store/historyStore";
import { blockBatches, counted } from "./blockBatches";
import type { WholeBlock } from "./blockRows";
import type { BlockSource } from "./blockSource";
import type { IndexState } from "./indexState";
import { keptLink, linkOf, requireLinked } from "./linkedBlocks";
import type { OpenedIndex } from "./openedIndex";

/** A range of blocks that one writer fills, from `next` on up. */
interface Lease {
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
async function absorb(
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

/** Takes a range: one that no one fills any more, else a new one. `busy` where others fill what is left, `none` where nothing is. */
async function takeLease(
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
 * Whether a range is still this writer's, as far as it knows it; then no one else takes it until the transaction ends, and it is written
 * that its blocks below `next` are there.
 */
async function advance(
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

/** How ranges are leased. */
export interface Leasing {
  /** Blocks of a range at most. */
  readonly rangeBlocks?: number;
  /** A writer that says nothing for so long loses its range to another, in milliseconds. */
  readonly leaseMs?: number;
}

interface RangeOptions extends Leasing {
  readonly lowest: number;
  readonly height: number;
  /** Whether it begins ranges; otherwise it ends those that others left. */
  readonly begins: boolean;
  readonly signal: AbortSignal | undefined;
  readonly batchBlocks: number | undefined;
  readonly written: (blocks: readonly WholeBlock[]) => Promise<void>;
}

/** More blocks are asked for one after the other, and less is left of a range whose writer ended. */
const usualBlocks = 1000;
/** Between two looks at what others still fill, in milliseconds. */
const lookMs = 500;

/**
 * One of several writers of an index, each in a process or on a machine of its own: it leases ranges of blocks in the database, fills them
 * from its node, and takes over those of writers that ended. Rows of blocks and how far their range is go in one transaction: each block
 * is there once, whenever one of them ends.
 */
export class RangeWriter {
  readonly #holder = `${hostname().slice(0, 60)} ${process.pid} ${randomUUID()}`;

  constructor(
    private readonly index: OpenedIndex,
    private readonly source: BlockSource,
    private readonly options: RangeOptions,
  ) {}

  get #leaseMs(): number {
    return this.options.leaseMs ?? minuteMs;
  }

  /**
   * Fills ranges until no block is left that no one has.
   * @throws ChainError usage `historyForked`, what the store and requests throw
   */
  async run(): Promise<void> {
    const { signal } = this.options;
    while (!signal?.aborted) {
      const lease = await this.#next();
      if (lease === "none") return;
      if (lease === "busy") await pause(lookMs, signal);
      else await this.#fill(lease);
    }
  }

  #next(): Promise<Lease | "busy" | "none"> {
    const { lowest, height, begins, rangeBlocks = usualBlocks } = this.options;
    const { index } = this;
    return index.store.write(async (transaction) => {
      const before = await index.refresh(transaction);
      const state = await absorb(transaction, before);
      if (state.low !== before.low || state.high !== before.high) await index.moved(transaction, state);
      return takeLease(transaction, index.store.dialect, state, {
        ...{ holder: this.#holder, leaseMs: this.#leaseMs, lowest, height, begins, maxBlocks: rangeBlocks },
      });
    });
  }

  async #fill(taken: Lease): Promise<void> {
    let lease = taken;
    const numbers = counted(lease.next, lease.high);
    for await (const batch of blockBatches(this.source.blocks(numbers), this.options.batchBlocks)) {
      const next = (batch.at(-1)?.block.number ?? lease.next - 1) + 1;
      if (!(await this.#write(lease, batch, next))) return;
      lease = { ...lease, next };
      await this.options.written(batch);
      if (this.options.signal?.aborted) return;
    }
  }

  /** Writes a batch. False where the range is another's by now. */
  async #write(lease: Lease, batch: readonly WholeBlock[], next: number): Promise<boolean> {
    const { index } = this;
    await index.finder.lookUpNew(batch);
    for (;;) {
      if (index.finder.hasNew(batch)) await this.#tell((transaction) => index.putContracts(transaction, batch));
      const rows = await index.rowsOf(batch);
      const tables = index.registry.unmade(rows.tables);
      if (tables.length > 0)
        await this.#tell(async (transaction) => {
          for (const table of tables) await index.registry.makeTable(transaction, table);
        });
      const { revision } = index.state as IndexState;
      const outcome = await index.store.writeBeside(async (transaction) => {
        // another has told of contracts: these rows may be read by them
        if ((await index.refresh(transaction)).revision !== revision) return "again";
        if (!(await advance(transaction, index.store.dialect, lease, next, this.#own))) return "lost";
        const below = lease.next > lease.low ? await keptLink(transaction, lease.next - 1) : undefined;
        requireLinked([...(below ? [below] : []), ...batch.map(linkOf)]);
        await index.putBlocks(transaction, batch, rows);
        return "written";
      });
      if (outcome !== "again") return outcome === "written";
    }
  }

  get #own(): { readonly holder: string; readonly leaseMs: number } {
    return { holder: this.#holder, leaseMs: this.#leaseMs };
  }

  /** Tells all writers of contracts and tables, while none of them writes. */
  #tell(work: (transaction: StoreTransaction) => Promise<void>): Promise<void> {
    const { index } = this;
    return index.store.write(async (transaction) => {
      await index.refresh(transaction);
      await work(transaction);
      await index.changed(transaction, {});
    });
  }
}
