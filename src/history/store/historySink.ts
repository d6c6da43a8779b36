import type { Table } from "./dialect";
import type { StoredRow } from "./historyStore";
import type { IndexIdentity } from "./indexIdentity";

/** How far a sink is. */
export interface SinkPosition extends IndexIdentity {
  /** The first block that it has, and the lowest that it hasn't yet. */
  readonly from: number;
  readonly next: number;
  /** Of the block below `next`; empty where there is none. */
  readonly hash: string;
}

/** Rows of one table, each with a value for each column. */
export interface TableRows {
  readonly table: Table;
  readonly rows: readonly StoredRow[];
}

/**
 * Where rows of blocks go that are only ever added, from the lowest block upwards: nothing is asked there and nothing changed. One writer
 * at a time writes into it.
 */
export interface HistorySink {
  /** For people: without user and password. */
  readonly label: string;
  /**
   * Where it goes on, by what it has for good; undefined where it has nothing. What a writer that ended left half done is gone then.
   * @throws ChainError transport `historyDatabaseAway`; usage `historyDatabaseDenied`, `historyDatabaseRefused`, `historyBusy`
   */
  position(): Promise<SinkPosition | undefined>;
  /**
   * Takes rows of neighboring blocks, with where it goes on behind them. For good they are there after this or the next `flush`.
   * @throws as `position`
   */
  write(all: readonly TableRows[], position: SinkPosition): Promise<void>;
  /** @throws as `position` */
  flush(): Promise<void>;
  close(): Promise<void>;
}
