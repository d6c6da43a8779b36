import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { minuteMs } from "../../time/units";
import { pause } from "../../time/waitUntil";
import type { StoreTransaction } from "../store/historyStore";
import { blockBatches, counted } from "./blockBatches";
import type { WholeBlock } from "./blockRows";
import type { BlockSource } from "./blockSource";
import type { IndexState } from "./indexState";
import { absorb, advance, type Lease, takeLease } from "./leases";
import { keptLink, linkOf, requireLinked } from "./linkedBlocks";
import type { OpenedIndex } from "./openedIndex";

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
   * Fills ranges until no block is missing.
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
